#!/bin/sh
# format.sh [--check]: formats the C sources in place, or only says which differ.
set -eu
cd "$(dirname "$0")/.."
mode=-i
if [ "${1:-}" = --check ]; then mode="--dry-run --Werror"; fi
# shellcheck disable=SC2086  # mode is a list of options
git ls-files -z 'src/*.c' 'src/*.h' 'tests/*.c' 'tests/*.h' 'bench/*.c' | xargs -0 clang-format --style=file $mode
