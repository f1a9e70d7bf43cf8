/* SPDX-License-Identifier: Apache-2.0 */
/* gpuvet accept: is the machine what was promised, and is it healthy? */
#include "cmd/box.h"
#include "render/accept_json.h"
#include "render/accept_text.h"
#include "version.h"

enum { OPTION_LEASE = OPTION_FIRST, OPTION_JSON, OPTION_ALL };

static const struct option_row options_table[] = {
	OPTIONS_COMMON,
	[OPTION_LEASE] = { 'l', "lease", "FILE", N_("the contract: what was promised") },
	[OPTION_JSON] = { 'j', "json", NULL, N_("print the report as JSON") },
	[OPTION_ALL] = { 'a', "all", NULL, N_("show every finding in full") },
};

static const char *const usage[] = { "[--lease LEASE.yaml] [--json] [--all] FILE...", NULL };

static const char *const about[] = {
	N_("Reads outputs that were saved on a rented machine (nvidia-smi, lspci, lscpu, dmesg and others; any names, several in one "
	   "file), and judges them against the lease and against what a healthy card looks like. \"-\" is standard input."),
	N_("Every finding is pass, warn, fail, unknown (it could not be seen; the command that would show it is named) or unagreed "
	   "(it was seen, and only a contract could decide). Nothing passes on missing data."),
	N_("Exit status: 0 nothing failed; 1 something failed; 3 nothing failed, but a promised thing could not be seen, or no GPU was seen at all; 2 wrong "
	   "usage, or input that cannot be read."),
	N_("Nothing is sent anywhere."),
	NULL,
};

static const struct example examples[] = {
	{ "gpuvet accept --lease lease.yaml *.txt", N_("judge saved outputs against the contract") },
	{ "nvidia-smi > smi.txt; nvidia-smi -q > q.txt; nvidia-smi topo -m > topo.txt",
	  N_("on the machine: save what its GPUs tell") },
	{ "sudo lspci -vvv > lspci.txt; sudo dmesg > dmesg.txt; lscpu > lscpu.txt",
	  N_("on the machine: save what the rest of it tells") },
	{ "gpuvet accept --json smi.xml > report.json", N_("the same for a program, without a contract") },
	{ NULL, NULL },
};

static struct report report_make(struct arena *arena, const struct read_files *files, const struct lease *lease)
{
	struct report report = { .version = GPUVET_VERSION, .lease = lease, .inputs = files->inputs, .n_inputs = files->n_inputs };

	report.n_boxes = files->boxes.n;
	report.boxes = arena_array(arena, report.n_boxes, sizeof(*report.boxes));
	for (size_t i = 0; i < report.n_boxes; i++)
		report.boxes[i] = (struct report_box){ .name = arena_printf(arena, "box%zu", i + 1),
						       .facts = files->boxes.boxes[i],
						       .findings = judge_box(arena, files->boxes.boxes[i], lease) };
	return report;
}

static int report_status(const struct report *report)
{
	if (report_count(report, VERDICT_FAIL))
		return STATUS_NO;
	return report_verdict(report) == VERDICT_UNKNOWN ? STATUS_UNKNOWN : STATUS_OK;
}

static int run(struct arena *arena, const struct options *options)
{
	struct read_files files;
	struct lease *lease = NULL;
	struct buf buf = BUF_INIT(OUTPUT_MAX);
	int status;

	if (options->n_args == 0)
		return cmd_fail(arena, MSG("accept: name the files that hold the saved outputs; 'gpuvet help accept' tells how"));
	if (option_given(options, OPTION_LEASE) && (status = lease_load(arena, options->values[OPTION_LEASE], &lease)) != STATUS_OK)
		return status;
	status = files_read(arena, options->args, options->n_args, &files);
	if (status == STATUS_OK)
		status = files_recognised(arena, &files);
	if (status != STATUS_OK)
		return status;

	struct report report = report_make(arena, &files, lease);
	struct page page = { .buf = &buf, .width = 80, .colour = cmd_colour() };
	if (option_given(options, OPTION_JSON))
		render_accept_json(arena, &buf, &report);
	else
		render_accept_text(arena, &page, &report, option_given(options, OPTION_ALL));
	return cmd_print(&buf, report_status(&report));
}

const struct command cmd_accept = {
	.name = "accept",
	.summary = N_("judge a delivered machine against its contract"),
	.usage = usage,
	.about = about,
	COMMAND_OPTIONS(options_table),
	.examples = examples,
	.run = run,
};
