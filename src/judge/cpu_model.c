/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The CPU's name against the promised one. People write "EPYC 7763" or "2x Intel Xeon Platinum 8480+"; the machine prints
 * "AMD EPYC 7763 64-Core Processor" or "Intel(R) Xeon(R) Platinum 8480+". What tells CPUs apart is the model number, so the
 * numbers decide; a hypervisor that hides the number ("Intel Xeon Processor (Skylake)") leaves it unknown.
 */
#include "judge/host.h"

static bool is_word(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '+' || c == '.';
}

/* The next run of letters, digits, '+' and '.' of `*rest`. */
static bool next_word(struct slice *rest, struct slice *ret)
{
	size_t start = 0, end;

	while (start < rest->len && !is_word(rest->ptr[start]))
		start++;
	end = start;
	while (end < rest->len && is_word(rest->ptr[end]))
		end++;
	*ret = slice_sub(*rest, start, end);
	*rest = slice_sub(*rest, end, rest->len);
	return ret->len > 0;
}

/* A model number has three digits running ("7763", "13900K", "8480+") or is a generation ("v4"). */
static bool is_number(struct slice word)
{
	size_t run = 0;

	if (word.len == 2 && (word.ptr[0] == 'v' || word.ptr[0] == 'V') && word.ptr[1] >= '1' && word.ptr[1] <= '9')
		return true;
	for (size_t i = 0; i < word.len; i++) {
		run = word.ptr[i] >= '0' && word.ptr[i] <= '9' ? run + 1 : 0;
		if (run == 3)
			return !slice_has(word, ".");
	}
	return false;
}

static bool word_eq(struct slice a, struct slice b)
{
	if (a.len != b.len)
		return false;
	for (size_t i = 0; i < a.len; i++)
		if ((a.ptr[i] | 0x20) != (b.ptr[i] | 0x20))
			return false;
	return true;
}

/* "8480" is what people write for "8480+". */
static bool has_word(struct slice text, struct slice word)
{
	struct slice other;

	while (next_word(&text, &other)) {
		if (word_eq(other, word))
			return true;
		if (slice_ends(other, "+") && word_eq(slice_sub(other, 0, other.len - 1), word))
			return true;
	}
	return false;
}

/* The "128" of "128-Core" is no model number. */
static bool is_core_count(struct slice rest)
{
	return slice_starts(rest, "-Core") || slice_starts(rest, "-core") || slice_starts(rest, " core") ||
	       slice_starts(rest, " Core");
}

static bool has_number(struct slice text)
{
	struct slice word;

	while (next_word(&text, &word))
		if (is_number(word) && !is_core_count(text))
			return true;
	return false;
}

/* Maker names contradict. */
static bool other_maker(struct slice a, struct slice b)
{
	static const char *const makers[] = { "AMD", "Intel", "Ampere", "NVIDIA", "Hygon" };
	int of_a = -1, of_b = -1;

	for (int i = 0; i < (int)(sizeof(makers) / sizeof(*makers)); i++) {
		if (has_word(a, slice_of(makers[i])))
			of_a = i;
		if (has_word(b, slice_of(makers[i])))
			of_b = i;
	}
	return of_a >= 0 && of_b >= 0 && of_a != of_b;
}

/* 1 the promised one, 0 another, -1 the name does not tell. */
static int model_fits(struct slice promised, struct slice seen)
{
	struct slice rest = promised, word;
	bool numbered = false, words_fit = true;

	if (other_maker(promised, seen))
		return 0;
	while (next_word(&rest, &word)) {
		if (!is_number(word) || is_core_count(rest)) {
			words_fit &= has_word(seen, word) || slice_is_nocase(word, "CPU");
			continue;
		}
		numbered = true;
		if (!has_word(seen, word))
			return has_number(seen) ? 0 : -1;
	}
	return numbered || words_fit ? 1 : -1;
}

void cpu_model_judge(struct judge *j, struct subject subject)
{
	const struct fact *fact = fact_get(j->facts, KEY_CPU_MODEL, subject);
	const struct term *want = judge_term(j, TERM_CPU_MODEL);
	struct finding *f;

	if (!want) {
		f = judge_unagreed(j, subject, MSG("%1", A_TEXT(fact->text)), MSG("cpu: {model: %1}", A_TEXT(fact->text)));
		finding_evidence(f, fact);
		return;
	}
	int fits = model_fits(want->text, fact->text);
	if (fits < 0)
		f = judge_unknown(j, subject,
				  MSG("the name that the machine prints does not tell the model: '%1'", A_TEXT(fact->text)),
				  "lscpu on the host; sudo dmidecode -t processor");
	else
		f = judge_find(j, subject, fits ? VERDICT_PASS : VERDICT_FAIL, MSG("%1", A_TEXT(fact->text)));
	f->expected = MSG("%1", A_TEXT(want->text));
	finding_evidence(f, fact);
}
