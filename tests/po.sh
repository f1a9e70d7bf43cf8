#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Everything that a person reads can be translated: tests/po.sh [update]
#
# po/POTFILES names every source with messages, po/gpuvet.pot holds every message of the code, and every translation is well
# formed and keeps the places %1 to %6. "update" rewrites POTFILES and the template and merges it into the translations.
# Last line: N passed, N failed.
set -u
cd "$(dirname "$0")/.." || exit 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0

check() { # WHAT COMMAND...
	what=$1
	shift
	if "$@" >"$work/log" 2>&1; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		echo "po: $what"
		head -n 10 "$work/log"
	fi
}

template() { # the message ids of the code, as a catalogue
	xgettext --from-code=UTF-8 --keyword --keyword=tr:1 --keyword=N_:1 --keyword=MSG:1 --keyword=A_WORD:1 \
		--flag=MSG:1:no-c-format --flag=N_:1:no-c-format --sort-by-file --no-location --package-name=gpuvet \
		--copyright-holder="The gpuvet authors" --files-from=po/POTFILES --output="$1"
	sed -i -e '/^"POT-Creation-Date/d' -e 's/CHARSET/UTF-8/' -e 's/^# SOME DESCRIPTIVE TITLE\./# Messages of gpuvet./' \
		-e 's/(C) YEAR /(C) /' -e '/^# FIRST AUTHOR/d' "$1"
}

sources() {
	grep -rlE '\b(tr|N_|MSG|A_WORD)\(' src --include='*.c' --include='*.h' | grep -v -e '^src/base/text.h$' -e '^src/base/message.h$' |
		LC_ALL=C sort
}

# Places in a translation are those of its message id.
places() { # PO
	/usr/bin/python3 - "$1" <<-'PY'
		import ast, re, sys
		bad = 0
		for block in open(sys.argv[1], encoding="utf-8").read().split("\n\n"):
		    part = {"msgid": "", "msgstr": ""}
		    key = None
		    for line in block.split("\n"):
		        if line.startswith(("msgid ", "msgstr ")):
		            key, line = line.split(" ", 1)
		        if key and line.startswith('"'):
		            part[key] += ast.literal_eval(line)
		    if part["msgid"] and part["msgstr"] and "fuzzy" not in block:
		        wanted, got = (sorted(set(re.findall(r"%[1-6%]", part[k]))) for k in ("msgid", "msgstr"))
		        if wanted != got:
		            bad += 1
		            print("%s: %s in '%s', %s in '%s'" % (sys.argv[1], wanted, part["msgid"], got, part["msgstr"]))
		sys.exit(bad != 0)
	PY
}

if [ "${1:-}" = update ]; then
	sources >po/POTFILES
	template po/gpuvet.pot
	while read -r language; do
		msgmerge --quiet --update --backup=none --no-fuzzy-matching --sort-by-file "po/$language.po" po/gpuvet.pot
	done <po/LINGUAS
fi

sources >"$work/POTFILES"
check "po/POTFILES is not up to date: tests/po.sh update" diff "$work/POTFILES" po/POTFILES
template "$work/gpuvet.pot"
msgcmp_ids() { diff <(msgcat --no-wrap -s "$1" | grep '^msgid' -A20) <(msgcat --no-wrap -s "$2" | grep '^msgid' -A20); }
check "po/gpuvet.pot is not up to date: tests/po.sh update" msgcmp_ids "$work/gpuvet.pot" po/gpuvet.pot
check "the template holds few messages: xgettext keywords are broken" test "$(grep -c '^msgid' "$work/gpuvet.pot")" -gt 100
while read -r language; do
	check "po/$language.po is not well formed" msgfmt --check-format --check-domain -o /dev/null "po/$language.po"
	check "po/$language.po: places differ" places "po/$language.po"
	complete() { [ -z "$(msgattrib --untranslated --no-obsolete "$1")" ]; }
	if [ "${GPUVET_PO_COMPLETE:-no}" = yes ]; then
		check "po/$language.po is not complete" complete "po/$language.po"
	fi
done <po/LINGUAS
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
