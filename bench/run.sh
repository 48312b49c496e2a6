#!/bin/sh
# make bench: the figures of doc/benchmarks.md. usage: bench/run.sh ALLWAYS
set -eu
here=$(dirname "$0")
exec python3 "$here/speed.py" --allways "$1"
