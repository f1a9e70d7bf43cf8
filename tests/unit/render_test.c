/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The report in words and in JSON, made from findings by hand: what must stand in it, and how wide it may be.
 *
 * With the argument "show" it prints the text.
 */
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "render/accept_json.h"
#include "render/accept_text.h"

static int passed, failed;

static void check(bool good, const char *what, const char *detail)
{
	if (good) {
		passed++;
		return;
	}
	failed++;
	printf("%s: '%s'\n", what, detail);
}

/* ---- a box with one finding of each kind ---- */

static const struct check width = { .id = "pcie.width", .subject = SUBJECT_GPU, .source = "DCGM(46)",
				    .meaning = "Copies to and from this GPU run at a fraction of the rate.",
				    .remedy = "Ask the supplier to reseat or replace the board." };
static const struct check count = { .id = "gpu.count", .subject = SUBJECT_BOX, .meaning = "Fewer cards than paid for.", .remedy = "Ask for the missing ones." };
static const struct check cores = { .id = "cpu.count", .subject = SUBJECT_BOX };
static const struct check rate = { .id = "net.internet", .subject = SUBJECT_BOX };
static const struct check remap = { .id = "remap.pending", .subject = SUBJECT_GPU };
static const struct check idle = { .id = "temp.idle", .subject = SUBJECT_GPU, .source = "own", .meaning = "The cooling is weak.", .remedy = "Look again under load." };

struct world {
	struct arena *arena;
	struct judge j;
	struct facts *facts;
	struct lease *lease;
	struct findings findings;
};

static struct finding *add(struct world *w, const struct check *row, enum verdict verdict, struct subject subject, struct message measured)
{
	w->j.check = row;
	w->findings.counts[verdict]++;
	return judge_find(&w->j, subject, verdict, measured);
}

#define LNKSTA_LINE "\t\tLnkSta:\tSpeed 16GT/s, Width x8 (downgraded) \033[31m"

static void world_open(struct world *w)
{
	static const struct slice lines[] = { { "first line", 10 }, { LNKSTA_LINE, sizeof(LNKSTA_LINE) - 1 } };

	w->arena = arena_open();
	w->facts = facts_new(w->arena);
	w->lease = lease_new(w->arena, SLICE("lease.yaml"));
	w->j = (struct judge){ .arena = w->arena, .facts = w->facts, .lease = w->lease, .findings = &w->findings };
	facts_section(w->facts, (struct section){ .blob = SLICE("lspci.txt"), .lines = lines, .n_lines = 2, .format = "lspci", .first_line = 1, .last_line = 2 });
	if (lease_add(w->lease, TERM_GPU_COUNT, 0, 6, SLICE("8"), NULL) < 0 || lease_add(w->lease, TERM_NET_PUBLIC_RATE, 0, 9, SLICE("100 Mbit/s"), NULL) < 0)
		check(false, "lease_add", "failed");
}

static void world_fill(struct world *w)
{
	struct fact *lanes = facts_add(w->facts, KEY_GPU_PCIE_WIDTH, subject_gpu(0), 0, 0, 2);
	struct finding *f;

	lanes->i = 8;
	for (int i = 0; i < 8; i++) {
		f = finding_evidence(add(w, &width, VERDICT_FAIL, subject_gpu(i), MSG("%1 in use", A_QTY(8, UNIT_LANES))), lanes);
		f->expected = MSG("%1", A_QTY(16, UNIT_LANES));
	}
	f = add(w, &count, VERDICT_FAIL, subject_box(), MSG("%1 GPUs", A_INT(7)));
	f->term = lease_term(w->lease, TERM_GPU_COUNT);
	f->cost = MSG("52000 CNY a month / 8 cards x 1 missing = %1 CNY a month", A_QTY(6500000000, UNIT_MICRO_MONEY));
	f->cost_month = 6500000000;
	add(w, &idle, VERDICT_WARN, subject_gpu(3), MSG("%1 while idle", A_QTY(58000, UNIT_MILLICELSIUS)));
	f = add(w, &rate, VERDICT_UNKNOWN, subject_box(), MSG("nothing measured it"));
	f->term = lease_term(w->lease, TERM_NET_PUBLIC_RATE);
	f->show = MSG("%1", A_STR("iperf3 -c SERVER -R -J"));
	w->findings.promised_unknown = true;
	for (int i = 0; i < 8; i++)
		add(w, &remap, VERDICT_UNKNOWN, subject_gpu(i), MSG("no output given here tells: %1", A_WORD("a row remap waits for a reset")))->show =
			MSG("%1", A_STR("nvidia-smi -q"));
	add(w, &cores, VERDICT_UNAGREED, subject_box(), MSG("%1 cores", A_INT(128)))->clause = MSG("cpu: {cores: %1}", A_INT(128));
	for (int i = 0; i < 3; i++)
		add(w, &idle, VERDICT_PASS, subject_gpu(i), MSG("%1", A_QTY(30000, UNIT_MILLICELSIUS)));
}

static const char *const texts[] = {
	"FAIL: the machine is not what was promised, and it is not healthy. Broken\npromises: 1; other faults: 1.\n",
	"findings: fail 9, warn 1, unknown 9, unagreed 1, pass 3\n",
	"\nBroken promises\n  fail  gpu.count  box",
	"lease.yaml:6 gpu.count\n",
	"    promised   8\n    measured   7 GPUs\n",
	"    costs      52000 CNY a month / 8 cards x 1 missing = 6500 CNY a month\n",
	"  fail  pcie.width  gpu0-7                                    baseline: DCGM(46)\n",
	"    expected   x16\n    measured   x8 in use\n    evidence   lspci.txt:2: LnkSta: Speed 16GT/s, Width x8 (downgraded) ?[31m\n",
	"    means      Copies to and from this GPU run at a fraction of the rate.\n",
	"    do         Ask the supplier to reseat or replace the board.\n",
	"\nWarnings\n  warn  temp.idle  gpu3",
	"58 °C while idle\n",
	"\nPromised, and not seen: run the command and judge again\n  $ iperf3 -c SERVER -R -J\n    net.internet",
	"  $ nvidia-smi -q                                           remap.pending gpu0-7\n",
	"  cpu.count                                                    cpu: {cores: 128}\n    128 cores\n",
	"\nPassed (--all shows each)\n  temp         3 passed: idle\n",
};

static const char *const jsons[] = {
	"\"verdict\": \"fail\"",
	"\"counts\": {\"pass\": 3, \"warn\": 1, \"fail\": 9, \"unknown\": 9, \"unagreed\": 1}",
	"\"clause\": {\"file\": \"lease.yaml\", \"line\": 6, \"key\": \"gpu.count\", \"promised\": \"8\"}",
	"{\"file\": \"lspci.txt\", \"line\": 2, \"quote\": \"LnkSta:\\tSpeed 16GT/s, Width x8 (downgraded) \\u001b[31m\", \"fact\": \"gpu.pcie.width.current\", \"subject\": \"gpu0\"}",
	"\"cost_month_micro\": 6500000000",
	"\"measured\": {\"id\": \"%1 in use\", \"args\": [{\"value\": 8, \"unit\": \"lanes\"}]}",
	"{\"word\": \"a row remap waits for a reset\"}",
	"\"baseline\": \"DCGM(46)\"",
	"\"write\": \"cpu: {cores: 128}\"",
	"\"show\": \"nvidia-smi -q\"",
};

static void text_check(struct world *w, const struct report *report, bool show)
{
	struct buf buf = BUF_INIT(1 << 20);
	struct page page = { .buf = &buf, .width = 80 };

	render_accept_text(w->arena, &page, report, false);
	if (show)
		fputs(buf.ptr, stdout);
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
		check(strstr(buf.ptr, texts[i]), "not in the text", texts[i]);
	struct slice rest = buf_view(&buf), line;
	while (slice_split(&rest, '\n', &line))
		check(utf8_columns(line) <= 80, "wider than the page", arena_text(w->arena, line));
	check(!strstr(buf.ptr, "\033"), "text without colour", "an escape");
	buf_clear(&buf);
	page.colour = true;
	render_accept_text(w->arena, &page, report, true);
	check(strstr(buf.ptr, "\033[1;31mFAIL"), "text with colour", "no red");
	check(strstr(buf.ptr, "pass  temp.idle  gpu0-2"), "--all", "a pass is missing");
	buf_release(&buf);
}

static void json_check(struct world *w, const struct report *report)
{
	struct buf buf = BUF_INIT(1 << 20);

	render_accept_json(w->arena, &buf, report);
	for (size_t i = 0; i < sizeof(jsons) / sizeof(*jsons); i++)
		check(strstr(buf.ptr, jsons[i]), "not in the JSON", jsons[i]);
	buf_release(&buf);
}

int main(int argc, char **argv)
{
	struct world w = { .arena = NULL };

	world_open(&w);
	world_fill(&w);
	struct report_box box = { .name = SLICE("box1"), .facts = w.facts, .findings = &w.findings };
	struct report report = { .version = "0", .lease = w.lease, .boxes = &box, .n_boxes = 1 };
	text_check(&w, &report, argc > 1 && strcmp(argv[1], "show") == 0);
	json_check(&w, &report);
	check(report_verdict(&report) == VERDICT_FAIL, "verdict", "not fail");
	w.findings.counts[VERDICT_FAIL] = 0;
	check(report_verdict(&report) == VERDICT_UNKNOWN, "verdict", "not unknown");
	w.findings.promised_unknown = false;
	check(report_verdict(&report) == VERDICT_WARN, "verdict", "not warn");
	w.findings.counts[VERDICT_WARN] = 0;
	check(report_verdict(&report) == VERDICT_PASS, "verdict", "not pass");
	w.findings.counts[VERDICT_PASS] = 0;
	check(report_verdict(&report) == VERDICT_UNKNOWN, "verdict of nothing", "not unknown");
	arena_close(w.arena);
	printf("%d passed, %d failed\n", passed, failed);
	return failed != 0;
}
