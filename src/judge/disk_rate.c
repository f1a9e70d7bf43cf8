/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Measured disk rates against the promised ones. A run proves a rate only when it went past the page cache and the number is
 * one that a disk can reach; and a run that asks for little at a time proves what it reached, not what the disk cannot do.
 */
#include "base/text.h"
#include "judge/disks.h"
#include "judge/host.h"

#define RATE_PERCENT 90
#define MIB	     ((int64_t)1 << 20)
#define DD_BLOCK     (64 * MIB)	  /* below it dd has one request under way at a time */
#define FIO_BLOCK    (128 * 1024) /* below it a run measures requests, not the rate */
/* What one device's link can carry, rounded up: PCIe 5.0 x4; SATA 6 Gbit/s; the outer tracks of a hard disk. */
#define NVME_MOST ((int64_t)16 * 1000 * 1000 * 1000)
#define SATA_MOST ((int64_t)620 * 1000 * 1000)
#define HDD_MOST  ((int64_t)600 * 1000 * 1000)

enum proof {
	PROOF_RATE,	/* the rate of the disk */
	PROOF_AT_LEAST, /* the disk does this much; more was not asked of it */
	PROOF_CACHE,	/* the page cache, or no word about it */
	PROOF_BEYOND,	/* more than the disk or its link can do */
};

struct run {
	const struct fact *rate;
	struct subject subject;	 /* the disk, else the file system or path */
	const struct disk *disk; /* NULL: not seen */
	struct slice mount;	 /* empty: not known */
	enum proof proof;
};

static bool place_of_run(const struct judge *j, const struct disks *disks, struct run *run)
{
	struct slice path = run->rate->subject.name, name;
	const struct fact *fact;
	bool named;

	run->subject = run->rate->subject;
	if (slice_starts(path, "/dev/") && !slice_starts(path, "/dev/shm")) {
		named = disk_of_device(path, &name);
	} else {
		run->mount = disk_mount_of_path(j, path);
		if (run->mount.len)
			run->subject = subject_named(SUBJECT_FS, run->mount);
		named = run->mount.len && disk_of_mount(j, run->mount, &name, &fact);
	}
	if (!named)
		return false;
	run->subject = subject_named(SUBJECT_DISK, name);
	for (size_t i = 0; i < disks->n; i++)
		if (slice_eq(disks->disks[i].subject.name, name))
			run->disk = &disks->disks[i];
	return true;
}

/* The most that the disk can do; no limit is known for RAID, network and volumes of several disks. */
static int64_t link_most(const struct disk *d)
{
	if (!d || (d->place != DISK_LOCAL && d->place != DISK_LOCAL_LOST))
		return INT64_MAX;
	switch (d->kind) {
	case DISK_KIND_NVME:
		return NVME_MOST;
	case DISK_KIND_SSD:
		return d->transport && slice_is(d->transport->text, "sata") ? SATA_MOST : NVME_MOST;
	case DISK_KIND_HDD:
		return HDD_MOST;
	case DISK_KIND_UNSEEN:
		break;
	}
	return INT64_MAX;
}

static enum proof proof_of(const struct judge *j, const struct run *run)
{
	const struct fact *direct = fact_beside(j->facts, run->rate, KEY_BENCH_DIRECT);
	const struct fact *tool = fact_beside(j->facts, run->rate, KEY_BENCH_TOOL);
	const struct fact *block = fact_beside(j->facts, run->rate, KEY_BENCH_BLOCK);
	bool dd = !tool || !slice_is(tool->text, "fio");

	if (!direct || !direct->i)
		return PROOF_CACHE;
	if (run->rate->i > link_most(run->disk))
		return PROOF_BEYOND;
	if (dd ? !block || block->i < DD_BLOCK : block && block->i < FIO_BLOCK)
		return PROOF_AT_LEAST;
	return PROOF_RATE;
}

/* All runs of one direction. */
static struct run *runs_of(const struct judge *j, const struct disks *disks, bool write, size_t *ret_n)
{
	struct run *runs = arena_array(j->arena, j->facts->n + 1, sizeof(*runs));
	const struct fact *f = NULL;
	size_t n = 0;

	while ((f = fact_next_key(j->facts, KEY_BENCH_RATE, f))) {
		const struct fact *writes = f->absence == PRESENT ? fact_beside(j->facts, f, KEY_BENCH_WRITE) : NULL;
		if (!writes || (writes->i != 0) != write)
			continue;
		struct run *run = &runs[n++];
		*run = (struct run){ .rate = f };
		place_of_run(j, disks, run);
		run->proof = proof_of(j, run);
	}
	*ret_n = n;
	return runs;
}

static bool run_answers(const struct run *run, const struct promised_disk *p)
{
	if (p->mount && run->mount.len)
		return slice_eq(p->mount->text, run->mount);
	return p->disk && run->subject.kind == SUBJECT_DISK && subject_eq(run->subject, p->disk->subject);
}

/* A proof beats none, and of two of one kind the faster. */
static bool run_better(const struct run *a, const struct run *b)
{
	bool a_proves = a->proof <= PROOF_AT_LEAST, b_proves = b->proof <= PROOF_AT_LEAST;

	if (a_proves != b_proves)
		return a_proves;
	return a->rate->i > b->rate->i;
}

struct direction {
	bool write;
	enum term_key term;
	const char *flag; /* what dd's command line needs */
	const char *command;
	const char *clause;
};

static const struct direction reading = {
	false,
	TERM_DISK_READ,
	"iflag=direct",
	"fio --name=read --rw=read --direct=1 --bs=1M --size=8G --iodepth=32 --ioengine=libaio --output-format=json "
	"--directory=MOUNT",
	N_("disk: [{read: %1}]"),
};
static const struct direction writing = {
	true,
	TERM_DISK_WRITE,
	"oflag=direct or conv=fsync",
	"fio --name=write --rw=write --direct=1 --bs=1M --size=8G --iodepth=32 --ioengine=libaio --output-format=json "
	"--directory=MOUNT",
	N_("disk: [{write: %1}]"),
};

static struct message doubt(const struct direction *d, const struct run *run)
{
	struct arg rate = A_QTY(run->rate->i, UNIT_BYTES_PER_SECOND);

	if (run->proof == PROOF_BEYOND)
		return MSG("%1 is more than this disk or its link can do: the page cache answered, not the disk", rate);
	if (run->proof == PROOF_CACHE && run->rate->i > link_most(run->disk) / 2)
		return MSG("%1 was measured without %2: the page cache may have answered, and hardly any disk is so fast", rate,
			   A_STR(d->flag));
	if (run->proof == PROOF_CACHE)
		return MSG("%1 was measured without %2 (or its command line is not shown): the page cache may have answered",
			   rate, A_STR(d->flag));
	return MSG("%1 was reached with small blocks, one request at a time: the disk may do more", rate);
}

static void run_judge(struct judge *j, const struct direction *d, const struct run *run, const struct term *want)
{
	bool kept = host_reaches(run->rate->i, want->i, RATE_PERCENT);
	bool proves = run->proof == PROOF_RATE || (run->proof == PROOF_AT_LEAST && kept);
	struct finding *f;

	if (proves)
		f = judge_find(j, run->subject, kept ? VERDICT_PASS : VERDICT_FAIL,
			       MSG("%1", A_QTY(run->rate->i, UNIT_BYTES_PER_SECOND)));
	else
		f = judge_unknown(j, run->subject, doubt(d, run), d->command);
	f->term = want;
	f->expected = MSG("at least %1 %% of %2, measured past the page cache", A_INT(RATE_PERCENT),
			  A_QTY(want->i, UNIT_BYTES_PER_SECOND));
	finding_evidence(f, run->rate);
}

/* One promised rate: judged by its best run. */
static void promise_judge(struct judge *j, const struct direction *d, struct run *runs, size_t n, const struct promised_disk *p,
			  const struct term *want, bool only)
{
	const struct run *best = NULL;

	for (size_t i = 0; i < n; i++)
		if (run_answers(&runs[i], p) && (!best || run_better(&runs[i], best)))
			best = &runs[i];
	/* The lease has one disk, and the run does not say where it ran: shown, never a pass. */
	for (size_t i = 0; i < n && !best && only; i++) {
		if (runs[i].mount.len || runs[i].subject.kind == SUBJECT_DISK)
			continue;
		struct finding *f = judge_unknown(
			j, subject_box(),
			MSG("%1 was measured, but not shown on which disk", A_QTY(runs[i].rate->i, UNIT_BYTES_PER_SECOND)),
			d->command);
		f->term = want;
		finding_evidence(f, runs[i].rate);
		return;
	}
	if (best) {
		run_judge(j, d, best, want);
		return;
	}
	struct subject subject = p->disk    ? p->disk->subject
				 : p->mount ? subject_named(SUBJECT_FS, p->mount->text)
					    : subject_box();
	struct finding *f = judge_unknown(j, subject, MSG("the promised rate was not measured"), d->command);
	f->term = want;
}

static void rates_unagreed(struct judge *j, const struct direction *d, struct run *runs, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		bool best = runs[i].proof <= PROOF_AT_LEAST;
		for (size_t k = 0; k < n; k++)
			if (k != i && subject_eq(runs[k].subject, runs[i].subject) &&
			    (run_better(&runs[k], &runs[i]) || (k < i && !run_better(&runs[i], &runs[k]))))
				best = false;
		if (!best)
			continue;
		struct arg rate = A_QTY(runs[i].rate->i, UNIT_BYTES_PER_SECOND);
		finding_evidence(judge_unagreed(j, runs[i].subject, MSG("%1", rate), MSG(d->clause, rate)), runs[i].rate);
	}
}

static void rate_judge(struct judge *j, const struct direction *d)
{
	struct disks disks = disks_of(j);
	struct promised_disks all = disks_deal(j, &disks);
	size_t n;
	struct run *runs = runs_of(j, &disks, d->write, &n);
	bool promised = false;

	for (size_t i = 0; i < all.n; i++) {
		const struct term *want = lease_term_item(j->lease, d->term, all.promises[i].item);
		/* Of several disks of one entry the first that was measured speaks for all. */
		if (!want || (i && all.promises[i - 1].item == all.promises[i].item))
			continue;
		promised = true;
		promise_judge(j, d, runs, n, &all.promises[i], want, all.n == 1);
	}
	if (!promised)
		rates_unagreed(j, d, runs, n);
}

void disk_read_judge(struct judge *j, struct subject subject)
{
	(void)subject;
	rate_judge(j, &reading);
}

void disk_write_judge(struct judge *j, struct subject subject)
{
	(void)subject;
	rate_judge(j, &writing);
}
