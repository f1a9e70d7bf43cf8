/* SPDX-License-Identifier: Apache-2.0 */
#include "render/lease_text.h"
