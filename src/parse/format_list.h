/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PARSE_FORMAT_LIST_H
#define PARSE_FORMAT_LIST_H
/* The formats of NVIDIA's and AMD's tools, one descriptor a file; formats.c gives the order in which they are asked. */
#include "parse/parse.h"

extern const struct format format_smi_failure; /* one-line failures of nvidia-smi */
extern const struct format format_smi_xml;
extern const struct format format_smi_conf_compute;
extern const struct format format_smi_query;
extern const struct format format_smi_version;
extern const struct format format_smi_mig;
extern const struct format format_smi_table;
extern const struct format format_smi_csv;
extern const struct format format_smi_nvlink;
extern const struct format format_smi_list;
extern const struct format format_smi_p2p;
extern const struct format format_smi_topo;
extern const struct format format_smi_dmon;
extern const struct format format_smi_pmon;
extern const struct format format_rocm_table;
extern const struct format format_rocm_json;
/* host tools, logs, other programs' reports */
extern const struct format format_lscpu_json, format_lsblk_json, format_ip_addr_json, format_dcgm_json, format_fio, format_iperf3;
extern const struct format format_lspci, format_lspci_tree, format_pcie_links, format_fabric_log, format_dcgm_preface;
extern const struct format format_dcgm_table, format_ibstat, format_ibstatus, format_ibv_devinfo, format_ethtool;
extern const struct format format_ethtool_driver, format_dmidecode, format_lsblk_pairs, format_lsblk_table, format_df, format_free;
extern const struct format format_meminfo, format_cpuinfo, format_lscpu, format_ip_addr, format_ulimit, format_mounts, format_cgroup;
extern const struct format format_systemctl_failed, format_systemctl_status, format_lsmod, format_driver_version, format_imex;
extern const struct format format_timedatectl, format_chronyc, format_vmstat, format_ipmi_sel, format_ipmi_sdr, format_nvme_smart;
extern const struct format format_kernel_log, format_dd, format_program_log, format_value_file, format_one_line, format_env;
extern const struct format format_hostnamectl, format_port_file, format_speed_file;

#endif
