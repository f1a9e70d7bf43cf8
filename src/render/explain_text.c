/* SPDX-License-Identifier: Apache-2.0 */
#include "render/explain_text.h"

#include <string.h>

#define INDENT	    2
#define LIST_COLUMN 24
#define COLUMN	    16

static void field(struct page *page, const char *label, struct slice text)
{
	if (text.len)
		page_field(page, INDENT, slice_of(label), COLUMN, text);
}

static struct slice translated(const char *id)
{
	return slice_of(id ? tr(id) : NULL);
}

void render_checks_text(struct page *page)
{
	for (size_t f = 0; f < n_check_families; f++)
		for (size_t i = 0; i < check_families[f]->n; i++) {
			const struct check *check = &check_families[f]->checks[i];
			page_field(page, 0, slice_of(check->id), LIST_COLUMN, translated(check->verifies));
		}
}

/* What each letter of a check's privilege column asks for. */
static const struct {
	char letter;
	const char *words;
} privileges[] = {
	{ 'U', N_("any user") },
	{ 'C', N_("also inside a container") },
	{ 'R', N_("root") },
	{ 'K', N_("a kernel log that may be read") },
	{ 'H', N_("the host or bare metal only") },
};

static void privilege(struct arena *arena, struct page *page, const char *letters)
{
	struct slice text = { NULL, 0 };

	for (size_t i = 0; letters && i < sizeof(privileges) / sizeof(*privileges); i++) {
		if (!strchr(letters, privileges[i].letter))
			continue;
		text = text.len ? arena_printf(arena, "%.*s; %s", SLICE_ARG(text), tr(privileges[i].words)) :
				  slice_of(tr(privileges[i].words));
	}
	field(page, tr("needs"), text);
}

static void commands(struct arena *arena, struct page *page, const struct check *check)
{
	for (size_t g = 0; g < CHECK_NEEDS && check->needs[g][0]; g++)
		for (size_t i = 0; i < NEED_KEYS && check->needs[g][i]; i++) {
			const struct key_info *info = key_info(check->needs[g][i]);
			field(page, g + i ? "" : tr("shown by"), arena_printf(arena, "%s  (%s)", info->how, info->name));
		}
}

static void promises(struct arena *arena, struct page *page, const struct check *check)
{
	for (size_t i = 0; i < CHECK_TERMS && check->terms[i]; i++) {
		const struct term_info *info = term_info(check->terms[i]);
		field(page, i ? "" : tr("promised by"), arena_printf(arena, "%s: %s", info->name, info->form));
	}
}

static void xid_row(struct page *page, int code)
{
	const struct xid *x = xid_find(code);

	if (!x) {
		field(page, tr("code"), slice_of(tr("not in NVIDIA's catalogue")));
		return;
	}
	field(page, tr("code"), slice_of(x->name));
	field(page, "", slice_of(x->description));
	field(page, tr("NVIDIA says"), slice_of(x->action));
	field(page, "", slice_of(x->investigation));
	field(page, tr("severity"), slice_of(x->severity));
	field(page, tr("note"), slice_of(x->note));
}

static void sxid_row(struct page *page, int code)
{
	const struct sxid *x = sxid_find(code);

	if (!x) {
		field(page, tr("code"), slice_of(tr("not in NVIDIA's catalogue")));
		return;
	}
	field(page, tr("code"), slice_of(x->name));
	field(page, tr("severity"), slice_of(x->always_fatal	    ? tr("always fatal") :
					     x->potentially_fatal ? tr("may be fatal; the log line says whether it was") :
								    tr("not fatal")));
	field(page, tr("NVIDIA says"), slice_of(x->recovery));
}

void render_check_text(struct arena *arena, struct page *page, const struct check *check, struct slice id)
{
	int64_t code;
	size_t dot = slice_find_char(id, '.');
	bool numbered = dot != SLICE_NONE && slice_int(slice_sub(id, dot + 1, id.len), &code) && code >= 0 && code <= INT32_MAX;

	page_text(page, 0, COLOUR_BOLD, id);
	if (numbered && slice_starts(id, "xid."))
		xid_row(page, (int)code);
	else if (numbered && slice_starts(id, "sxid."))
		sxid_row(page, (int)code);
	field(page, tr("verifies"), translated(check->verifies));
	field(page, tr("means"), translated(check->meaning));
	field(page, tr("do"), translated(check->remedy));
	promises(arena, page, check);
	field(page, tr("threshold"), slice_of(check->source));
	privilege(arena, page, check->privilege);
	commands(arena, page, check);
}
