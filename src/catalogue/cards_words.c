/* SPDX-License-Identifier: Apache-2.0 */
#include "catalogue/cards_words.h"

#include <ctype.h>
#include <string.h>

#include "base/utf8.h"

#define TEXT_MAX 160

/* Chinese words of quotes, and what they say. */
static const struct {
	const char *chinese, *word;
} translations[] = {
	{ "英伟达", "nvidia" },		 { "显卡", "" },      { "显存", "" },	 { "华为", "huawei" }, { "昇腾", "ascend" },
	{ "寒武纪", "cambricon" },	 { "海光", "hygon" }, { "魔改", "mod" }, { "改装", "mod" },    { "笔记本", "laptop" },
	{ "摩尔线程", "moore threads" },
};

/* Written together with what follows; all are words of their own in some name. */
static const char *const prefixes[] = { "nvidia", "geforce", "tesla", "quadro", "ascend", "instinct", "rtx", "gtx", "pro" };
/* Written together with a number of four digits: "3090ti", "4080s", "4090d", "5090dv2". */
static const struct {
	const char *suffix, *words;
} suffixes[] = {
	{ "tisuper", "ti super" }, { "tis", "ti super" }, { "ti", "ti" },    { "super", "super" },   { "s", "super" },
	{ "dv2", "d v2" },	   { "d", "d" },	  { "m", "laptop" }, { "laptop", "laptop" },
};
/* Two words that are one. */
static const struct {
	const char *first, *second, *word;
} pairs[] = { { "pci", "e", "pcie" }, { "max", "q", "maxq" }, { "gaudi", "2", "gaudi2" }, { "gaudi", "3", "gaudi3" } };

static void add_word(struct card_words *words, const char *word, size_t len)
{
	if (len == 0 || len > CARD_WORD_LONG || words->n == CARD_WORDS)
		return;
	memcpy(words->word[words->n], word, len);
	words->word[words->n++][len] = '\0';
}

static bool digits_only(const char *word, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (!isdigit((unsigned char)word[i]))
			return false;
	return len > 0;
}

static bool is_memory_unit(const char *word)
{
	return strcmp(word, "g") == 0 || strcmp(word, "gb") == 0 || strcmp(word, "gib") == 0;
}

int card_word_memory(const char *word)
{
	size_t digits = strspn(word, "0123456789");
	int value = 0;

	if (digits == 0 || digits > 3 || !is_memory_unit(word + digits))
		return 0;
	for (size_t i = 0; i < digits; i++)
		value = value * 10 + (word[i] - '0');
	return value;
}

bool card_word_is_form(const char *word)
{
	if (strncmp(word, "sxm", 3) == 0)
		return word[3] == '\0' || (isdigit((unsigned char)word[3]) && word[4] == '\0');
	return strcmp(word, "pcie") == 0 || strcmp(word, "oam") == 0;
}

/* True when the last word and the one before belong together; then they are joined. */
static bool join_last(struct card_words *words)
{
	char *first, *second;

	if (words->n < 2)
		return false;
	first = words->word[words->n - 2];
	second = words->word[words->n - 1];
	for (size_t i = 0; i < sizeof(pairs) / sizeof(*pairs); i++) {
		if (strcmp(first, pairs[i].first) == 0 && strcmp(second, pairs[i].second) == 0) {
			memcpy(first, pairs[i].word, strlen(pairs[i].word) + 1);
			words->n--;
			return true;
		}
	}
	/* "80 GB" */
	if (strlen(first) <= 3 && digits_only(first, strlen(first)) && is_memory_unit(second)) {
		memcpy(first + strlen(first), second, strlen(second) + 1);
		words->n--;
		return true;
	}
	return false;
}

/* Length of the form at the end of "h100sxm5", "a100pcie", "h100nvl"; 0 when none is there. */
static size_t form_at_end(const char *word, size_t len)
{
	static const char *const forms[] = { "pcie", "nvl", "sxm" };
	size_t body = len > 4 && isdigit((unsigned char)word[len - 1]) ? len - 1 : len;

	for (size_t i = 0; i < sizeof(forms) / sizeof(*forms); i++) {
		size_t n = strlen(forms[i]);
		bool numbered = strcmp(forms[i], "sxm") == 0;
		size_t end = numbered ? body : len;

		if (end > n && memcmp(word + end - n, forms[i], n) == 0 && isdigit((unsigned char)word[end - n - 1]))
			return len - (end - n);
	}
	return 0;
}

static void add_suffix(struct card_words *words, struct slice suffix)
{
	for (size_t i = 0; i < sizeof(suffixes) / sizeof(*suffixes); i++) {
		if (slice_is(suffix, suffixes[i].suffix)) {
			struct slice rest = slice_of(suffixes[i].words), word;
			while (slice_word(&rest, &word))
				add_word(words, word.ptr, word.len);
			return;
		}
	}
}

static bool suffix_known(struct slice suffix)
{
	for (size_t i = 0; i < sizeof(suffixes) / sizeof(*suffixes); i++)
		if (slice_is(suffix, suffixes[i].suffix))
			return true;
	return false;
}

/* One run of letters and digits, which may be several words written together. */
static void add_run(struct card_words *words, struct slice run)
{
	for (size_t i = 0; i < sizeof(prefixes) / sizeof(*prefixes); i++) {
		size_t n = strlen(prefixes[i]);
		bool a_series = strcmp(prefixes[i], "rtx") == 0 && run.len > n + 1 && run.ptr[n] == 'a' &&
				isdigit((unsigned char)run.ptr[n + 1]);

		if (slice_starts(run, prefixes[i]) && run.len > n && (isdigit((unsigned char)run.ptr[n]) || a_series)) {
			add_word(words, prefixes[i], n);
			run = slice_sub(run, n, run.len);
		}
	}
	size_t form = form_at_end(run.ptr, run.len);
	struct slice suffix = slice_sub(run, 4, run.len);
	if (run.len > 4 && digits_only(run.ptr, 4) && suffix_known(suffix)) {
		add_word(words, run.ptr, 4);
		add_suffix(words, suffix);
	} else if (form) {
		add_word(words, run.ptr, run.len - form);
		add_word(words, run.ptr + run.len - form, form);
	} else {
		add_word(words, run.ptr, run.len);
		join_last(words);
	}
}

/* One character of the text in lower-case ASCII at `out`; a Chinese word as its translation. -1: not of any name. */
static int fold_next(struct slice *rest, char out[static CARD_WORD_LONG])
{
	uint32_t c;

	for (size_t i = 0; i < sizeof(translations) / sizeof(*translations); i++) {
		if (slice_starts(*rest, translations[i].chinese)) {
			size_t n = strlen(translations[i].word);
			*rest = slice_sub(*rest, strlen(translations[i].chinese), rest->len);
			out[0] = ' ';
			memcpy(out + 1, translations[i].word, n);
			out[n + 1] = ' ';
			return (int)n + 2;
		}
	}
	if (!utf8_take(rest, &c))
		return -1;
	if (half_width(c))
		c = (unsigned char)half_width(c);
	if (c >= 0x80)
		return -1;
	out[0] = (char)tolower((int)c);
	return 1;
}

bool card_words_cut(struct slice text, struct card_words *ret)
{
	char folded[TEXT_MAX + CARD_WORD_LONG];
	size_t n = 0;

	ret->n = 0;
	while (text.len) {
		int more = n < TEXT_MAX ? fold_next(&text, folded + n) : -1;
		if (more < 0)
			return false;
		n += (size_t)more;
	}
	for (size_t start = 0, i = 0; i <= n; i++) {
		if (i < n && isalnum((unsigned char)folded[i]))
			continue;
		/* Words that are dropped would make the rest fit what it does not. */
		if (i - start > CARD_WORD_LONG || (i > start && ret->n + 4 > CARD_WORDS))
			return false;
		if (i > start)
			add_run(ret, (struct slice){ folded + start, i - start });
		start = i + 1;
	}
	return true;
}

void card_words_add(struct card_words *words, struct slice text)
{
	struct card_words more;

	if (!card_words_cut(text, &more))
		return;
	for (size_t i = 0; i < more.n; i++)
		if (!card_words_have(words, more.word[i]))
			add_word(words, more.word[i], strlen(more.word[i]));
}

bool card_words_have(const struct card_words *words, const char *word)
{
	for (size_t i = 0; i < words->n; i++)
		if (strcmp(words->word[i], word) == 0)
			return true;
	return false;
}
