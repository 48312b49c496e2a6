#!/bin/sh
# build.sh PRESET...: configures and builds the named presets of CMakePresets.json into build/PRESET.
set -eu
cd "$(dirname "$0")/.."
for preset in "$@"; do
  echo "== building $preset"
  log=build/$preset.configure.log
  mkdir -p build
  if ! cmake --preset "$preset" >"$log" 2>&1; then
    cat "$log" >&2
    exit 1
  fi
  cmake --build "build/$preset" --parallel "${JOBS:-$(nproc)}"
done
