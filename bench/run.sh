#!/bin/sh
# make bench: the figures of doc/results.md. usage: bench/run.sh ALLWAYS
set -eu
here=$(dirname "$0")
exec python3 "$here/speed.py" --allways "$1"
