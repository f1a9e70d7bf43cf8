/* SPDX-License-Identifier: Apache-2.0 */
/* Xid events of one GPU: grouped by code, judged line by line, culprits before their echoes. */
#include <string.h>

#include "judge/links.h"

#define XID_PREEMPTED	45 /* cleanup after another error; may name it */
#define XID_NVLINK	74
#define XID_NVLINK5_MIN 144 /* judged by the words and registers of the line */
#define XID_NVLINK5_MAX 150
#define XID_RECOVERY	154 /* carries the driver's own recommendation; the last one is the state */
#define INFO_FLOOD	20  /* application errors on one GPU, none on its siblings: more is a warning (own) */
#define LINK_PARITY_MAX 2   /* parity errors of one link that are no fault yet (NVIDIA's tree for Xid 74) */
#define LINKS		64

struct group {
	int code;
	bool earlier, named; /* all on an earlier boot; no line of its own, named by an Xid 45 */
	bool info;
	enum verdict verdict;
	const char *why;	/* a message id, or NULL */
	const char *resolution; /* of the line's registers, or NULL */
	struct slice action;	/* of Xid 154 */
	/* The log with the most of them: two captures of one log must not count twice. */
	size_t count, here;
	int section;
	const struct fact *first, *last, *here_first;
	struct slice first_time, last_time, here_time;
};

/* Facts of one key, walked beside the events: a log may have so many that none is looked for from the start. */
struct cursor {
	enum key key;
	const struct fact *at;
	bool sorted; /* by section and item, as the parsers give them; else each is looked for */
};

struct walk {
	struct judge *j;
	struct group *groups;
	size_t n, capacity;
	int section, parity[LINKS];
	struct cursor boot, time, fatal, cause, action;
	int vm, container;
};

bool xid_seen(struct judge *j, struct subject gpu)
{
	return fact_get(j->facts, KEY_GPU_XID, gpu) != NULL;
}

static int event_order(const struct fact *a, const struct fact *b)
{
	return a->section != b->section ? (a->section < b->section ? -1 : 1) : (a->item > b->item) - (a->item < b->item);
}

static struct cursor cursor_start(const struct judge *j, enum key key)
{
	struct cursor c = { .key = key, .at = fact_next_key(j->facts, key, NULL), .sorted = true };

	for (const struct fact *f = c.at; f && f->next; f = f->next)
		c.sorted &= event_order(f, f->next) <= 0;
	if (c.sorted && key != KEY_GPU_XID)
		c.sorted = cursor_start(j, KEY_GPU_XID).sorted;
	return c;
}

/* The fact of the cursor's key that belongs to this event; events come in their order. */
static const struct fact *beside(const struct judge *j, const struct fact *event, struct cursor *c)
{
	if (!c->sorted)
		return links_beside(j, event, c->key);
	while (c->at && event_order(c->at, event) < 0)
		c->at = c->at->next;
	for (const struct fact *f = c->at; f && event_order(f, event) == 0; f = f->next)
		if (f->absence == PRESENT && subject_eq(f->subject, event->subject))
			return f;
	return NULL;
}

static struct group *group_of(struct walk *w, int code, bool earlier)
{
	for (size_t i = 0; i < w->n; i++)
		if (w->groups[i].code == code && w->groups[i].earlier == earlier)
			return &w->groups[i];
	w->groups = arena_grow(w->j->arena, w->groups, &w->capacity, w->n + 1, sizeof(*w->groups));
	w->groups[w->n] = (struct group){ .code = code, .earlier = earlier, .section = -1 };
	return &w->groups[w->n++];
}

static void group_count(struct group *g, const struct fact *event, struct slice time)
{
	if (g->section != event->section) {
		g->section = event->section;
		g->here = 0;
		g->here_first = event;
		g->here_time = time;
	}
	g->here++;
	if (g->here < g->count)
		return;
	g->count = g->here;
	g->first = g->here_first;
	g->first_time = g->here_time;
	g->last = event;
	g->last_time = time;
}

static enum verdict severity_verdict(const char *severity)
{
	if (strcmp(severity, "info") == 0)
		return VERDICT_PASS;
	return strcmp(severity, "fail") == 0 ? VERDICT_FAIL : VERDICT_WARN;
}

static void group_raise(struct group *g, enum verdict verdict, const char *why, const char *resolution)
{
	if (g->why && verdict <= g->verdict)
		return;
	if (verdict > g->verdict)
		g->verdict = verdict;
	g->why = why;
	g->resolution = resolution;
}

/* The line's own word decides; where it has none, its registers; where they say nothing, it is a warning. */
static void judge_nvlink5(struct walk *w, struct group *g, const struct fact *event)
{
	const struct fact *fatal = beside(w->j, event, &w->fatal);
	struct xid_line line = xid_line_nvlink5(g->code, event->text);
	enum verdict verdict = line.says == XID_LINE_FATAL ? VERDICT_FAIL : VERDICT_WARN;

	if (fatal && fatal->i)
		group_raise(g, VERDICT_FAIL, N_("The line says Fatal."), line.resolution);
	else if (fatal)
		group_raise(g, VERDICT_WARN, N_("The line says Nonfatal."), line.resolution);
	else
		group_raise(g, verdict, line.why ? line.why : N_("The line does not say whether it is fatal."),
			    line.resolution);
}

static void judge_nvlink(struct walk *w, struct group *g, const struct fact *event)
{
	int link;
	struct xid_line line = xid_line_nvlink(event->text, &link);

	if (w->section != event->section) {
		w->section = event->section;
		memset(w->parity, 0, sizeof(w->parity));
	}
	if (link >= 0 && link < LINKS && ++w->parity[link] > LINK_PARITY_MAX)
		group_raise(g, VERDICT_FAIL, N_("More than two parity or ECC errors on one link."), NULL);
	group_raise(g, line.says == XID_LINE_FATAL ? VERDICT_FAIL : VERDICT_WARN,
		    line.why ? line.why : N_("An NVLink error whose registers are not shown or not known."), NULL);
}

static void judge_recovery(struct walk *w, struct group *g, const struct fact *event)
{
	const struct fact *action = beside(w->j, event, &w->action);

	g->action = action ? slice_trim(action->text) : (struct slice){ NULL, 0 };
	if (!action)
		g->verdict = VERDICT_WARN;
	else
		g->verdict = slice_is_nocase(g->action, "none") || slice_has_nocase(g->action, "(none)") ? VERDICT_PASS
													 : VERDICT_FAIL;
}

/* A log may hold any number; those that no table can hold are one code, 0. */
static int code_of(const struct fact *fact)
{
	return fact->i > 0 && fact->i < 100000 ? (int)fact->i : 0;
}

static void event_judge(struct walk *w, const struct fact *event)
{
	const struct fact *boot = beside(w->j, event, &w->boot), *time = beside(w->j, event, &w->time);
	int code = code_of(event);
	struct group *g = group_of(w, code, boot && boot->i < 0);
	const struct xid *xid = xid_find(code);

	group_count(g, event, time ? time->text : (struct slice){ NULL, 0 });
	if (code == XID_RECOVERY)
		judge_recovery(w, g, event);
	else if (code == XID_NVLINK)
		judge_nvlink(w, g, event);
	else if (code >= XID_NVLINK5_MIN && code <= XID_NVLINK5_MAX)
		judge_nvlink5(w, g, event);
	else if (xid)
		g->verdict = severity_verdict(xid->severity);
	else
		group_raise(g, VERDICT_WARN, N_("The code is not in the table of this version."), NULL);
	g->info = xid && strcmp(xid->severity, "info") == 0;
}

static bool code_seen(const struct walk *w, int code)
{
	for (size_t i = 0; i < w->n; i++)
		if (w->groups[i].code == code && !w->groups[i].earlier && !w->groups[i].named)
			return true;
	return false;
}

/*
 * An Xid 45 names the error that it follows. If the log given does not hold that one, the name is what is known of it:
 * asked when all events are grouped.
 */
static void cause_judge(struct walk *w, const struct fact *event)
{
	const struct fact *cause = beside(w->j, event, &w->cause), *boot = beside(w->j, event, &w->boot);
	int code = cause ? code_of(cause) : 0;
	const struct xid *xid = xid_find(code);

	if (code == 0 || code == XID_PREEMPTED || code_seen(w, code))
		return;
	struct group *g = group_of(w, code, boot && boot->i < 0);
	if (g->count && !g->named)
		return;
	g->named = true;
	g->verdict = xid ? severity_verdict(xid->severity) : VERDICT_WARN;
	group_count(g, event, (struct slice){ NULL, 0 });
}

/* ---- findings ---- */

/* What the catalogue calls a code; NVIDIA describes codes that its drivers no longer use as "Unused". */
static const char *xid_title(const struct xid *xid)
{
	if (!xid)
		return N_("a code that is not in the table");
	return xid->description[0] && xid->description[0] != '(' && strcmp(xid->description, "Unused") != 0 ? xid->description
													    : xid->name;
}

static struct message group_message(const struct group *g)
{
	struct arg code = A_INT(g->code), title = A_WORD(xid_title(xid_find(g->code))), count = A_INT((int64_t)g->count);
	struct slice first = g->first_time, last = g->last_time;

	if (g->named)
		return MSG("Xid %1 (%2) is named as the cause by Xid 45; its own line is not in the log given", code, title);
	if (g->code == XID_RECOVERY && g->action.len)
		return MSG("Xid %1 (%2): the last one asks for '%3'", code, title, A_TEXT(g->action));
	if (first.len == 0)
		return g->count == 1 ? MSG("Xid %1 (%2): one event", code, title)
				     : MSG("Xid %1 (%2): %3 events", code, title, count);
	if (g->count == 1)
		return MSG("Xid %1 (%2): one event, at %3", code, title, A_TEXT(first));
	return MSG("Xid %1 (%2): %3 events, the first at %4, the last at %5", code, title, count, A_TEXT(first), A_TEXT(last));
}

static struct message group_meaning(const struct group *g, bool flood)
{
	if (g->earlier && g->verdict > VERDICT_PASS)
		return MSG("It happened on an earlier boot, perhaps under another tenant: it says nothing sure of today, but "
			   "argues a price.");
	if (flood)
		return MSG("So many application errors on one GPU and none on its siblings are no longer like an application's "
			   "fault.");
	if (g->code == XID_PREEMPTED)
		return MSG("The driver cleaned up after another error; this line alone accuses nothing.");
	if (g->verdict == VERDICT_PASS && g->info)
		return MSG(
			"NVIDIA counts this code as an application's error or as a notice; it does not accuse the hardware.");
	return g->why ? MSG("%1", A_WORD(g->why)) : (struct message){ .id = NULL };
}

/* NVIDIA's second action adds nothing where there is none, where it is to ignore the event, or where it names the first again.
 */
static bool adds_nothing(const char *then)
{
	static const char *const empty[] = { "-", "N/A", "IGNORE", "Solo", "WORKFLOW" };

	for (size_t i = 0; i < sizeof(empty) / sizeof(*empty); i++)
		if (strncmp(then, empty[i], strlen(empty[i])) == 0)
			return true;
	return then[0] == 0;
}

static struct message group_remedy(const struct walk *w, const struct group *g)
{
	const struct xid *xid = xid_find(g->code);
	const char *action = g->resolution ? g->resolution : xid ? xid->action : "";
	const char *then = xid ? xid->investigation : "";
	const char *now = xid_action_words(action, w->vm, w->container);

	if (g->verdict > VERDICT_PASS && strncmp(action, "IGNORE", strlen("IGNORE")) == 0)
		now = N_("Nothing to do at once: keep the line, put some load on the GPU, and look again.");
	if (adds_nothing(then))
		return MSG("%1", A_WORD(now));
	return MSG("%1 If it comes back: %2", A_WORD(now), A_WORD(xid_action_words(then, w->vm, w->container)));
}

static void group_find(const struct walk *w, struct subject gpu, const struct group *g, bool flood)
{
	struct judge *j = w->j;
	enum verdict verdict = g->verdict;
	struct finding *f;

	if (g->earlier && verdict > VERDICT_WARN)
		verdict = VERDICT_WARN;
	if (flood && verdict == VERDICT_PASS)
		verdict = VERDICT_WARN;
	f = judge_find_code(j, gpu, g->code, verdict, group_message(g));
	f->expected = MSG("no Xid on this boot that means hardware");
	f->meaning = group_meaning(g, flood);
	f->remedy = group_remedy(w, g);
	finding_evidence(f, g->first);
	if (g->last != g->first)
		finding_evidence(f, g->last);
	if (g->code == XID_RECOVERY)
		finding_evidence(f, links_beside(j, g->last, KEY_GPU_XID_ACTION));
}

static bool siblings_quiet(const struct judge *j, struct subject gpu)
{
	const struct fact *event = NULL;

	while ((event = fact_next_key(j->facts, KEY_GPU_XID, event))) {
		const struct xid *xid =
			event->absence == PRESENT && event->i > 0 && event->i < 100000 ? xid_find((int)event->i) : NULL;
		if (xid && strcmp(xid->severity, "info") == 0 && !subject_eq(event->subject, gpu))
			return false;
	}
	return true;
}

/* A machine that has one GPU has nothing to compare it with. */
static bool only_gpu(const struct judge *j)
{
	return fact_value(j->facts, KEY_BOX_GPU_COUNT, subject_box(), 0) == 1 ||
	       fact_value(j->facts, KEY_BOX_GPU_PCI_COUNT, subject_box(), 0) == 1;
}

/* The group of application errors that carries the warning of a flood; NULL: no flood. */
static const struct group *flood_find(const struct walk *w, struct subject gpu)
{
	const struct group *most = NULL;
	size_t total = 0;

	for (size_t i = 0; i < w->n; i++) {
		const struct group *g = &w->groups[i];
		if (!g->info || g->earlier || g->named || g->code == XID_PREEMPTED)
			continue;
		total += g->count;
		if (!most || g->count > most->count)
			most = g;
	}
	return total > INFO_FLOOD && siblings_quiet(w->j, gpu) && !only_gpu(w->j) ? most : NULL;
}

static void walk_rewind(struct walk *w)
{
	w->section = -1;
	w->boot = cursor_start(w->j, KEY_GPU_XID_BOOT);
	w->time = cursor_start(w->j, KEY_GPU_XID_TIME);
	w->fatal = cursor_start(w->j, KEY_GPU_XID_FATAL);
	w->cause = cursor_start(w->j, KEY_GPU_XID_CAUSE);
	w->action = cursor_start(w->j, KEY_GPU_XID_ACTION);
}

void xid_judge(struct judge *j, struct subject gpu)
{
	struct walk w = { .j = j, .vm = judge_is_vm(j), .container = judge_is_container(j) };
	const struct fact *event = NULL;
	const struct group *flood;

	walk_rewind(&w);
	while ((event = fact_next(j->facts, KEY_GPU_XID, gpu, event)))
		if (event->absence == PRESENT)
			event_judge(&w, event);
	walk_rewind(&w);
	while ((event = fact_next(j->facts, KEY_GPU_XID, gpu, event)))
		if (event->absence == PRESENT)
			cause_judge(&w, event);
	flood = flood_find(&w, gpu);
	for (size_t i = 0; i < w.n; i++)
		if (!w.groups[i].earlier || !code_seen(&w, w.groups[i].code))
			group_find(&w, gpu, &w.groups[i], &w.groups[i] == flood);
}
