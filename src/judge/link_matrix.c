/* SPDX-License-Identifier: Apache-2.0 */
/* The topology matrix as numbers: which GPUs it names, and how many links each pair has. */
#include <stdlib.h>

#include "judge/links.h"

#define MATRIX_GPUS 256 /* more than any machine holds; a larger index is no matrix */

struct matrix_build {
	struct link_matrix m;
	int gpu[MATRIX_GPUS];
};

static int cell_links(struct slice path)
{
	int64_t n;

	path = slice_trim(path);
	if (slice_starts(path, "NV")) {
		path = slice_sub(path, 2, path.len);
		return slice_take_int(&path, &n) && path.len == 0 && n > 0 && n < 1000 ? (int)n : -1;
	}
	return path.len && !slice_is(path, "N/A") ? 0 : -1;
}

static void gpu_add(struct matrix_build *b, int index)
{
	size_t at = b->m.n;

	for (size_t i = 0; i < b->m.n; i++)
		if (b->gpu[i] == index)
			return;
	if (b->m.n == MATRIX_GPUS)
		return;
	for (; at > 0 && b->gpu[at - 1] > index; at--)
		b->gpu[at] = b->gpu[at - 1];
	b->gpu[at] = index;
	b->m.n++;
}

static size_t gpu_at(const struct link_matrix *m, int index)
{
	size_t i = 0;

	while (i < m->n && m->gpu[i] != index)
		i++;
	return i;
}

/* Two captures of one pair: the smaller number of links is the one that needs an answer. */
static void cell_set(struct link_matrix *m, const struct fact *fact)
{
	size_t a = gpu_at(m, fact->subject.a), b = gpu_at(m, fact->subject.b);
	int links = fact->absence == PRESENT ? cell_links(fact->text) : -1;

	if (a == m->n || b == m->n || a == b || links < 0)
		return;
	struct link_cell *cell = &m->cells[a * m->n + b];
	if (cell->links >= 0 && cell->links <= links)
		return;
	*cell = (struct link_cell){ .links = links, .fact = fact };
	m->cells[b * m->n + a] = *cell;
}

static void matrix_count(struct link_matrix *m)
{
	size_t many[1000] = { 0 };

	for (size_t a = 0; a < m->n; a++) {
		for (size_t b = a + 1; b < m->n; b++) {
			int links = m->cells[a * m->n + b].links;
			m->unreadable += links < 0;
			if (links > 0)
				many[links]++;
			if (links > m->most)
				m->most = links;
		}
	}
	for (int links = 1; links <= m->most; links++)
		if (many[links] > 0 && (m->usual == 0 || many[links] >= many[m->usual]))
			m->usual = links;
}

static bool has_screen(const struct facts *facts, struct subject link)
{
	return judge_is_screen(facts, subject_gpu(link.a)) || judge_is_screen(facts, subject_gpu(link.b));
}

const struct link_matrix *link_matrix_read(struct judge *j)
{
	struct matrix_build *b = arena_alloc(j->arena, sizeof(*b));
	const struct fact *f = NULL;
	struct link_matrix *m = &b->m;

	while ((f = fact_next_key(j->facts, KEY_LINK_PATH, f))) {
		if (has_screen(j->facts, f->subject))
			continue;
		gpu_add(b, f->subject.a);
		gpu_add(b, f->subject.b);
	}
	if (m->n < 2)
		return NULL;
	m->gpu = b->gpu;
	m->cells = arena_array(j->arena, m->n * m->n, sizeof(*m->cells));
	for (size_t i = 0; i < m->n * m->n; i++)
		m->cells[i].links = -1;
	while ((f = fact_next_key(j->facts, KEY_LINK_PATH, f)))
		if (!has_screen(j->facts, f->subject))
			cell_set(m, f);
	matrix_count(m);
	return m;
}

const struct link_cell *link_matrix_at(const struct link_matrix *m, size_t a, size_t b)
{
	return &m->cells[a * m->n + b];
}

int link_matrix_used(const struct link_matrix *m, size_t a, int links)
{
	int sum = 0, most = 0;
	bool gap = false;

	for (size_t b = 0; b < m->n; b++) {
		int cell = a == b ? 0 : link_matrix_at(m, a, b)->links;
		gap |= cell < 0;
		sum += cell > 0 ? cell : 0;
		most = cell > most ? cell : most;
	}
	/* Behind a switch all peers share the same links; wired directly each peer has its own. */
	if (most >= links || (sum > links && most > 0))
		return most;
	return gap ? -1 : sum;
}
