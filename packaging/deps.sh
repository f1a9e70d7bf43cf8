#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Installs what is missing to build gpuvet ("build") or to test it ("test") on Debian 12. Does nothing when all is there.
set -eu

build="gcc libc6-dev pkg-config meson ninja-build gettext python3 python3-yaml
	libyaml-dev libjansson-dev libexpat1-dev libarchive-dev"
tests="clang libclang-rt-14-dev llvm-14 python3-jsonschema shellcheck man-db groff-base xz-utils zstd zip bzip2"

case ${1:-build} in
build) wanted=$build ;;
test) wanted="$build $tests" ;;
*)
	echo "usage: packaging/deps.sh [build|test]" >&2
	exit 2
	;;
esac

missing=
for package in $wanted; do
	state=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null || true)
	[ "$state" = installed ] || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

if [ "$(id -u)" != 0 ]; then
	echo "packages are missing; run as root: apt-get install$missing" >&2
	exit 2
fi
echo "installing:$missing"
export DEBIAN_FRONTEND=noninteractive
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# shellcheck disable=SC2086  # a list of words
if ! { apt-get update -q && apt-get install -qy --no-install-recommends $missing; } >"$log" 2>&1; then
	tail -n 20 "$log" >&2
	echo "cannot install$missing: see the lines above" >&2
	exit 2
fi
