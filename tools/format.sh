#!/bin/sh
# format.sh [--check] [FILE...]: formats C sources in place, or only says which differ; without files, all of them.
# Programs that tests read are not formatted: what is expected of them names their lines.
set -eu
cd "$(dirname "$0")/.."
mode=-i
if [ "${1:-}" = --check ]; then
  mode="--dry-run --Werror"
  shift
fi

sources() {
  git ls-files 'src/*.c' 'src/*.h' 'tests/unit/*.[ch]' 'tests/cross/*.[ch]' 'tests/configs/*.[ch]' 'tests/gen/*.[ch]' \
    'tests/fuzz/*.[ch]' 'tests/exsym/*.[ch]' 'tests/dlang/*.[ch]' 'tests/cmin/*.[ch]' 'tests/native/*.[ch]' ':!tests/exsym/programs'
}

# shellcheck disable=SC2086  # mode is a list of options
if [ $# -gt 0 ]; then printf '%s\n' "$@"; else sources; fi | xargs -P "${JOBS:-$(nproc)}" -n 40 clang-format --style=file $mode
