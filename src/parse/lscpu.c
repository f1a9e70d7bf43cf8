/* SPDX-License-Identifier: Apache-2.0 */
#include "parse/cells.h"
#include "parse/json_text.h"

static bool lscpu_starts(const struct reader *r);
static void lscpu_parse(struct reader *r);
static bool json_starts(const struct reader *r);
static void json_parse(struct reader *r);

const struct format format_lscpu = { .name = "lscpu", .starts = lscpu_starts, .parse = lscpu_parse };
const struct format format_lscpu_json = { .name = "lscpu -J", .starts = json_starts, .parse = json_parse };

enum field {
	F_ARCHITECTURE,
	F_THREADS,
	F_ONLINE,
	F_THREADS_PER_CORE,
	F_CORES_PER_SOCKET,
	F_SOCKETS,
	F_CORES_PER_CLUSTER,
	F_CLUSTERS,
	F_NUMA_NODES,
	F_MODEL,
	F_HYPERVISOR,
	F_FLAGS,
	F_NUMA_CPUS,
	F_OTHER, /* a label of lscpu that tells nothing here */
	F_MAX
};

/* Labels of lscpu in the languages that people paste. A label that ends in '*' is the start of one. */
static const struct {
	const char *label;
	enum field field;
} labels[] = {
	{ "Architecture", F_ARCHITECTURE },
	{ "CPU(s)", F_THREADS },
	{ "On-line CPU(s) list", F_ONLINE },
	{ "Thread(s) per core", F_THREADS_PER_CORE },
	{ "Core(s) per socket", F_CORES_PER_SOCKET },
	{ "Socket(s)", F_SOCKETS },
	{ "Core(s) per cluster", F_CORES_PER_CLUSTER },
	{ "Cluster(s)", F_CLUSTERS },
	{ "NUMA node(s)", F_NUMA_NODES },
	{ "Model name", F_MODEL },
	{ "Hypervisor vendor", F_HYPERVISOR },
	{ "Flags", F_FLAGS },
	{ "NUMA node*", F_NUMA_CPUS },
	{ "CPU op-mode(s)", F_OTHER },
	{ "Address sizes", F_OTHER },
	{ "Byte Order", F_OTHER },
	{ "Vendor ID", F_OTHER },
	{ "BIOS Vendor ID", F_OTHER },
	{ "BIOS Model name", F_OTHER },
	{ "CPU family", F_OTHER },
	{ "BIOS CPU family", F_OTHER },
	{ "Stepping", F_OTHER },
	{ "Frequency boost", F_OTHER },
	{ "CPU(s) scaling MHz", F_OTHER },
	{ "CPU max MHz", F_OTHER },
	{ "CPU min MHz", F_OTHER },
	{ "CPU MHz", F_OTHER },
	{ "BogoMIPS", F_OTHER },
	{ "Virtualization*", F_OTHER },
	{ "L1d*", F_OTHER },
	{ "L1i*", F_OTHER },
	{ "L2*", F_OTHER },
	{ "L3*", F_OTHER },
	{ "Vulnerabilit*", F_OTHER },
	{ "Off-line CPU(s) list", F_OTHER },
	{ "Caches (sum of all)", F_OTHER },
	{ "NUMA", F_OTHER },
	{ "Model", F_OTHER },
	/* Chinese */
	{ "架构", F_ARCHITECTURE },
	{ "CPU", F_THREADS },
	{ "在线 CPU 列表", F_ONLINE },
	{ "每个核的线程数", F_THREADS_PER_CORE },
	{ "每个座的核数", F_CORES_PER_SOCKET },
	{ "座", F_SOCKETS },
	{ "NUMA 节点", F_NUMA_NODES },
	{ "型号名称", F_MODEL },
	{ "超管理器厂商", F_HYPERVISOR },
	{ "标记", F_FLAGS },
	{ "NUMA 节点*", F_NUMA_CPUS },
	{ "CPU 运行模式", F_OTHER },
	{ "字节序", F_OTHER },
	{ "厂商 ID", F_OTHER },
	{ "CPU 系列", F_OTHER },
	{ "型号", F_OTHER },
	{ "步进", F_OTHER },
	{ "虚拟化*", F_OTHER },
	{ "CPU 最大 MHz", F_OTHER },
	{ "CPU 最小 MHz", F_OTHER },
	/* German */
	{ "Architektur", F_ARCHITECTURE },
	{ "Liste der Online-CPU(s)", F_ONLINE },
	{ "Thread(s) pro Kern", F_THREADS_PER_CORE },
	{ "Kern(e) pro Socket", F_CORES_PER_SOCKET },
	{ "Kern(e) pro Sockel", F_CORES_PER_SOCKET },
	{ "Sockel", F_SOCKETS },
	{ "NUMA-Knoten", F_NUMA_NODES },
	{ "Modellname", F_MODEL },
	{ "Hypervisor-Anbieter", F_HYPERVISOR },
	{ "Hypervisor-Hersteller", F_HYPERVISOR },
	{ "Markierungen", F_FLAGS },
	{ "NUMA-Knoten*", F_NUMA_CPUS },
	{ "CPU Operationsmodus", F_OTHER },
	{ "Byte-Reihenfolge", F_OTHER },
	{ "Anbieterkennung", F_OTHER },
	{ "Prozessorfamilie", F_OTHER },
	{ "Modell", F_OTHER },
	{ "Virtualisierung*", F_OTHER },
	{ "Adressgr*", F_OTHER },
	{ "Schwachstelle*", F_OTHER },
	/* French, Spanish */
	{ "Architecture ", F_ARCHITECTURE },
	{ "Processeur(s)", F_THREADS },
	{ "Thread(s) par cœur", F_THREADS_PER_CORE },
	{ "Cœur(s) par socket", F_CORES_PER_SOCKET },
	{ "Nœud(s) NUMA", F_NUMA_NODES },
	{ "Nom de modèle", F_MODEL },
	{ "Arquitectura", F_ARCHITECTURE },
	{ "Hilo(s) de procesamiento por núcleo", F_THREADS_PER_CORE },
	{ "Núcleo(s) por «socket»", F_CORES_PER_SOCKET },
	{ "«Socket(s)»", F_SOCKETS },
	{ "Modo(s) NUMA", F_NUMA_NODES },
	{ "Nombre del modelo", F_MODEL },
};

struct cpu {
	struct slice words[F_MAX];
	int lines[F_MAX];
	int n;
};

static bool label_field(struct slice label, enum field *ret)
{
	for (size_t i = 0; i < sizeof(labels) / sizeof(*labels); i++) {
		struct slice known = slice_of(labels[i].label);
		bool start = slice_ends(known, "*");
		if (start)
			known = slice_sub(known, 0, known.len - 1);
		if (start ? !slice_eq(slice_sub(label, 0, known.len), known) : !slice_eq(label, known))
			continue;
		*ret = labels[i].field;
		return true;
	}
	return false;
}

/* Labels that other outputs print too ("Model: 6", "Flags: ...", "NUMA node: 0" of lspci) begin no lscpu. */
static bool begins_alone(enum field field)
{
	return field == F_ARCHITECTURE || field == F_THREADS || field == F_ONLINE || field == F_THREADS_PER_CORE ||
	       field == F_CORES_PER_SOCKET || field == F_SOCKETS || field == F_NUMA_NODES || field == F_MODEL ||
	       field == F_HYPERVISOR;
}

static bool line_field(struct slice line, enum field *ret, struct slice *ret_value)
{
	struct slice label;

	return label_split(line, &label, ret_value) && label_field(label, ret);
}

static bool lscpu_starts(const struct reader *r)
{
	struct slice line = reader_peek(r, 0), value, label;
	enum field field;

	if (!line_field(line, &field, &value) || !begins_alone(field) || value.len == 0)
		return false;
	/* "model name\t: ..." is /proc/cpuinfo's; lscpu puts no blank before the colon. */
	label_split(line, &label, &value);
	return !slice_starts(slice_trim(line), "CPU: ") || slice_is_digits(value);
}

/* ---- from fields to facts ---- */

static bool number_of(const struct cpu *cpu, enum field field, int64_t *ret)
{
	return slice_int(cpu->words[field], ret) && *ret > 0 && *ret < 1 << 20;
}

static void number_tell(struct reader *r, const struct cpu *cpu, enum field field, enum key key)
{
	int64_t value;

	r->line = cpu->lines[field];
	if (number_of(cpu, field, &value))
		reader_int(r, key, subject_box(), 0, value);
}

/* Cores are a product where both factors are shown; else threads over threads per core. */
static void cores_tell(struct reader *r, const struct cpu *cpu)
{
	int64_t a, b;

	if (number_of(cpu, F_CORES_PER_SOCKET, &a) && number_of(cpu, F_SOCKETS, &b)) {
		r->line = cpu->lines[F_CORES_PER_SOCKET];
		reader_int(r, KEY_CPU_CORES, subject_box(), 0, a * b);
	} else if (number_of(cpu, F_CORES_PER_CLUSTER, &a) && number_of(cpu, F_CLUSTERS, &b)) {
		r->line = cpu->lines[F_CORES_PER_CLUSTER];
		reader_int(r, KEY_CPU_CORES, subject_box(), 0, a * b);
	} else if (number_of(cpu, F_THREADS, &a) && number_of(cpu, F_THREADS_PER_CORE, &b) && a % b == 0) {
		r->line = cpu->lines[F_THREADS_PER_CORE];
		reader_int(r, KEY_CPU_CORES, subject_box(), 0, a / b);
	}
}

/* On x86 the processor itself tells of a hypervisor: a whole output without that line is bare metal. */
static void hypervisor_tell(struct reader *r, const struct cpu *cpu)
{
	struct slice arch = cpu->words[F_ARCHITECTURE], vendor = cpu->words[F_HYPERVISOR];
	bool whole = cpu->words[F_MODEL].len && (cpu->words[F_NUMA_CPUS].len || cpu->words[F_FLAGS].len) &&
		     !slice_has(reader_command(r), "grep");
	struct slice rest = cpu->words[F_FLAGS], flag;

	r->line = cpu->lines[vendor.len ? F_HYPERVISOR : F_ARCHITECTURE];
	if (vendor.len) {
		reader_text(r, KEY_SYS_VIRTUAL, subject_box(), 0, vendor);
		return;
	}
	while (slice_word(&rest, &flag)) {
		if (!slice_is(flag, "hypervisor"))
			continue;
		r->line = cpu->lines[F_FLAGS];
		reader_text(r, KEY_SYS_VIRTUAL, subject_box(), 0, SLICE("hypervisor"));
		return;
	}
	if (whole && (slice_starts(arch, "x86") || slice_is(arch, "i686")))
		reader_text(r, KEY_SYS_VIRTUAL, subject_box(), 0, SLICE("none"));
}

static void cpu_tell(struct reader *r, const struct cpu *cpu)
{
	number_tell(r, cpu, F_THREADS, KEY_CPU_THREADS);
	number_tell(r, cpu, F_THREADS_PER_CORE, KEY_CPU_THREADS_PER_CORE);
	number_tell(r, cpu, F_SOCKETS, KEY_CPU_SOCKETS);
	number_tell(r, cpu, F_NUMA_NODES, KEY_CPU_NUMA_NODES);
	cores_tell(r, cpu);
	r->line = cpu->lines[F_MODEL];
	if (cpu->words[F_MODEL].len && !slice_is(cpu->words[F_MODEL], "-"))
		reader_text(r, KEY_CPU_MODEL, subject_box(), 0, cpu->words[F_MODEL]);
	int64_t online = cpu_list_count(cpu->words[F_ONLINE]);
	if (!cpu->words[F_THREADS].len && online) {
		r->line = cpu->lines[F_ONLINE];
		reader_int(r, KEY_CPU_THREADS, subject_box(), 0, online);
	}
	hypervisor_tell(r, cpu);
}

static void field_set(struct cpu *cpu, enum field field, struct slice value, int line)
{
	cpu->n++;
	if (cpu->words[field].len)
		return;
	cpu->words[field] = value;
	cpu->lines[field] = line;
}

static void lscpu_parse(struct reader *r)
{
	struct cpu cpu = { .n = 0 };
	struct slice line, value, label;
	enum field field;

	while (reader_next(r, &line)) {
		if (slice_trim(line).len == 0)
			break;
		if (line_field(line, &field, &value)) {
			/* The same field again: another machine's output, or another section of this one. */
			if (field == F_ARCHITECTURE && cpu.words[field].len) {
				reader_back(r);
				break;
			}
			/* A number of a whole output is never its last line: it breaks off there. */
			if (!(reader_line_open(r) && cpu.n > 3 && slice_is_digits(value)))
				field_set(&cpu, field, value, r->line);
			else
				reader_cut(r);
			continue;
		}
		/* Labels of newer versions and other languages: "Label:   value" in a wide column, or indented. */
		bool wide = label_split(line, &label, &value) && cpu.n > 3 && (line.ptr[0] == ' ' || slice_has(line, ":   "));
		if (wide || (cpu.n > 3 && slice_has(line, "\xef\xbc\x9a")))
			continue;
		reader_back(r);
		break;
	}
	cpu_tell(r, &cpu);
}

/* ---- -J ---- */

static bool json_starts(const struct reader *r)
{
	return json_begins(r, "\"lscpu\"");
}

static void json_fields(struct reader *r, const json_t *list, struct cpu *cpu, int depth)
{
	const json_t *entry;
	struct slice label, value;
	enum field field;
	size_t i;

	json_array_foreach(list, i, entry)
	{
		label = json_words(r, entry, "field");
		value = json_words(r, entry, "data");
		if (slice_ends(label, ":"))
			label = slice_sub(label, 0, label.len - 1);
		if (label_field(label, &field) && value.len)
			field_set(cpu, field, value, r->line);
		if (depth < 4)
			json_fields(r, json_object_get(entry, "children"), cpu, depth + 1);
	}
}

static void json_parse(struct reader *r)
{
	struct cpu cpu = { .n = 0 };
	json_t *tree = json_take(r);

	if (!tree)
		return;
	json_fields(r, json_object_get(tree, "lscpu"), &cpu, 0);
	cpu_tell(r, &cpu);
	json_decref(tree);
}
