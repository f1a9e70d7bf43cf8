/* SPDX-License-Identifier: Apache-2.0 */
#include "base/text.h"

#include <libintl.h>

const char *tr(const char *message_id)
{
	return message_id[0] ? dgettext("gpuvet", message_id) : "";
}
