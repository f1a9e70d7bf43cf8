/* SPDX-License-Identifier: Apache-2.0 */
#include "judge/judge.h"
#include "parse/boxes.h"
#include "parse/parse.h"

int main(void)
{
	return 0;
}
