#!/bin/sh
# tidy.sh [--deep] BUILD [--all | FILE...]: clang-tidy with the compile commands of a build folder, on all files of src, on the named
# ones, or on those that were changed since the branch left origin/main (by the last commit if it did not). --deep: with the analyzer.
set -eu
cd "$(dirname "$0")/.."
checks=-clang-analyzer-*
if [ "$1" = --deep ]; then
  checks=
  shift
fi
build=$1
shift
# shellcheck disable=SC2046  # file names of the tree have no blanks
if [ "${1:-}" = --all ]; then
  set -- $(git ls-files 'src/*.c')
elif [ $# -eq 0 ]; then
  base=$(git merge-base HEAD origin/main 2>/dev/null || echo HEAD)
  if [ "$(git rev-parse "$base")" = "$(git rev-parse HEAD)" ] && git diff --quiet HEAD -- src; then base=HEAD~1; fi
  if git rev-parse -q --verify "$base" >/dev/null; then set -- $(git diff --name-only --diff-filter=d "$base" -- 'src/*.c'); fi
fi
if [ $# -eq 0 ]; then exit 0; fi
echo "clang-tidy: $# files"
printf '%s\n' "$@" | xargs -P "${JOBS:-$(nproc)}" -n 10 clang-tidy -p "$build" --quiet --checks="$checks" --warnings-as-errors='*' 2>/dev/null
