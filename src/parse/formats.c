/* SPDX-License-Identifier: Apache-2.0 */
#include "parse/parse.h"

#include "parse/format_list.h"
/* host tools, logs, other programs' reports */
extern const struct format format_lscpu_json, format_lsblk_json, format_ip_addr_json, format_dcgm_json, format_fio, format_iperf3;
extern const struct format format_lspci, format_lspci_tree, format_pcie_links, format_fabric_log, format_dcgm_preface;
extern const struct format format_dcgm_table, format_ibstat, format_ibstatus, format_ibv_devinfo, format_ethtool;
extern const struct format format_ethtool_driver, format_dmidecode, format_lsblk_pairs, format_lsblk_table, format_df, format_free;
extern const struct format format_meminfo, format_cpuinfo, format_lscpu, format_ip_addr, format_ulimit, format_mounts, format_cgroup;
extern const struct format format_systemctl_failed, format_systemctl_status, format_lsmod, format_driver_version, format_imex;
extern const struct format format_timedatectl, format_chronyc, format_vmstat, format_ipmi_sel, format_ipmi_sdr, format_nvme_smart;
extern const struct format format_kernel_log, format_dd, format_program_log, format_value_file, format_one_line, format_env;
extern const struct format format_hostnamectl;

/* Strict ones first: a format that asks for little must stand behind those that ask for more. */
const struct format *const formats[] = {
	/* NVIDIA and AMD tools */
	&format_smi_failure,
	&format_smi_xml,
	&format_smi_conf_compute,
	&format_smi_query,
	&format_smi_version,
	&format_smi_mig,
	&format_smi_table,
	&format_smi_csv,
	&format_smi_nvlink,
	&format_smi_list,
	&format_smi_p2p,
	&format_smi_topo,
	&format_smi_dmon,
	&format_smi_pmon,
	&format_rocm_table,
	&format_rocm_json,
	/* host tools, logs, other programs' reports */
	&format_lscpu_json,
	&format_lsblk_json,
	&format_ip_addr_json,
	&format_dcgm_json,
	&format_fio,
	&format_iperf3,
	&format_lspci,
	&format_lspci_tree,
	&format_pcie_links,
	&format_fabric_log,
	&format_dcgm_preface,
	&format_dcgm_table,
	&format_ibstat,
	&format_ibstatus,
	&format_ibv_devinfo,
	&format_ethtool,
	&format_ethtool_driver,
	&format_dmidecode,
	&format_lsblk_pairs,
	&format_lsblk_table,
	&format_df,
	&format_free,
	&format_meminfo,
	&format_cpuinfo,
	&format_driver_version,
	&format_value_file, /* before lscpu: a value under its command may look like anything */
	&format_hostnamectl,
	&format_lscpu,
	&format_ip_addr,
	&format_ulimit,
	&format_mounts,
	&format_cgroup,
	&format_systemctl_failed,
	&format_systemctl_status,
	&format_lsmod,
	&format_imex,
	&format_timedatectl,
	&format_chronyc,
	&format_vmstat,
	&format_ipmi_sel,
	&format_ipmi_sdr,
	&format_nvme_smart,
	&format_dd,
	&format_kernel_log,
	&format_program_log,
	&format_one_line,
	&format_env,
	NULL,
};
