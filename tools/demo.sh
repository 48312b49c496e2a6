#!/bin/sh
# demo.sh ALLWAYS: verifies every program in examples/, prints a table of verdicts and two counterexamples in full: one of a
# model, one of a C program.
# A program says in its first lines what to expect (`// expect: unsafe ...`) and may name options (`// options: ...`).
# Exit status 1 if a verdict is not the expected one.
set -eu
cd "$(dirname "$0")/.."
allways=$1
[ -x "$allways" ] || { echo "demo: $allways is not built" >&2; exit 1; }
out=$(mktemp)
shown=$(mktemp -d)
trap 'rm -rf "$out" "$shown"' EXIT

header() { # FILE KEY: the rest of the line `// KEY: ...` near the top
  sed -n "1,15s,^// *$2: *\(.*[^ ]\) *\$,\1,p" "$1" | head -n 1
}

failures=0
printf '%-9s %-9s %s\n' verdict expected program
for file in examples/*; do
  case $file in
    *.ivl | *.air | *.cmin) kind=model ;;
    *.c) kind=c ;;
    *) continue ;;
  esac
  expected=$(header "$file" expect)
  expected=${expected%% *}
  options=$(header "$file" options)
  status=0
  # shellcheck disable=SC2086  # a list of options
  "$allways" verify $options "$file" >"$out" 2>&1 || status=$?
  case $status in
    0) verdict=safe ;;
    1) verdict=unsafe ;;
    2) verdict=unknown ;;
    *) verdict="exit $status" ;;
  esac
  note=
  if [ "$verdict" != "${expected:-$verdict}" ] || [ "$status" -gt 2 ]; then
    note=" <- not as expected"
    failures=$((failures + 1))
    if [ "$status" -gt 2 ]; then cat "$out" >&2; fi
  fi
  printf '%-9s %-9s %s%s\n' "$verdict" "${expected:--}" "$file${options:+ $options}" "$note"
  # The shortest counterexample is the one to read first.
  if [ "$status" -eq 1 ] && { [ ! -e "$shown/$kind" ] || [ "$(wc -l <"$out")" -lt "$(wc -l <"$shown/$kind")" ]; }; then
    echo "$file" >"$shown/$kind.name"
    cp "$out" "$shown/$kind"
  fi
done

for kind in model c; do
  [ -e "$shown/$kind" ] || continue
  printf '\nThe counterexample of %s:\n\n' "$(cat "$shown/$kind.name")"
  cat "$shown/$kind"
done
if [ "$failures" -gt 0 ]; then
  printf '\n%d verdicts were not as expected\n' "$failures" >&2
  exit 1
fi
