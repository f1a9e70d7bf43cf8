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

#endif
