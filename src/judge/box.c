/* SPDX-License-Identifier: Apache-2.0 */
/* The box as a whole. The last family: box.coverage looks back on all findings before it. */
#include "base/text.h"
#include "judge/host.h"

/* ---- virtual machine or bare metal ---- */

static struct message vm_words(const struct fact *sign)
{
	if (!sign)
		return MSG("a virtual machine: the GPU's address is one that only a hypervisor gives");
	switch (sign->key) {
	case KEY_SYS_VIRTUAL:
		return MSG("a virtual machine: %1", A_TEXT(sign->text));
	case KEY_GPU_VIRT_MODE:
		return MSG("a virtual machine: the driver says %1", A_TEXT(sign->text));
	case KEY_GPU_PCI_ADDRESS:
		return MSG("a virtual machine: the GPU's address %1 is one that only a hypervisor gives", A_TEXT(sign->text));
	case KEY_DISK_MODEL:
	case KEY_DISK_TRANSPORT:
		return MSG("a virtual machine: it has a virtual disk (%1)", A_TEXT(sign->text));
	default:
		return MSG("a virtual machine: the driver sees no host bridge");
	}
}

/* As promised 1, not 0, nobody promised 2. More than was promised is no breach. */
static int virtual_kept(const struct judge *j, int vm)
{
	const struct term *machine = judge_term(j, TERM_MACHINE);

	if (!machine || slice_is(machine->text, "container"))
		return 2;
	return slice_is(machine->text, "bare-metal") ? !vm : 1;
}

static void virtual_judge(struct judge *j, struct subject subject)
{
	const struct term *machine = judge_term(j, TERM_MACHINE);
	const struct fact *sign;
	int vm = machine_vm_sign(j, &sign);
	struct message seen = vm == 1 && machine_is_wsl(j) ? MSG("taken in WSL, a virtual machine that Windows makes") :
			      vm == 1			   ? vm_words(sign) : MSG("no sign of a hypervisor: bare metal");
	struct finding *f;
	int kept = vm < 0 ? 2 : virtual_kept(j, vm);

	if (machine_is_wsl(j) && machine && kept == 0) {
		f = judge_unknown(j, subject, MSG("taken in WSL, which makes a virtual machine of any machine"), "systeminfo, in Windows");
	} else if (vm < 0) {
		if (!machine || slice_is(machine->text, "container"))
			return;
		f = judge_unknown(j, subject, MSG("no output given here tells a virtual machine from bare metal"),
				  "lscpu; sudo dmidecode -t system; systemd-detect-virt");
	} else if (kept == 2) {
		f = judge_unagreed(j, subject, seen, MSG("machine: %1", A_STR(vm ? "vm" : "bare-metal")));
		f->term = NULL;
	} else {
		f = judge_find(j, subject, kept ? VERDICT_PASS : VERDICT_FAIL, seen);
	}
	if (machine)
		f->expected = MSG("machine: %1", A_TEXT(machine->text));
	finding_evidence(f, sign);
}

/* ---- container ---- */

static void container_judge(struct judge *j, struct subject subject)
{
	const struct term *machine = judge_term(j, TERM_MACHINE);
	const struct fact *sign;
	int container = machine_container_sign(j, &sign);
	struct finding *f;

	if (container < 0) {
		if (!machine || slice_is(machine->text, "container"))
			return;
		f = judge_unknown(j, subject, MSG("no output given here tells whether it was taken inside a container"), "cat /proc/1/cgroup; df /");
		f->expected = MSG("machine: %1", A_TEXT(machine->text));
		return;
	}
	bool broken = container == 1 && machine && !slice_is(machine->text, "container");
	struct message measured = container ? MSG("inside a container") : MSG("not inside a container");
	if (container && sign->key == KEY_SYS_CONTAINER)
		measured = MSG("inside a container (%1)", A_TEXT(sign->text));
	f = judge_find(j, subject, broken ? VERDICT_FAIL : VERDICT_PASS, measured);
	if (machine)
		f->expected = MSG("machine: %1", A_TEXT(machine->text));
	finding_evidence(f, sign);
}

/* ---- the same machine ---- */

/* A second fact of another output; *ret_differs: its text is another one. */
static const struct fact *told_again(const struct judge *j, enum key key, const struct fact *first, bool *ret_differs)
{
	const struct fact *f = first, *again = NULL;

	*ret_differs = false;
	while (first && !*ret_differs && (f = fact_next(j->facts, key, subject_box(), f))) {
		if (f->absence != PRESENT || f->section == first->section)
			continue;
		again = f;
		*ret_differs = !slice_is_nocase(f->text, arena_text(j->arena, first->text));
	}
	return again;
}

static void identity_judge(struct judge *j, struct subject subject)
{
	const struct fact *uuid = fact_get(j->facts, KEY_SYS_UUID, subject), *boot = fact_get(j->facts, KEY_SYS_BOOT_ID, subject);
	bool other_machine, other_boot;
	const struct fact *uuid2 = told_again(j, KEY_SYS_UUID, uuid, &other_machine);
	const struct fact *boot2 = told_again(j, KEY_SYS_BOOT_ID, boot, &other_boot);
	struct finding *f;

	if (other_machine)
		f = judge_find(j, subject, VERDICT_FAIL, MSG("the outputs come from two machines: %1 and %2", A_TEXT(uuid->text), A_TEXT(uuid2->text)));
	else if (other_boot)
		f = judge_find(j, subject, VERDICT_WARN, MSG("the machine was restarted between two outputs"));
	else if (uuid2 || boot2)
		f = judge_find(j, subject, VERDICT_PASS, uuid2 ? MSG("the same machine in every output: %1", A_TEXT(uuid->text)) :
								 MSG("the same boot in every output: %1", A_TEXT(boot->text)));
	else
		f = judge_unknown(j, subject, MSG("this is the only output that names the machine: there is nothing to compare it with"),
				  "sudo dmidecode -t system, at the hand-over and again later");
	finding_evidence(finding_evidence(finding_evidence(finding_evidence(f, uuid), uuid2), boot), boot2);
}

/* ---- what could not be judged ---- */

#define NAMES_SHOWN 3 /* of each kind; the report lists the rest one by one */

/* "a, b, c ...", built one name at a time. */
struct names {
	struct slice text;
	int n, shown;
};

static void names_add(struct arena *arena, struct names *names, struct slice name)
{
	names->shown++;
	if (names->shown == 1)
		names->text = name;
	else if (names->shown <= NAMES_SHOWN)
		names->text = arena_printf(arena, "%.*s, %.*s", SLICE_ARG(names->text), SLICE_ARG(name));
	else if (names->shown == NAMES_SHOWN + 1)
		names->text = arena_printf(arena, "%.*s ...", SLICE_ARG(names->text));
}

static bool is_promised_unknown(const struct finding *f)
{
	return f->verdict == VERDICT_UNKNOWN && f->term;
}

struct coverage {
	struct names promised, cut, unread;
};

static struct coverage coverage_of(struct judge *j)
{
	struct coverage c = { .promised = { .n = 0 } };
	const struct finding *last = NULL;
	struct slice blob = { NULL, 0 };

	/* The findings of one check stand together, and so do the lines of one file. */
	for (size_t i = 0; i < j->findings->n; i++) {
		const struct finding *f = j->findings->findings[i];
		if (!is_promised_unknown(f) || (last && slice_eq(last->id, f->id)))
			continue;
		last = f;
		c.promised.n++;
		names_add(j->arena, &c.promised, f->id);
	}
	for (size_t i = 0; i < j->facts->n_sections; i++) {
		const struct section *s = &j->facts->sections[i];
		if (!s->cut)
			continue;
		c.cut.n++;
		names_add(j->arena, &c.cut,
			  arena_printf(j->arena, "%.*s:%d (%s)", SLICE_ARG(s->blob), s->first_line, s->format ? s->format : ""));
	}
	for (size_t i = 0; i < j->facts->n_unread; i++) {
		const struct unread *u = &j->facts->unread[i];
		c.unread.n += u->n_lines;
		if (i && slice_eq(blob, u->blob))
			continue;
		blob = u->blob;
		names_add(j->arena, &c.unread, arena_printf(j->arena, "%.*s:%d", SLICE_ARG(u->blob), u->first_line));
	}
	return c;
}

static struct arg count_or_none(const struct names *names)
{
	return names->n ? A_TEXT(names->text) : A_WORD(N_("none"));
}

static void coverage_judge(struct judge *j, struct subject subject)
{
	struct coverage c = coverage_of(j);
	struct finding *f;

	if (c.promised.n + c.cut.n + c.unread.n == 0) {
		judge_find(j, subject, VERDICT_PASS, MSG("every promised thing was seen and every input understood"));
		return;
	}
	f = judge_unknown(j, subject,
			  MSG("promised and not seen: %1 (%2); outputs cut short: %3 (%4); lines not understood: %5 (%6)", A_INT(c.promised.n),
			      count_or_none(&c.promised), A_INT(c.cut.n), count_or_none(&c.cut), A_INT(c.unread.n), count_or_none(&c.unread)),
			  "");
	/* What is promised stands in the findings that it counts. */
	f->term = NULL;
	for (size_t i = 0; i + 1 < j->findings->n; i++) {
		const struct finding *other = j->findings->findings[i];
		if (is_promised_unknown(other) && other->n_evidence)
			finding_evidence(f, other->evidence[0]);
	}
}

static const struct check table[] = {
	{
		.id = "box.virtual", .subject = SUBJECT_BOX, .basis = BASIS_CONTRACT, .terms = { TERM_MACHINE },
		.privilege = "U C", .source = "lease",
		.verifies = N_("bare metal or virtual machine"),
		.meaning = N_("This is a virtual machine where bare metal was promised: others may share the host, and links and disks may be slower."),
		.remedy = N_("Ask the supplier for bare metal, or for the price of a virtual machine."),
		.judge = virtual_judge,
	},
	{
		.id = "box.container", .subject = SUBJECT_BOX, .basis = BASIS_CONTRACT, .terms = { TERM_MACHINE },
		.privilege = "U C", .source = "lease",
		.verifies = N_("whether the outputs come from a container"),
		.meaning = N_("You are in a container where a whole machine was promised: the host's kernel, driver and other tenants are out of your hands."),
		.remedy = N_("If you started the container yourself, take the outputs outside of it; else ask the supplier for the machine."),
		.judge = container_judge,
	},
	{
		.id = "box.conflict", .subject = SUBJECT_BOX, .basis = BASIS_RULE,
		.privilege = "U", .source = "gpuvet",
		.verifies = N_("outputs that tell of the same thing agree"),
		.meaning = N_("Two outputs contradict each other: they come from two machines or two moments, or one of them was changed."),
		.remedy = N_("Take both outputs again in one session; if they still differ, ask the supplier what the card really is."),
		.judge = box_conflict_judge,
	},
	{
		.id = "box.identity", .subject = SUBJECT_BOX, .basis = BASIS_RULE, .needs = { { KEY_SYS_UUID, KEY_SYS_BOOT_ID } },
		.privilege = "U", .source = "gpuvet",
		.verifies = N_("the machine is the same in every output"),
		.meaning = N_("The machine is not the one that was looked at before."),
		.remedy = N_("Accept the new machine as a whole again, and ask the supplier why it was changed."),
		.judge = identity_judge,
	},
	{
		.id = "box.coverage", .subject = SUBJECT_BOX, .basis = BASIS_RULE,
		.privilege = "U", .source = "gpuvet",
		.verifies = N_("what could not be judged"),
		.meaning = N_("Part of what was promised has not been looked at: this report is no full acceptance."),
		.remedy = N_("Run the commands that the unknown findings name, and judge again with their outputs."),
		.judge = coverage_judge,
	},
};

const struct check_family checks_box = CHECK_FAMILY(table);
