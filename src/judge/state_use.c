/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Is the card at rest, and does somebody else use it? A container does not see the processes of others, so an empty list
 * proves nothing alone: memory in use and utilisation speak for those that are not visible.
 */
#include "judge/links.h"
#include "judge/state.h"

#define IDLE_PERCENT 1000		  /* 10 % */
#define IDLE_MEMORY  (INT64_C(700) << 20) /* what drivers keep for themselves on any card */
#define SHOW_USE     "nvidia-smi; sudo fuser -v /dev/nvidia*"

bool state_is_monitor(const struct judge *j, const struct fact *fact)
{
	return j->facts->sections[fact->section].moment == MOMENT_MONITOR;
}

bool state_mig(const struct judge *j, struct subject gpu)
{
	const struct fact *mig = links_highest(j, KEY_GPU_MIG_CURRENT, gpu);

	return mig && mig->i;
}

const struct fact *state_beside(const struct judge *j, const struct fact *fact, enum key key)
{
	/* A sample of a monitor is its own moment: fact_beside() would give the first one where it has no value. */
	return state_is_monitor(j, fact) ? links_beside(j, fact, key) : fact_beside(j->facts, fact, key);
}

const struct fact *state_beside_or_any(const struct judge *j, const struct fact *fact, enum key key)
{
	const struct fact *f = state_beside(j, fact, key);

	return f ? f : fact_get(j->facts, key, fact->subject);
}

/* ---- gpu.idle ---- */

static bool is_at_work(const struct fact *fact)
{
	return fact && fact->i > (fact->key == KEY_GPU_UTILIZATION ? IDLE_PERCENT : IDLE_MEMORY);
}

/* One output: both values of one moment. */
struct use {
	const struct fact *utilization, *memory;
};

static struct use use_of(const struct judge *j, const struct fact *fact)
{
	bool is_memory = fact->key == KEY_GPU_MEMORY_USED;
	struct use use = {
		.utilization = is_memory ? state_beside(j, fact, KEY_GPU_UTILIZATION) : fact,
		.memory = is_memory ? fact : state_beside(j, fact, KEY_GPU_MEMORY_USED),
	};

	return use;
}

/* The uses of all snapshots: the one at rest, the one at work, and one of which only a part is told. */
struct uses {
	struct use rest, work, part;
	bool monitor;
};

static void uses_add(const struct judge *j, struct subject gpu, enum key key, struct uses *uses)
{
	const struct fact *f = NULL;

	while ((f = fact_next(j->facts, key, gpu, f))) {
		if (f->absence != PRESENT)
			continue;
		struct use use = use_of(j, f);
		if (state_is_monitor(j, f))
			uses->monitor = true;
		else if (is_at_work(use.utilization) || is_at_work(use.memory))
			uses->work = use;
		else if (use.utilization && use.memory)
			uses->rest = use;
		else
			uses->part = use;
	}
}

static struct message use_words(const struct use *use)
{
	if (use->utilization && use->memory)
		return MSG("%1 utilisation, %2 of memory in use", A_QTY(use->utilization->i, UNIT_PERCENT),
			   A_QTY(use->memory->i, UNIT_BYTES));
	if (use->utilization)
		return MSG("%1 utilisation", A_QTY(use->utilization->i, UNIT_PERCENT));
	return MSG("%1 of memory in use", A_QTY(use->memory->i, UNIT_BYTES));
}

void idle_judge(struct judge *j, struct subject gpu)
{
	struct uses uses = { 0 };
	const struct use *use = &uses.rest;
	struct finding *f;

	if (state_mig(j, gpu)) {
		judge_unknown(j, gpu, MSG("MIG is on: the driver tells no utilisation of the whole card"),
			      "nvidia-smi mig -lgi");
		return;
	}
	uses_add(j, gpu, KEY_GPU_UTILIZATION, &uses);
	uses_add(j, gpu, KEY_GPU_MEMORY_USED, &uses);
	/* Seen at rest once, it can rest; a second output under load is what somebody tests with. */
	if (use->memory) {
		f = judge_find(j, gpu, VERDICT_PASS, use_words(use));
	} else if (uses.work.utilization || uses.work.memory) {
		use = &uses.work;
		f = judge_find(j, gpu, VERDICT_WARN, use_words(use));
	} else if (uses.part.utilization || uses.part.memory) {
		judge_missing(j, gpu, uses.part.memory ? KEY_GPU_UTILIZATION : KEY_GPU_MEMORY_USED);
		return;
	} else {
		judge_unknown(j, gpu, MSG("only a running monitor is given: it shows a load, not the state at hand-over"),
			      "nvidia-smi");
		return;
	}
	f->expected = MSG("at most %1 utilisation and %2 of memory in use", A_QTY(IDLE_PERCENT, UNIT_PERCENT),
			  A_QTY(IDLE_MEMORY, UNIT_BYTES));
	finding_evidence(finding_evidence(f, use->utilization), use->memory);
}

/* ---- gpu.foreign ---- */

/* The processes of one list. */
struct list {
	const struct fact *first; /* the first that computes; NULL: none is visible */
	int64_t computing, graphics;
	int64_t memory;	   /* of all that tell it */
	bool memory_known; /* all tell it */
};

/* A csv names processes without their type; another list of the same GPU may tell it. */
static const struct fact *type_of(const struct judge *j, const struct fact *process)
{
	const struct fact *type = links_beside(j, process, KEY_GPU_PROCESS_TYPE), *pid = links_beside(j, process, KEY_GPU_PROCESS_PID);
	const struct fact *f = NULL;

	while (!type && pid && (f = fact_next(j->facts, KEY_GPU_PROCESS_PID, process->subject, f)))
		if (f->absence == PRESENT && f->i == pid->i)
			type = links_beside(j, f, KEY_GPU_PROCESS_TYPE);
	return type;
}

/* Windows calls every window of a desktop C+G, and lists all of them as compute; elsewhere a desktop of that type is small. */
static bool is_graphics(const struct judge *j, const struct fact *process)
{
	const struct fact *type = type_of(j, process), *memory = links_beside(j, process, KEY_GPU_PROCESS_MEMORY);
	struct slice model = fact_words(j->facts, KEY_BOX_DRIVER_MODEL, subject_box());
	bool windows = slice_is(model, "wddm") || slice_is(model, "wsl");

	if (!type)
		return slice_is(model, "wddm");
	return slice_is(type->text, "G") || (slice_is(type->text, "C+G") && (windows || (memory && memory->i <= IDLE_MEMORY)));
}

static struct list list_of(const struct judge *j, const struct fact *count)
{
	struct list list = { .memory_known = true };
	const struct fact *f = NULL;

	while ((f = fact_next(j->facts, KEY_GPU_PROCESS, count->subject, f))) {
		if (f->section != count->section || f->absence != PRESENT)
			continue;
		const struct fact *memory = links_beside(j, f, KEY_GPU_PROCESS_MEMORY);
		list.memory += memory ? memory->i : 0;
		list.memory_known &= memory != NULL;
		if (is_graphics(j, f)) {
			list.graphics++;
		} else {
			list.computing++;
			list.first = list.first ? list.first : f;
		}
	}
	/* A list may count more than it names. */
	if (list.computing + list.graphics < count->i)
		list.computing = count->i - list.graphics;
	return list;
}

/* What a snapshot shows of memory near a list that has none of its own. */
static const struct fact *memory_near(const struct judge *j, const struct fact *count)
{
	const struct fact *f = state_beside(j, count, KEY_GPU_MEMORY_USED), *most = f;

	if (f)
		return f;
	while ((f = fact_next(j->facts, KEY_GPU_MEMORY_USED, count->subject, f)))
		if (f->absence == PRESENT && !state_is_monitor(j, f) && (!most || f->i > most->i))
			most = f;
	return most;
}

/* Work that no visible process explains. */
static bool is_hidden_work(const struct list *list, const struct use *use)
{
	if (list->computing > 0)
		return false;
	if (list->graphics == 0)
		return is_at_work(use->utilization) || is_at_work(use->memory);
	/* A desktop explains its utilisation, and the memory that it says it has. */
	return list->memory_known && use->memory && use->memory->i - list->memory > IDLE_MEMORY;
}

static void foreign_find(struct judge *j, struct subject gpu, const struct fact *count, const struct list *list,
			 const struct use *use)
{
	const struct term *exclusive = judge_term(j, TERM_GPU_EXCLUSIVE);
	bool promised = exclusive && exclusive->i;
	struct finding *f;

	if (is_hidden_work(list, use)) {
		f = judge_find(j, gpu, promised ? VERDICT_FAIL : VERDICT_WARN,
			       use->utilization
				       ? MSG("%2 of memory in use and %1 utilisation that no visible process explains",
					     A_QTY(use->utilization->i, UNIT_PERCENT), A_QTY(use->memory->i, UNIT_BYTES))
				       : MSG("%1 of memory in use that no visible process explains",
					     A_QTY(use->memory->i, UNIT_BYTES)));
	} else if (list->computing > 0) {
		f = judge_find(j, gpu, VERDICT_WARN,
			       list->first ? MSG("%1 compute processes on the card, the first is '%2': whose are they?",
						 A_INT(list->computing), A_TEXT(list->first->text))
					   : MSG("%1 compute processes on the card: whose are they?", A_INT(list->computing)));
	} else {
		f = judge_find(j, gpu, VERDICT_PASS,
			       MSG("no compute process, %1 of memory in use", A_QTY(use->memory->i, UNIT_BYTES)));
	}
	/* Processes that are shown may be the tenant's own: no breach of the promise. */
	if (f->verdict == VERDICT_WARN || !promised)
		f->term = NULL;
	f->expected = promised ? MSG("nobody else on the card") : MSG("no compute process but your own");
	finding_evidence(finding_evidence(finding_evidence(finding_evidence(f, count), list->first), use->memory),
			 use->utilization);
}

/* 2 hidden work, 1 processes, 0 nothing. */
static int foreign_weight(const struct list *list, const struct use *use)
{
	return is_hidden_work(list, use) ? 2 : list->computing > 0;
}

/*
 * No list of processes, but the memory in use. A card at rest needs no list. Work on it is hidden only where the tool shows
 * processes at all: its table does, a csv does not, and a list that was refused is no empty one. False when only a monitor was
 * given.
 */
static bool foreign_unlisted(struct judge *j, struct subject gpu)
{
	const struct list nobody = { .memory_known = true };
	const struct fact *f = NULL, *memory = NULL;

	while ((f = fact_next(j->facts, KEY_GPU_MEMORY_USED, gpu, f)))
		if (f->absence == PRESENT && !state_is_monitor(j, f) && (!memory || f->i > memory->i))
			memory = f;
	if (!memory)
		return false;
	struct use use = use_of(j, memory);
	bool asked = slice_has(slice_of(j->facts->sections[memory->section].format),
			       " -"); /* for values, as in "nvidia-smi --query" */
	bool refused = fact_any(j->facts, KEY_GPU_PROCESS_COUNT, gpu) != NULL;
	if (is_hidden_work(&nobody, &use) && (asked || refused))
		judge_missing(j, gpu, KEY_GPU_PROCESS_COUNT);
	else
		foreign_find(j, gpu, NULL, &nobody, &use);
	return true;
}

void foreign_judge(struct judge *j, struct subject gpu)
{
	const struct fact *count = NULL, *worst = NULL;
	struct list worst_list = { 0 };
	struct use worst_use = { 0 };
	int weight = -1;

	if (state_mig(j, gpu)) {
		judge_unknown(j, gpu, MSG("MIG is on: who uses the other slices of the card is not visible"), SHOW_USE);
		return;
	}
	while ((count = fact_next(j->facts, KEY_GPU_PROCESS_COUNT, gpu, count))) {
		if (count->absence != PRESENT || state_is_monitor(j, count))
			continue;
		struct list list = list_of(j, count);
		struct use use = { state_beside(j, count, KEY_GPU_UTILIZATION), memory_near(j, count) };
		/* Without the memory in use, an empty list says nothing: in a container it is always empty. */
		if ((!use.memory && !list.computing) || foreign_weight(&list, &use) <= weight)
			continue;
		weight = foreign_weight(&list, &use);
		worst = count;
		worst_list = list;
		worst_use = use;
	}
	if (worst)
		foreign_find(j, gpu, worst, &worst_list, &worst_use);
	else if (!fact_any(j->facts, KEY_GPU_MEMORY_USED, gpu) && fact_any(j->facts, KEY_GPU_PROCESS_COUNT, gpu) &&
		 !state_is_monitor(j, fact_any(j->facts, KEY_GPU_PROCESS_COUNT, gpu)))
		judge_missing(j, gpu, KEY_GPU_MEMORY_USED);
	else if (!foreign_unlisted(j, gpu))
		judge_unknown(j, gpu, MSG("only a running monitor is given: it shows a load, not who was there before"),
			      SHOW_USE);
}
