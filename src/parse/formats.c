/* SPDX-License-Identifier: Apache-2.0 */
#include "parse/parse.h"

#include "parse/format_list.h"

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
	NULL,
};
