/* SPDX-License-Identifier: Apache-2.0 */
#include "render/cards_text.h"
