#!/usr/bin/env python3
"""Models of peripherals (bench/systemc), correct and broken: each is answered within 60 seconds of CPU time.

  tests/systemc/peripherals.py ALLWAYS [--only NAME]
"""
import argparse
import pathlib
import resource
import subprocess
import sys

MODELS = pathlib.Path(__file__).resolve().parents[2] / "bench" / "systemc"
NAMES = ["plic", "dma", "uart", "router", "arbiter"]
SECONDS = 60


def verdict(allways, path, flags):
    limit = lambda: resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = subprocess.run([allways, str(path), "--", *flags], capture_output=True, text=True, check=False, preexec_fn=limit)
    used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    return {0: "SAFE", 1: "UNSAFE", 2: "UNKNOWN"}.get(done.returncode, f"status {done.returncode}"), used


def main():
    p = argparse.ArgumentParser()
    p.add_argument("allways")
    p.add_argument("--only")
    a = p.parse_args()
    failed = False
    for name in [n for n in NAMES if a.only in (None, n)]:
        for flags, want in (([], "SAFE"), (["-DBROKEN"], "UNSAFE")):
            got, used = verdict(a.allways, MODELS / (name + ".cpp"), flags)
            failed |= got != want
            print(f"{name:8} {' '.join(flags) or 'correct':9} {got:8} {used:5.1f} s{'' if got == want else ', expected ' + want}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
