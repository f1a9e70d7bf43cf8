/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What kind of machine the outputs come from. A sign of a virtual machine outweighs any sign of bare metal: lscpu without a
 * hypervisor line, or a server's name in DMI, may be what a hypervisor wants a guest to see; the reverse does not happen.
 */
#include "judge/disks.h"
#include "judge/host.h"

bool machine_is_wsl(const struct judge *j)
{
	return slice_is(fact_words(j->facts, KEY_BOX_DRIVER_MODEL, subject_box()), "wsl");
}

/*
 * A real card sits behind a root or switch port: never on bus 00 of its domain, and as device 00 of its bus. Anything else
 * ("0001:00:00" on Azure, "0000:00:04" on Google, "0000:10:1c" on AWS) is where a hypervisor placed it.
 */
static bool address_is_virtual(struct slice address)
{
	struct slice domain, bus, device;

	if (!slice_split(&address, ':', &domain) || !slice_split(&address, ':', &bus) || !slice_split(&address, ':', &device))
		return false;
	return domain.len == 4 && bus.len == 2 && device.len == 2 && (slice_is(bus, "00") || !slice_is(device, "00"));
}

static bool is_virtual_address(const struct fact *f)
{
	return address_is_virtual(f->text);
}

static bool is_pass_through(const struct fact *f)
{
	return slice_is(f->text, "pass-through") || slice_is(f->text, "vgpu");
}

static bool is_hypervisor(const struct fact *f)
{
	return f->text.len && !slice_is(f->text, "none");
}

/* Network storage and the local disks of clouds are no sign: bare-metal machines of the same clouds have them too. */
static bool is_vm_disk(const struct fact *f)
{
	return disk_model_is_emulated(f->text);
}

static bool is_virtio(const struct fact *f)
{
	return slice_is(f->text, "virtio");
}

static bool is_none(const struct fact *f)
{
	return slice_is(f->text, "none");
}

static bool is_host_driver(const struct fact *f)
{
	return slice_is(f->text, "host-vgpu") || slice_is(f->text, "host-vsga");
}

/* One way to tell; the first row that fits decides. */
struct sign {
	enum key key;
	enum absence absence; /* what the fact must be: PRESENT, or absent for this reason */
	bool (*fits)(const struct fact *fact);
	int answer;
};

static const struct sign vm_signs[] = {
	{ KEY_SYS_VIRTUAL, PRESENT, is_hypervisor, 1 },
	{ KEY_GPU_VIRT_MODE, PRESENT, is_pass_through, 1 },
	{ KEY_GPU_PCI_ADDRESS, PRESENT, is_virtual_address, 1 },
	{ KEY_DISK_MODEL, PRESENT, is_vm_disk, 1 },
	{ KEY_DISK_TRANSPORT, PRESENT, is_virtio, 1 },
	{ KEY_SYS_VIRTUAL, PRESENT, is_none, 0 },
	{ KEY_GPU_VIRT_MODE, PRESENT, is_host_driver, 0 },
	{ KEY_GPU_VIRT_MODE, PRESENT, is_none, 0 },
	/* "Host Max: N/A": the driver sees no host bridge. Weak, so last. */
	{ KEY_GPU_PCIE_GEN_HOST, ABSENT_UNSUPPORTED, NULL, 1 },
};

static int signs_read(const struct judge *j, const struct sign *signs, size_t n, const struct fact **ret_sign)
{
	*ret_sign = NULL;
	for (size_t i = 0; i < n; i++) {
		const struct fact *f = NULL;
		while ((f = fact_next_key(j->facts, signs[i].key, f))) {
			if (f->absence != signs[i].absence || (signs[i].fits && !signs[i].fits(f)))
				continue;
			*ret_sign = f;
			return signs[i].answer;
		}
	}
	return -1;
}

/* GPUs that are known by their address alone. */
static bool subject_is_virtual(const struct judge *j)
{
	for (size_t i = 0; i < j->n_gpus; i++)
		if (j->gpus[i].a < 0 && address_is_virtual(j->gpus[i].name))
			return true;
	return false;
}

int machine_vm_sign(const struct judge *j, const struct fact **ret_sign)
{
	int answer = signs_read(j, vm_signs, sizeof(vm_signs) / sizeof(*vm_signs), ret_sign);

	if (answer != 1 && (subject_is_virtual(j) || machine_is_wsl(j))) {
		*ret_sign = NULL;
		return 1;
	}
	return answer;
}

static bool root_is_overlay(const struct fact *f)
{
	return slice_is(f->subject.name, "/") && slice_is(f->text, "overlay");
}

static bool root_is_device(const struct fact *f)
{
	return slice_is(f->subject.name, "/") && slice_starts(f->text, "/dev/");
}

static bool is_container(const struct fact *f)
{
	return f->text.len && !slice_is(f->text, "none");
}

static bool is_root_mount(const struct fact *f)
{
	return slice_is(f->text, "/");
}

/* A limit on the root of the cgroup tree as the capture sees it; the host's own root has none. */
static bool is_limit(const struct fact *f)
{
	return f->i > 0;
}

static const struct sign container_signs[] = {
	{ KEY_SYS_CONTAINER, PRESENT, is_container, 1 }, { KEY_FS_DEVICE, PRESENT, root_is_overlay, 1 },
	{ KEY_SYS_CONTAINER, PRESENT, is_none, 0 },	 { KEY_FS_DEVICE, PRESENT, root_is_device, 0 },
	{ KEY_DISK_MOUNT, PRESENT, is_root_mount, 0 },	 { KEY_CPU_QUOTA, PRESENT, is_limit, 1 },
};

int machine_container_sign(const struct judge *j, const struct fact **ret_sign)
{
	return signs_read(j, container_signs, sizeof(container_signs) / sizeof(*container_signs), ret_sign);
}

int judge_is_vm(const struct judge *j)
{
	const struct fact *sign;

	return machine_vm_sign(j, &sign);
}

int judge_is_container(const struct judge *j)
{
	const struct fact *sign;

	return machine_container_sign(j, &sign);
}
