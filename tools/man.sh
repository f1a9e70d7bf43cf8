#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Rewrites man/ from the command table: tools/man.sh GPUVET [DIRECTORY]
set -eu
gpuvet=$1
directory=${2:-$(dirname "$0")/../man}

"$gpuvet" help --man >"$directory/gpuvet.1"
# The names stand in the manual's own list of commands.
sed -n 's/^\.B gpuvet\\-\([a-z]*\)(1)$/\1/p' "$directory/gpuvet.1" | while read -r name; do
	"$gpuvet" help --man "$name" >"$directory/gpuvet-$name.1"
done
