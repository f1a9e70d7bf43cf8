/* SPDX-License-Identifier: Apache-2.0 */
/* The family of disks and file systems: its table, a fast local disk for each GPU, and health. */
#include "judge/disks.h"
#include "judge/host.h"

#define THIN_PER_GPU ((int64_t)100 * 1000 * 1000 * 1000)

static bool thin_applies(struct judge *j, struct subject subject)
{
	const struct fact *gpus = host_gpu_count(j);

	(void)subject;
	return lease_items(j->lease, TERM_DISK_SIZE) == 0 && (!gpus || gpus->i > 0);
}

/* NVMe of this machine; `*ret_other` is what else is local and fast. */
static int64_t local_nvme(const struct disks *disks, int64_t *ret_other, bool *ret_blind)
{
	int64_t sum = 0;

	*ret_other = 0;
	*ret_blind = false;
	for (size_t i = 0; i < disks->n; i++) {
		const struct disk *d = &disks->disks[i];
		bool local = d->place == DISK_LOCAL || d->place == DISK_LOCAL_LOST || d->place == DISK_RAID;
		*ret_blind |= d->place == DISK_PLACE_UNSEEN || (local && (!d->size || d->kind == DISK_KIND_UNSEEN));
		if (!local || !d->size)
			continue;
		int64_t *to = d->kind == DISK_KIND_NVME && d->place != DISK_RAID ? &sum : ret_other;
		if (__builtin_add_overflow(*to, d->size->i, to))
			*to = INT64_MAX;
	}
	return sum;
}

static void thin_judge(struct judge *j, struct subject subject)
{
	struct disks disks = disks_of(j);
	const struct fact *gpus = host_gpu_count(j);
	int64_t other;
	bool blind;
	int64_t nvme = local_nvme(&disks, &other, &blind);
	struct finding *f;

	if (judge_is_container(j) == 1) {
		f = judge_unknown(j, subject, MSG("in a container the disks listed are the host's, not what you may use"), "ask the supplier; df -h");
	} else if (nvme / gpus->i >= THIN_PER_GPU) {
		f = judge_find(j, subject, VERDICT_PASS, MSG("%1 of local NVMe for %2 GPUs", A_QTY(nvme, UNIT_BYTES), A_INT(gpus->i)));
	} else if (!disks.listed || blind) {
		f = judge_unknown(j, subject, MSG("not every disk is seen with its size and model"), "lsblk -d -o NAME,SIZE,MODEL,ROTA,TRAN");
	} else {
		f = judge_find(j, subject, VERDICT_WARN,
			       other ? MSG("%1 of local NVMe and %2 of other local disks for %3 GPUs", A_QTY(nvme, UNIT_BYTES),
					   A_QTY(other, UNIT_BYTES), A_INT(gpus->i)) :
				       MSG("%1 of local NVMe and no other local disk for %2 GPUs", A_QTY(nvme, UNIT_BYTES), A_INT(gpus->i)));
	}
	f->expected = MSG("at least %1 of local NVMe for each GPU", A_QTY(THIN_PER_GPU, UNIT_BYTES));
	for (size_t i = 0; i < disks.n; i++)
		finding_evidence(f, disks.disks[i].size);
}

/* ---- health ---- */

#define WEAR_EDGE 9000 /* 90 %, in hundredths */

static bool smart_applies(struct judge *j, struct subject subject)
{
	static const enum key keys[] = { KEY_DISK_SMART_CRITICAL, KEY_DISK_SMART_USED, KEY_DISK_SMART_ERRORS, KEY_DISK_SMART_SPARE };
	struct disk disk;

	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++)
		if (fact_any(j->facts, keys[i], subject))
			return true;
	/* Virtual disks and network storage have no health log of their own. */
	return disk_of_subject(j, subject, &disk) && (disk.place == DISK_LOCAL || disk.place == DISK_LOCAL_LOST);
}

static void smart_judge(struct judge *j, struct subject subject)
{
	const struct fact *critical = fact_get(j->facts, KEY_DISK_SMART_CRITICAL, subject), *used = fact_get(j->facts, KEY_DISK_SMART_USED, subject);
	const struct fact *spare = fact_get(j->facts, KEY_DISK_SMART_SPARE, subject), *least = fact_get(j->facts, KEY_DISK_SMART_SPARE_MIN, subject);
	const struct fact *errors = fact_get(j->facts, KEY_DISK_SMART_ERRORS, subject);
	struct finding *f;

	if (critical && critical->i)
		f = judge_find(j, subject, VERDICT_FAIL, MSG("critical warning %1", A_QTY(critical->i, UNIT_MASK)));
	else if (spare && least && spare->i < least->i)
		f = judge_find(j, subject, VERDICT_FAIL, MSG("%1 of the spare blocks are left, the maker's limit is %2",
							    A_QTY(spare->i, UNIT_PERCENT), A_QTY(least->i, UNIT_PERCENT)));
	else if (used && used->i > WEAR_EDGE)
		f = judge_find(j, subject, VERDICT_WARN, MSG("%1 of its rated life is used", A_QTY(used->i, UNIT_PERCENT)));
	else if (errors && errors->i > 0)
		f = judge_find(j, subject, VERDICT_WARN, MSG("%1 media errors", A_INT(errors->i)));
	else if (!critical)
		f = judge_missing(j, subject, KEY_DISK_SMART_CRITICAL);
	else
		f = judge_find(j, subject, VERDICT_PASS, used ? MSG("no warning, %1 of its rated life is used", A_QTY(used->i, UNIT_PERCENT)) :
								MSG("no warning"));
	f->expected = MSG("no critical warning, no media error, wear up to %1", A_QTY(WEAR_EDGE, UNIT_PERCENT));
	finding_evidence(finding_evidence(finding_evidence(finding_evidence(f, critical), used), spare), errors);
}

static const struct check table[] = {
	{
		.id = "disk.thin", .subject = SUBJECT_BOX, .basis = BASIS_RULE,
		.needs = { { KEY_BOX_GPU_COUNT, KEY_BOX_GPU_PCI_COUNT }, { KEY_DISK_SIZE } },
		.privilege = "U", .source = "gpuvet, 100 GB for each GPU",
		.verifies = N_("a fast local disk for the data"),
		.meaning = N_("There is little fast local disk for the number of GPUs: reading data and writing checkpoints will hold the cards up."),
		.remedy = N_("Ask for local NVMe, and write kind, size and mount into the lease."),
		.applies = thin_applies, .judge = thin_judge,
	},
	{
		.id = "disk.read", .subject = SUBJECT_BOX, .basis = BASIS_CONTRACT, .needs = { { KEY_BENCH_RATE } },
		.terms = { TERM_DISK_READ },
		.privilege = "U C", .source = "lease; 90 %",
		.verifies = N_("the measured sequential read rate against the lease"),
		.meaning = N_("The disk reads slower than you pay for."),
		.remedy = N_("Show the supplier the command and its output, and ask for the promised disk."),
		.judge = disk_read_judge,
	},
	{
		.id = "disk.write", .subject = SUBJECT_BOX, .basis = BASIS_CONTRACT, .needs = { { KEY_BENCH_RATE } },
		.terms = { TERM_DISK_WRITE },
		.privilege = "U C", .source = "lease; 90 %",
		.verifies = N_("the measured sequential write rate against the lease"),
		.meaning = N_("The disk writes slower than you pay for."),
		.remedy = N_("Show the supplier the command and its output, and ask for the promised disk."),
		.judge = disk_write_judge,
	},
	{
		.id = "disk.count", .subject = SUBJECT_BOX, .basis = BASIS_CONTRACT,
		.needs = { { KEY_DISK_SIZE, KEY_DISK_MODEL, KEY_DISK_TRANSPORT, KEY_DISK_ROTATIONAL, KEY_DISK_LISTED } },
		.terms = { TERM_DISK_COUNT, TERM_DISK_SIZE, TERM_DISK_KIND, TERM_DISK_MOUNT },
		.privilege = "U", .source = "lease",
		.verifies = N_("every promised disk is there"),
		.meaning = N_("A disk that you pay for is missing."),
		.remedy = N_("Ask the supplier for the missing disk."),
		.judge = disk_count_judge,
	},
	{
		.id = "disk.size", .subject = SUBJECT_BOX, .basis = BASIS_CONTRACT, .needs = { { KEY_DISK_SIZE } },
		.terms = { TERM_DISK_SIZE },
		.privilege = "U", .source = "lease; sizes are decimal, 3 %",
		.verifies = N_("the size of every promised disk"),
		.meaning = N_("The disk is smaller than the one you pay for, or there is none of that size."),
		.remedy = N_("Ask the supplier for the promised size, or for a lower price."),
		.judge = disk_size_judge,
	},
	{
		.id = "disk.model", .subject = SUBJECT_BOX, .basis = BASIS_CONTRACT, .needs = { { KEY_DISK_MODEL } },
		.privilege = "U", .source = "lease",
		.verifies = N_("the model of every disk, for the record"),
		.meaning = N_("The model decides speed and endurance, and no lease names it."),
		.remedy = N_("Write the model, or a read rate, into the lease."),
		.judge = disk_model_judge,
	},
	{
		.id = "disk.kind", .subject = SUBJECT_BOX, .basis = BASIS_CONTRACT,
		.needs = { { KEY_DISK_SIZE, KEY_DISK_MODEL, KEY_DISK_TRANSPORT, KEY_DISK_ROTATIONAL } },
		.terms = { TERM_DISK_KIND },
		.privilege = "U", .source = "lease",
		.verifies = N_("the kind of every promised disk: NVMe, SSD, hard disk or network"),
		.meaning = N_("Another kind of disk than the promised one is fitted; it is slower."),
		.remedy = N_("Ask the supplier for the promised kind of disk."),
		.judge = disk_kind_judge,
	},
	{
		.id = "disk.virtual", .subject = SUBJECT_BOX, .basis = BASIS_RULE,
		.needs = { { KEY_DISK_MODEL, KEY_DISK_TRANSPORT, KEY_DISK_SIZE, KEY_DISK_ROTATIONAL } },
		.terms = { TERM_DISK_KIND },
		.privilege = "U", .source = "gpuvet, list of models",
		.verifies = N_("each disk is a real local disk"),
		.meaning = N_("The disk is network storage or made by a hypervisor: its speed is shared and not that of a local disk."),
		.remedy = N_("Ask the supplier what is behind it and which rate is guaranteed; where NVMe was promised, ask for a local NVMe disk."),
		.judge = disk_virtual_judge,
	},
	{
		.id = "disk.smart", .subject = SUBJECT_DISK, .basis = BASIS_RULE,
		.needs = { { KEY_DISK_SMART_CRITICAL, KEY_DISK_SMART_USED, KEY_DISK_SMART_ERRORS, KEY_DISK_SMART_SPARE } },
		.privilege = "R", .source = "NVMe specification; GCM",
		.verifies = N_("health and wear of each disk"),
		.meaning = N_("The disk is worn or failing; it may be lost with your data."),
		.remedy = N_("Ask the supplier to replace the disk, and keep a copy of your data elsewhere."),
		.applies = smart_applies, .judge = smart_judge,
	},
	{
		.id = "fs.free", .subject = SUBJECT_BOX, .basis = BASIS_RULE, .needs = { { KEY_FS_USE, KEY_FS_SIZE } },
		.terms = { TERM_DISK_MOUNT },
		.privilege = "U C", .source = "GCM; 85 %, 98 %",
		.verifies = N_("room on the file systems, and the promised size at the promised mount"),
		.meaning = N_("The file system is nearly full on the day you get it: somebody's data, or too small a disk."),
		.remedy = N_("Ask the supplier to clear it; do not delete what is not yours."),
		.judge = fs_free_judge,
	},
	{
		.id = "fs.inodes", .subject = SUBJECT_FS, .basis = BASIS_RULE, .needs = { { KEY_FS_INODES_USE } },
		.privilege = "U C", .source = "GCM; 85 %, 98 %",
		.verifies = N_("free inodes on the file systems"),
		.meaning = N_("The file system can take few more files, however much room it has."),
		.remedy = N_("Ask the supplier to clear it, or pack small files into archives."),
		.applies = fs_applies, .judge = fs_inodes_judge,
	},
	{
		.id = "fs.readonly", .subject = SUBJECT_FS, .basis = BASIS_RULE, .needs = { { KEY_FS_READONLY } },
		.privilege = "U C", .source = "NHC",
		.verifies = N_("the promised file systems can be written"),
		.meaning = N_("Nothing can be written where your data should go; a disk error makes Linux do this too."),
		.remedy = N_("Look into the kernel log for disk errors, and ask the supplier to mount it for writing."),
		.applies = fs_applies, .judge = fs_readonly_judge,
	},
	{
		.id = "fs.shm", .subject = SUBJECT_BOX, .basis = BASIS_RULE, .needs = { { KEY_FS_SIZE } },
		.privilege = "U C", .source = "gpuvet; 64 MiB is the default of containers",
		.verifies = N_("the size of /dev/shm"),
		.meaning = N_("Data loaders of PyTorch and NCCL share memory through /dev/shm and will fail with so little."),
		.remedy = N_("Start the container with --shm-size or --ipc=host, or ask the supplier to."),
		.judge = fs_shm_judge,
	},
};

const struct check_family checks_disk = CHECK_FAMILY(table);
