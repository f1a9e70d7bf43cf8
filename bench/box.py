#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Writes `nvidia-smi -q -x` of a healthy box of eight H100 SXM, in the shape of driver 570: bench/box.py > smi.xml

The box is invented. About 340 lines a GPU, as long as the real thing, so that a time that is measured on it means something.
"""
import sys

BUSES = ["19", "3B", "4C", "5D", "9B", "BB", "CB", "DB"]
NOT = "N/A"


def tag(name, value):
    return (name, value)


def clocks_events():
    names = ["gpu_idle", "applications_clocks_setting", "sw_power_cap", "hw_slowdown", "hw_thermal_slowdown",
             "hw_power_brake_slowdown", "sync_boost", "sw_thermal_slowdown", "display_clocks_setting"]
    return [tag("clocks_event_reason_" + n, "Active" if n == "gpu_idle" else "Not Active") for n in names]


def link_info():
    gen = [tag(n, "5") for n in ("max_link_gen", "current_link_gen", "device_current_link_gen", "max_device_link_gen", "max_host_link_gen")]
    width = [tag("max_link_width", "16x"), tag("current_link_width", "16x")]
    return [tag("pcie_gen", gen), tag("link_widths", width)]


def pci(bus):
    return [tag("pci_bus", bus), tag("pci_device", "00"), tag("pci_domain", "0000"), tag("pci_base_class", "3"),
            tag("pci_sub_class", "2"), tag("pci_device_id", "233010DE"), tag("pci_bus_id", f"00000000:{bus}:00.0"),
            tag("pci_sub_system_id", "16C110DE"), tag("pci_gpu_link_info", link_info()),
            tag("pci_bridge_chip", [tag("bridge_chip_type", NOT), tag("bridge_chip_fw", NOT)]),
            tag("replay_counter", "0"), tag("replay_rollover_counter", "0"), tag("tx_util", "457 KB/s"), tag("rx_util", "388 KB/s"),
            tag("atomic_caps_outbound", NOT), tag("atomic_caps_inbound", "FETCHADD_32 FETCHADD_64 SWAP_32 SWAP_64 CAS_32 CAS_64")]


def ecc():
    counts = ["sram_correctable", "sram_uncorrectable_parity", "sram_uncorrectable_secded", "dram_correctable", "dram_uncorrectable"]
    volatile = [tag(n, "0") for n in counts]
    sources = [tag("sram_" + n, "0") for n in ("l2", "sm", "microcontroller", "pcie", "other")]
    return [tag("volatile", volatile), tag("aggregate", volatile + [tag("sram_threshold_exceeded", "No")]),
            tag("aggregate_uncorrectable_sram_sources", sources)]


def remapped():
    histogram = [tag("row_remap_histogram_" + n, f"{v} bank(s)") for n, v in
                 (("max", 2560), ("high", 0), ("partial", 0), ("low", 0), ("none", 0))]
    return [tag("remapped_row_corr", "0"), tag("remapped_row_unc", "0"), tag("remapped_row_pending", "No"),
            tag("remapped_row_failure", "No"), tag("row_remapper_histogram", histogram)]


def temperature(n):
    return [tag("gpu_temp", f"{28 + n} C"), tag("gpu_temp_tlimit", f"{58 - n} C"), tag("gpu_temp_max_tlimit_threshold", "-8 C"),
            tag("gpu_temp_slow_tlimit_threshold", "-2 C"), tag("gpu_temp_max_gpu_tlimit_threshold", "0 C"),
            tag("gpu_target_temperature", NOT), tag("memory_temp", f"{36 + n} C"), tag("gpu_temp_max_mem_tlimit_threshold", "0 C")]


def power(n):
    limits = [tag(name, "700.00 W") for name in ("current_power_limit", "requested_power_limit", "default_power_limit")]
    return [tag("power_state", "P0"), tag("average_power_draw", f"{69 + n}.41 W"), tag("instant_power_draw", f"{69 + n}.62 W"), *limits,
            tag("min_power_limit", "200.00 W"), tag("max_power_limit", "700.00 W")]


def clocks(name, values):
    return tag(name, [tag(n, f"{v} MHz" if v else NOT) for n, v in zip(("graphics_clock", "sm_clock", "mem_clock", "video_clock"), values)])


def supported_clocks():
    graphics = [tag("supported_graphics_clock", f"{mhz} MHz") for mhz in range(1980, 210, -15)]
    return tag("supported_clocks", [tag("supported_mem_clock", [tag("value", "2619 MHz"), *graphics])])


def fabric():
    health = [tag("bandwidth", NOT), tag("route_recovery_in_progress", NOT), tag("route_unhealthy", NOT), tag("access_timeout_recovery", NOT)]
    return [tag("state", "Completed"), tag("status", "Success"), tag("cliqueId", "0"), tag("clusterUuid", "00000000-0000-0000-0000-000000000000"),
            tag("health", health)]


def identity(n, bus):
    return [tag("product_name", "NVIDIA H100 80GB HBM3"), tag("product_brand", "NVIDIA"), tag("product_architecture", "Hopper"),
            tag("display_mode", "Enabled"), tag("display_active", "Disabled"), tag("persistence_mode", "Enabled"),
            tag("addressing_mode", "None"), tag("mig_mode", [tag("current_mig", "Disabled"), tag("pending_mig", "Disabled")]),
            tag("mig_devices", "None"), tag("accounting_mode", "Disabled"), tag("accounting_mode_buffer_size", "4000"),
            tag("driver_model", [tag("current_dm", NOT), tag("pending_dm", NOT)]), tag("serial", f"16532230{n}4711"),
            tag("uuid", f"GPU-{n}b1e6d02-7c45-4f9a-a3d8-0c2e{n}f5961ab"), tag("minor_number", str(n)),
            tag("vbios_version", "96.00.99.00.01"), tag("multigpu_board", "No"), tag("board_id", f"0x{bus.lower()}00"),
            tag("board_part_number", "692-2G520-0200-000"), tag("gpu_part_number", "2330-885-A1"), tag("gpu_fru_part_number", NOT),
            tag("inforom_version", [tag("img_version", "G520.0200.00.05"), tag("oem_object", "2.1"), tag("ecc_object", "7.16"), tag("pwr_object", NOT)]),
            tag("gpu_virtualization_mode", [tag("virtualization_mode", "None"), tag("host_vgpu_mode", NOT)]),
            tag("gpu_reset_status", [tag("reset_required", "Requested functionality has been deprecated")]),
            tag("gpu_recovery_action", "None"), tag("ibmnpu", [tag("relaxed_ordering_mode", NOT)])]


def memory(name, total, used, reserved=None):
    cells = [tag("total", f"{total} MiB")] + ([tag("reserved", f"{reserved} MiB")] if reserved else [])
    return tag(name, cells + [tag("used", f"{used} MiB"), tag("free", f"{total - used - (reserved or 0)} MiB")])


def gpu(n, bus):
    return identity(n, bus) + [
        tag("pci", pci(bus)), tag("fan_speed", NOT), tag("performance_state", "P0"), tag("clocks_event_reasons", clocks_events()),
        memory("fb_memory_usage", 81559, 1, 557), memory("bar1_memory_usage", 131072, 1), memory("cc_protected_memory_usage", 0, 0),
        tag("compute_mode", "Default"), tag("utilization", [tag(n + "_util", "0 %") for n in ("gpu", "memory", "encoder", "decoder", "jpeg", "ofa")]),
        tag("ecc_mode", [tag("current_ecc", "Enabled"), tag("pending_ecc", "Enabled")]), tag("ecc_errors", ecc()),
        tag("retired_pages", [tag("pending_retirement", NOT)]), tag("remapped_rows", remapped()), tag("temperature", temperature(n)),
        tag("gpu_power_readings", power(n)), clocks("clocks", (345, 345, 2619, 765)), clocks("max_clocks", (1980, 1980, 2619, 1545)),
        clocks("applications_clocks", (1980, 0, 2619, 0)), clocks("default_applications_clocks", (1980, 0, 2619, 0)),
        tag("fabric", fabric()), supported_clocks(), tag("processes", "")]


def write(out, name, value, depth):
    pad = "\t" * depth
    if isinstance(value, str):
        out.append(f"{pad}<{name}>{value}</{name}>")
        return
    out.append(f"{pad}<{name}>")
    for inner in value:
        write(out, *inner, depth + 1)
    out.append(f"{pad}</{name.split(' ')[0]}>")


def main():
    head = [tag("timestamp", "Mon Jan  4 09:12:41 2027"), tag("driver_version", "570.133.20"), tag("cuda_version", "12.8"),
            tag("attached_gpus", str(len(BUSES)))]
    gpus = [(f'gpu id="00000000:{bus}:00.0"', gpu(n, bus)) for n, bus in enumerate(BUSES)]
    out = ['<?xml version="1.0" ?>', '<!DOCTYPE nvidia_smi_log SYSTEM "nvsmi_device_v12.dtd">']
    write(out, "nvidia_smi_log", head + gpus, 0)
    sys.stdout.write("\n".join(out) + "\n")


main()
