/* SPDX-License-Identifier: Apache-2.0 */
#include "parse/smi_fields.h"

#include <string.h>

#define COUNTERS     "Clocks Event Reasons Counters/"
#define COUNTERS_XML "clocks_event_reasons_counters/clocks_event_reasons_counters_"
#define GEN	     "PCI/GPU Link Info/PCIe Generation/"
#define GEN_XML	     "pci/pci_gpu_link_info/pcie_gen/"
#define WIDTH	     "PCI/GPU Link Info/Link Width/"
#define WIDTH_XML    "pci/pci_gpu_link_info/link_widths/"
#define VOLATILE     "ECC Errors/Volatile/"
#define AGGREGATE    "ECC Errors/Aggregate/"
/* A reason is called three ways: by drivers up to 530, from 535 on, and (third) where the nesting was lost. */
#define REASON(text, tag)                                                                                                      \
	{                                                                                                                      \
		"Clocks Event Reasons/" text "|Clocks Throttle Reasons/" text,                                                 \
			"clocks_event_reasons/clocks_event_reason_" tag                                                        \
			"|clocks_throttle_reasons/clocks_throttle_reason_" tag,                                                \
			"clocks_event_reasons." tag "|clocks_throttle_reasons." tag                                            \
	}
#define REASON_NESTED(text, tag)                                                                                               \
	{                                                                                                                      \
		"Clocks Event Reasons/HW Slowdown/" text "|Clocks Throttle Reasons/HW Slowdown/" text                          \
		"|Clocks Event Reasons/" text "|Clocks Throttle Reasons/" text,                                                \
			"clocks_event_reasons/clocks_event_reason_" tag                                                        \
			"|clocks_throttle_reasons/clocks_throttle_reason_" tag,                                                \
			"clocks_event_reasons." tag "|clocks_throttle_reasons." tag                                            \
	}

/* clang-format off */
const struct smi_field smi_fields[] = {
	/* the box */
	{ KEY_BOX_DRIVER_VERSION, { "KMD Version|Driver Version", "kmd_version|driver_version", "kmd_version|driver_version" }, NULL, SMI_VERSION, 0 },
	{ KEY_BOX_DRIVER_CUDA, { "CUDA UMD Version|CUDA Version", "cuda_umd_version|cuda_version", NULL }, NULL, SMI_VERSION, 0 },
	{ KEY_BOX_GPU_ATTACHED, { "Attached GPUs", "attached_gpus", "count" }, NULL, SMI_VALUE, 0 },
	{ KEY_BOX_DRIVER_MODEL, { "Driver Model/Current", "driver_model/current_dm", "driver_model.current" }, NULL, SMI_WORD, 0 },

	/* identity */
	{ KEY_GPU_NAME, { "Product Name", "product_name", "name|gpu_name" }, NULL, SMI_VALUE, 0 },
	{ KEY_GPU_BRAND, { "Product Brand", "product_brand", NULL }, NULL, SMI_VALUE, 0 },
	{ KEY_GPU_ARCHITECTURE, { "Product Architecture", "product_architecture", NULL }, NULL, SMI_VALUE, 0 },
	{ KEY_GPU_UUID, { "GPU UUID", "uuid", "uuid|gpu_uuid" }, NULL, SMI_VALUE, 0 },
	{ KEY_GPU_SERIAL, { "Serial Number", "serial", "serial|gpu_serial" }, NULL, SMI_VALUE, 0 },
	{ KEY_GPU_VBIOS, { "VBIOS Version", "vbios_version", "vbios_version" }, NULL, SMI_VALUE, 0 },
	{ KEY_GPU_BOARD_PART, { "Board Part Number", "board_part_number", NULL }, NULL, SMI_VALUE, 0 },
	{ KEY_GPU_PART, { "GPU Part Number", "gpu_part_number", NULL }, NULL, SMI_VALUE, 0 },
	{ KEY_GPU_PCI_ADDRESS, { "PCI/Bus Id", "pci/pci_bus_id", "pci.bus_id|gpu_bus_id" }, NULL, SMI_ADDRESS, 0 },
	{ KEY_GPU_PCI_DEVICE, { "PCI/Device Id", "pci/pci_device_id", "pci.device_id" }, NULL, SMI_DEVICE, 0 },
	{ KEY_GPU_PCI_SUBSYSTEM, { "PCI/Sub System Id", "pci/pci_sub_system_id", "pci.sub_device_id" }, NULL, SMI_BOARD, 0 },

	/* modes */
	{ KEY_GPU_PERSISTENCE, { "Persistence Mode", "persistence_mode", "persistence_mode" }, NULL, SMI_VALUE, 0 },
	{ KEY_GPU_DISPLAY_ACTIVE, { "Display Active", "display_active", "display_active" }, NULL, SMI_VALUE, 0 },
	{ KEY_GPU_COMPUTE_MODE, { "Compute Mode", "compute_mode", "compute_mode" }, NULL, SMI_WORD, 0 },
	{ KEY_GPU_VIRT_MODE, { "GPU Virtualization Mode/Virtualization Mode", "gpu_virtualization_mode/virtualization_mode", NULL }, NULL, SMI_WORD, 0 },
	{ KEY_GPU_VGPU_LICENSE, { "vGPU Software Licensed Product/License Status|GRID Licensed Product/License Status",
				  "vgpu_software_licensed_product/license_status|grid_licensed_product/license_status", NULL }, NULL, SMI_VALUE, 0 },
	{ KEY_GPU_MIG_CURRENT, { "MIG Mode/Current|MIG Mode", "mig_mode/current_mig|mig_mode", "mig.mode.current" }, NULL, SMI_VALUE, 0 },
	{ KEY_GPU_MIG_PENDING, { "MIG Mode/Pending|MIG Mode", "mig_mode/pending_mig|mig_mode", "mig.mode.pending" }, NULL, SMI_VALUE, 0 },

	/* memory and its errors */
	{ KEY_GPU_MEMORY_TOTAL, { "FB Memory Usage/Total", "fb_memory_usage/total", "memory.total" }, "MiB", SMI_VALUE, 0 },
	{ KEY_GPU_MEMORY_RESERVED, { "FB Memory Usage/Reserved", "fb_memory_usage/reserved", "memory.reserved" }, "MiB", SMI_VALUE, 0 },
	{ KEY_GPU_MEMORY_USED, { "FB Memory Usage/Used", "fb_memory_usage/used", "memory.used" }, "MiB", SMI_VALUE, 0 },
	{ KEY_GPU_ECC_CURRENT, { "ECC Mode/Current|ECC Mode", "ecc_mode/current_ecc|ecc_mode", "ecc.mode.current" }, NULL, SMI_VALUE, 0 },
	{ KEY_GPU_ECC_PENDING, { "ECC Mode/Pending|ECC Mode", "ecc_mode/pending_ecc|ecc_mode", "ecc.mode.pending" }, NULL, SMI_VALUE, 0 },
	{ KEY_GPU_ECC_CORR_VOLATILE, { VOLATILE "SRAM Correctable", "ecc_errors/volatile/sram_correctable", "ecc.errors.corrected.volatile.sram" }, NULL, SMI_SUM, 0 },
	{ KEY_GPU_ECC_CORR_VOLATILE, { VOLATILE "DRAM Correctable", "ecc_errors/volatile/dram_correctable",
				       "ecc.errors.corrected.volatile.dram" }, NULL, SMI_SUM_LAST, 0 },
	{ KEY_GPU_ECC_CORR_VOLATILE, { VOLATILE "Single Bit/Total", "ecc_errors/volatile/single_bit/total", "ecc.errors.corrected.volatile.total" }, NULL, SMI_VALUE, 0 },
	{ KEY_GPU_ECC_UNC_VOLATILE, { VOLATILE "SRAM Uncorrectable|" VOLATILE "SRAM Uncorrectable Parity", "ecc_errors/volatile/sram_uncorrectable|ecc_errors/volatile/sram_uncorrectable_parity",
				      "ecc.errors.uncorrected.volatile.sram" }, NULL, SMI_SUM, 0 },
	{ KEY_GPU_ECC_UNC_VOLATILE, { VOLATILE "SRAM Uncorrectable SEC-DED", "ecc_errors/volatile/sram_uncorrectable_secded", NULL }, NULL, SMI_SUM, 0 },
	{ KEY_GPU_ECC_UNC_VOLATILE, { VOLATILE "DRAM Uncorrectable", "ecc_errors/volatile/dram_uncorrectable",
				      "ecc.errors.uncorrected.volatile.dram" }, NULL, SMI_SUM_LAST, 0 },
	{ KEY_GPU_ECC_UNC_VOLATILE, { VOLATILE "Double Bit/Total", "ecc_errors/volatile/double_bit/total", "ecc.errors.uncorrected.volatile.total" }, NULL, SMI_VALUE, 0 },
	{ KEY_GPU_ECC_CORR_AGGREGATE, { AGGREGATE "SRAM Correctable", "ecc_errors/aggregate/sram_correctable", "ecc.errors.corrected.aggregate.sram" }, NULL, SMI_SUM, 0 },
	{ KEY_GPU_ECC_CORR_AGGREGATE, { AGGREGATE "DRAM Correctable", "ecc_errors/aggregate/dram_correctable",
					"ecc.errors.corrected.aggregate.dram" }, NULL, SMI_SUM_LAST, 0 },
	{ KEY_GPU_ECC_CORR_AGGREGATE, { AGGREGATE "Single Bit/Total", "ecc_errors/aggregate/single_bit/total", "ecc.errors.corrected.aggregate.total" }, NULL, SMI_VALUE, 0 },
	{ KEY_GPU_ECC_UNC_SRAM, { AGGREGATE "SRAM Uncorrectable", "ecc_errors/aggregate/sram_uncorrectable", "ecc.errors.uncorrected.aggregate.sram" }, NULL, SMI_VALUE, 0 },
	{ KEY_GPU_ECC_UNC_SRAM, { AGGREGATE "SRAM Uncorrectable Parity", "ecc_errors/aggregate/sram_uncorrectable_parity", "ecc.errors.uncorrected.aggregate.sram.parity" }, NULL, SMI_SUM, 0 },
	{ KEY_GPU_ECC_UNC_SRAM, { AGGREGATE "SRAM Uncorrectable SEC-DED", "ecc_errors/aggregate/sram_uncorrectable_secded", "ecc.errors.uncorrected.aggregate.sram.secded" }, NULL, SMI_SUM_LAST, 0 },
	{ KEY_GPU_ECC_UNC_DRAM, { AGGREGATE "DRAM Uncorrectable", "ecc_errors/aggregate/dram_uncorrectable", "ecc.errors.uncorrected.aggregate.dram" }, NULL, SMI_VALUE, 0 },
	{ KEY_GPU_ECC_UNC_AGGREGATE, { AGGREGATE "Double Bit/Total", "ecc_errors/aggregate/double_bit/total", "ecc.errors.uncorrected.aggregate.total" }, NULL, SMI_VALUE, 0 },
	{ KEY_GPU_ECC_SRAM_THRESHOLD, { AGGREGATE "SRAM Threshold Exceeded", "ecc_errors/aggregate/sram_threshold_exceeded", "ecc.errors.uncorrected.aggregate.sram.thresholdExceeded" }, NULL, SMI_VALUE, 0 },
	{ KEY_GPU_REPAIR_CHANNEL, { "ECC Errors/Channel Repair Pending", "ecc_errors/channel_repair_pending", "ecc.channel_repair_pending" }, NULL, SMI_VALUE, 0 },
	{ KEY_GPU_REPAIR_TPC, { "ECC Errors/TPC Repair Pending", "ecc_errors/tpc_repair_pending", "ecc.tpc_repair_pending" }, NULL, SMI_VALUE, 0 },
	{ KEY_GPU_REPAIR_UNREPAIRABLE, { "ECC Errors/Unrepairable Memory", "ecc_errors/unrepairable_memory", "ecc.unrepairable_memory" }, NULL, SMI_VALUE, 0 },
	{ KEY_GPU_PAGES_SBE, { "Retired Pages/Single Bit ECC|Retired Pages", "retired_pages/multiple_single_bit_retirement/retired_count", "retired_pages.single_bit_ecc.count|retired_pages.sbe" }, NULL, SMI_VALUE, 0 },
	{ KEY_GPU_PAGES_DBE, { "Retired Pages/Double Bit ECC|Retired Pages", "retired_pages/double_bit_retirement/retired_count", "retired_pages.double_bit.count|retired_pages.dbe" }, NULL, SMI_VALUE, 0 },
	{ KEY_GPU_PAGES_PENDING, { "Retired Pages/Pending Page Blacklist|Retired Pages/Pending|Retired Pages", "retired_pages/pending_blacklist|retired_pages/pending_retirement", "retired_pages.pending" }, NULL, SMI_VALUE, 0 },
	{ KEY_GPU_REMAP_CORR, { "Remapped Rows/Correctable Error|Remapped Rows", "remapped_rows/remapped_row_corr|remapped_rows", "remapped_rows.correctable" }, NULL, SMI_VALUE, 0 },
	{ KEY_GPU_REMAP_UNC, { "Remapped Rows/Uncorrectable Error|Remapped Rows", "remapped_rows/remapped_row_unc|remapped_rows", "remapped_rows.uncorrectable" }, NULL, SMI_VALUE, 0 },
	{ KEY_GPU_REMAP_PENDING, { "Remapped Rows/Pending|Remapped Rows", "remapped_rows/remapped_row_pending|remapped_rows", "remapped_rows.pending" }, NULL, SMI_VALUE, 0 },
	{ KEY_GPU_REMAP_FAILURE, { "Remapped Rows/Remapping Failure Occurred|Remapped Rows", "remapped_rows/remapped_row_failure|remapped_rows", "remapped_rows.failure" }, NULL, SMI_VALUE, 0 },
	{ KEY_GPU_REMAP_BANKS_LOW, { "Remapped Rows/Bank Remap Availability Histogram/Low|Remapped Rows", "remapped_rows/row_remapper_histogram/row_remapper_histogram_low|remapped_rows", "remapped_rows.histogram.low" }, NULL, SMI_VALUE, 0 },
	{ KEY_GPU_REMAP_BANKS_NONE, { "Remapped Rows/Bank Remap Availability Histogram/None|Remapped Rows", "remapped_rows/row_remapper_histogram/row_remapper_histogram_none|remapped_rows", "remapped_rows.histogram.none" }, NULL, SMI_VALUE, 0 },

	/* recovery */
	{ KEY_GPU_RECOVERY_ACTION, { "GPU Recovery Action", "gpu_recovery_action", "gpu_recovery_action" }, NULL, SMI_VALUE, 0 },
	{ KEY_GPU_RESET_REQUIRED, { "GPU Reset Status/Reset Required", "gpu_reset_status/reset_required", "reset_status.reset_required" }, NULL, SMI_VALUE, 0 },
	{ KEY_GPU_RESET_DRAIN, { "GPU Reset Status/Drain and Reset Recommended", "gpu_reset_status/drain_and_reset_recommended", "reset_status.drain_and_reset_recommended" }, NULL, SMI_VALUE, 0 },

	/* links */
	{ KEY_GPU_PCIE_GEN, { GEN "Current", GEN_XML "current_link_gen", "pcie.link.gen.current|pcie.link.gen.gpucurrent" }, NULL, SMI_VALUE, 0 },
	{ KEY_GPU_PCIE_GEN_MAX, { GEN "Max", GEN_XML "max_link_gen", "pcie.link.gen.max" }, NULL, SMI_VALUE, 0 },
	{ KEY_GPU_PCIE_GEN_CARD, { GEN "Device Max", GEN_XML "max_device_link_gen", "pcie.link.gen.gpumax" }, NULL, SMI_VALUE, 0 },
	{ KEY_GPU_PCIE_GEN_HOST, { GEN "Host Max", GEN_XML "max_host_link_gen", "pcie.link.gen.hostmax" }, NULL, SMI_VALUE, 0 },
	{ KEY_GPU_PCIE_WIDTH, { WIDTH "Current", WIDTH_XML "current_link_width", "pcie.link.width.current" }, NULL, SMI_VALUE, 0 },
	{ KEY_GPU_PCIE_WIDTH_MAX, { WIDTH "Max", WIDTH_XML "max_link_width", "pcie.link.width.max" }, NULL, SMI_VALUE, 0 },
	{ KEY_GPU_PCIE_REPLAY, { "PCI/Replays Since Reset", "pci/replay_counter", NULL }, NULL, SMI_VALUE, 0 },
	{ KEY_GPU_FABRIC_STATE, { "Fabric/State|Fabric", "fabric/state|fabric", "fabric.state" }, NULL, SMI_VALUE, 0 },
	{ KEY_GPU_FABRIC_STATUS, { "Fabric/Status|Fabric", "fabric/status|fabric", "fabric.status" }, NULL, SMI_VALUE, 0 },
	{ KEY_GPU_FABRIC_HEALTH, { "Fabric/Health/Summary", "fabric/health/summary", "fabric.health.summary" }, NULL, SMI_VALUE, 0 },
	{ KEY_GPU_FABRIC_HEALTH, { "Fabric/Health/Bandwidth", "fabric/health/bandwidth", "fabric.health.bandwidth" }, NULL, SMI_HEALTH, 0 },
	{ KEY_GPU_FABRIC_HEALTH, { "Fabric/Health/Route Unhealthy", "fabric/health/route_unhealthy", "fabric.health.route_unhealthy" }, NULL, SMI_HEALTH, 0 },
	{ KEY_GPU_FABRIC_HEALTH, { "Fabric/Health/Route Recovery in progress", "fabric/health/route_recovery_in_progress", "fabric.health.route_recovery_in_progress" }, NULL, SMI_HEALTH, 0 },
	{ KEY_GPU_FABRIC_HEALTH, { "Fabric/Health/Access Timeout Recovery", "fabric/health/access_timeout_recovery", "fabric.health.access_timeout_recovery" }, NULL, SMI_HEALTH, 0 },
	{ KEY_GPU_FABRIC_HEALTH, { "Fabric/Health/Incorrect Configuration", "fabric/health/incorrect_configuration", "fabric.health.incorrect_configuration" }, NULL, SMI_HEALTH, 0 },

	/* the moment */
	{ KEY_GPU_FAN, { "Fan Speed", "fan_speed", "fan.speed" }, "%", SMI_VALUE, 0 },
	{ KEY_GPU_PSTATE, { "Performance State", "performance_state", "pstate" }, NULL, SMI_VALUE, 0 },
	{ KEY_GPU_UTILIZATION, { "Utilization/GPU", "utilization/gpu_util", "utilization.gpu" }, "%", SMI_VALUE, 0 },
	{ KEY_GPU_TEMPERATURE, { "Temperature/GPU Current Temp", "temperature/gpu_temp", "temperature.gpu" }, "C", SMI_VALUE, 0 },
	{ KEY_GPU_TEMPERATURE_MARGIN, { "Temperature/GPU T.Limit Temp|Temperature/GPU Current T.Limit Temp", "temperature/gpu_temp_tlimit", "temperature.gpu.tlimit" }, "C", SMI_VALUE, 0 },
	{ KEY_GPU_TEMPERATURE_MAX, { "Temperature/GPU Max Operating Temp", "temperature/gpu_temp_max_gpu_threshold", NULL }, "C", SMI_VALUE, 0 },
	{ KEY_GPU_TEMPERATURE_SLOWDOWN, { "Temperature/GPU Slowdown Temp", "temperature/gpu_temp_slow_threshold", NULL }, "C", SMI_VALUE, 0 },
	{ KEY_GPU_POWER, { "Power Readings/Power Draw|GPU Power Readings/Power Draw|GPU Power Readings/Instantaneous Power Draw|GPU Power Readings/Average Power Draw",
			   "power_readings/power_draw|gpu_power_readings/power_draw|gpu_power_readings/instant_power_draw|gpu_power_readings/average_power_draw",
			   "power.draw|power.draw.instant|power.draw.average" }, "W", SMI_VALUE, 0 },
	{ KEY_GPU_POWER_LIMIT, { "Power Readings/Enforced Power Limit|GPU Power Readings/Current Power Limit", "power_readings/enforced_power_limit|gpu_power_readings/current_power_limit",
				 "enforced.power.limit|power.limit" }, "W", SMI_VALUE, 0 },
	{ KEY_GPU_POWER_DEFAULT, { "Power Readings/Default Power Limit|GPU Power Readings/Default Power Limit", "power_readings/default_power_limit|gpu_power_readings/default_power_limit",
				   "power.default_limit" }, "W", SMI_VALUE, 0 },
	{ KEY_GPU_CLOCK_SM, { "Clocks/SM", "clocks/sm_clock", "clocks.sm|clocks.current.sm" }, "MHz", SMI_VALUE, 0 },
	{ KEY_GPU_CLOCK_SM_MAX, { "Max Clocks/SM", "max_clocks/sm_clock", "clocks.max.sm" }, "MHz", SMI_VALUE, 0 },
	{ KEY_GPU_CLOCK_MEMORY_MAX, { "Max Clocks/Memory", "max_clocks/mem_clock", "clocks.max.memory|clocks.max.mem" }, "MHz", SMI_VALUE, 0 },
	{ KEY_GPU_CLOCK_APP, { "Applications Clocks/Graphics", "applications_clocks/graphics_clock", "clocks.applications.graphics|clocks.applications.gr" }, "MHz", SMI_VALUE, 0 },
	{ KEY_GPU_CLOCK_APP_DEFAULT, { "Default Applications Clocks/Graphics", "default_applications_clocks/graphics_clock", "clocks.default_applications.graphics|clocks.default_applications.gr" }, "MHz", SMI_VALUE, 0 },

	/* clock event reasons: NVML's bits */
	{ KEY_GPU_THROTTLE, { "Clocks Event Reasons|Clocks Throttle Reasons", "clocks_event_reasons|clocks_throttle_reasons", "clocks_event_reasons.active|clocks_throttle_reasons.active" }, NULL, SMI_VALUE, 0 },
	{ KEY_GPU_THROTTLE, REASON("Idle", "gpu_idle"), NULL, SMI_BIT, 0x1 },
	{ KEY_GPU_THROTTLE, REASON("Applications Clocks Setting", "applications_clocks_setting"), NULL, SMI_BIT, 0x2 },
	{ KEY_GPU_THROTTLE, REASON("SW Power Cap", "sw_power_cap"), NULL, SMI_BIT, 0x4 },
	{ KEY_GPU_THROTTLE, REASON("HW Slowdown", "hw_slowdown"), NULL, SMI_BIT, 0x8 },
	{ KEY_GPU_THROTTLE, REASON("Sync Boost", "sync_boost"), NULL, SMI_BIT, 0x10 },
	{ KEY_GPU_THROTTLE, REASON("SW Thermal Slowdown", "sw_thermal_slowdown"), NULL, SMI_BIT, 0x20 },
	{ KEY_GPU_THROTTLE, REASON_NESTED("HW Thermal Slowdown", "hw_thermal_slowdown"), NULL, SMI_BIT, 0x40 },
	{ KEY_GPU_THROTTLE, REASON_NESTED("HW Power Brake Slowdown", "hw_power_brake_slowdown"), NULL, SMI_BIT, 0x80 },
	{ KEY_GPU_THROTTLE, REASON("Display Clock Setting", "display_clocks_setting"), NULL, SMI_BIT, 0x100 },
	{ KEY_GPU_THROTTLED_SW_POWER, { COUNTERS "SW Power Capping", COUNTERS_XML "sw_power_cap", "clocks_event_reasons_counters.sw_power_cap" }, "us", SMI_VALUE, 0 },
	{ KEY_GPU_THROTTLED_SW_THERMAL, { COUNTERS "SW Thermal Slowdown", COUNTERS_XML "sw_therm_slowdown", "clocks_event_reasons_counters.sw_thermal_slowdown" }, "us", SMI_VALUE, 0 },
	{ KEY_GPU_THROTTLED_HW_THERMAL, { COUNTERS "HW Thermal Slowdown", COUNTERS_XML "hw_therm_slowdown", "clocks_event_reasons_counters.hw_thermal_slowdown" }, "us", SMI_VALUE, 0 },
	{ KEY_GPU_THROTTLED_HW_BRAKE, { COUNTERS "HW Power Braking", COUNTERS_XML "hw_power_brake", "clocks_event_reasons_counters.hw_power_brake_slowdown|clocks_event_reasons_counters.hw_power_brake" }, "us", SMI_VALUE, 0 },
};
/* clang-format on */
const size_t n_smi_fields = sizeof(smi_fields) / sizeof(*smi_fields);

static bool same(struct slice a, struct slice b)
{
	if (a.len != b.len)
		return false;
	for (size_t i = 0; i < a.len; i++) {
		char x = a.ptr[i], y = b.ptr[i];
		if (x >= 'A' && x <= 'Z')
			x = (char)(x + 32);
		if (y >= 'A' && y <= 'Z')
			y = (char)(y + 32);
		if (x != y)
			return false;
	}
	return true;
}

bool smi_name_at(const char *names, size_t n, struct slice *ret)
{
	struct slice rest = slice_of(names);

	for (size_t i = 0; slice_split(&rest, '|', ret); i++)
		if (i == n)
			return true;
	return false;
}

bool smi_field_is(const struct smi_field *field, enum smi_dialect dialect, struct slice name, bool any_end)
{
	const char *one = field->names[dialect], *end;

	/* Every tag of a report is held against every row: lengths are compared before letters. */
	for (; one; one = *end ? end + 1 : NULL) {
		end = strchrnul(one, '|');
		size_t len = (size_t)(end - one);
		if (len == name.len && same((struct slice){ one, len }, name))
			return true;
		/* whole parts at the end: "PCI/Bus Id" with "Bus Id" */
		if (any_end && len > name.len && one[len - name.len - 1] == '/' && same((struct slice){ end - name.len, name.len }, name))
			return true;
	}
	return false;
}

struct word {
	enum key key;
	const char *printed, *word;
};

static const struct word smi_words[] = {
	{ KEY_GPU_COMPUTE_MODE, "Default", "default" },
	{ KEY_GPU_COMPUTE_MODE, "E. Process", "exclusive" },
	{ KEY_GPU_COMPUTE_MODE, "E. Thread", "exclusive" },
	{ KEY_GPU_COMPUTE_MODE, "Exclusive_Process", "exclusive" },
	{ KEY_GPU_COMPUTE_MODE, "Exclusive_Thread", "exclusive" },
	{ KEY_GPU_COMPUTE_MODE, "Exclusive Process", "exclusive" },
	{ KEY_GPU_COMPUTE_MODE, "Prohibited", "prohibited" },
	{ KEY_GPU_VIRT_MODE, "None", "none" },
	{ KEY_GPU_VIRT_MODE, "Pass-Through", "pass-through" },
	{ KEY_GPU_VIRT_MODE, "VGPU", "vgpu" },
	{ KEY_GPU_VIRT_MODE, "Host VGPU", "host-vgpu" },
	{ KEY_GPU_VIRT_MODE, "Host VSGA", "host-vsga" },
	{ KEY_BOX_DRIVER_MODEL, "WDDM", "wddm" },
	{ KEY_BOX_DRIVER_MODEL, "TCC", "tcc" },
	{ KEY_BOX_DRIVER_MODEL, "MCDM", "mcdm" },
};

bool smi_word(enum key key, struct slice words, struct slice *ret)
{
	for (size_t i = 0; i < sizeof(smi_words) / sizeof(*smi_words); i++) {
		if (smi_words[i].key != key || !slice_is_nocase(words, smi_words[i].printed))
			continue;
		*ret = slice_of(smi_words[i].word);
		return true;
	}
	return false;
}
