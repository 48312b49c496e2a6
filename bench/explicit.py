#!/usr/bin/env python3
"""Concrete stateful search beside Spin: the programs of bench/explicit as C and as Promela.

  bench/explicit.py [--allways PATH] [--only NAME]

Prints states, transitions, rates and bytes per state of both, and the ratios. Seconds are CPU time of the search alone: ours runs
on the program as IR, Spin's is the compiled verifier. What comes before (clang and linking; `spin -a` and gcc) is shown beside it.
Both run without reduction; granularity is explained in bench/log/2026-11-speed.md. Needs Debian's `spin` and gcc for the Promela side.
"""
import argparse
import glob
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile

import executable

HERE = os.path.dirname(os.path.abspath(__file__))


def cpu(command, **more):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, capture_output=True, text=True, **more)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def spin(model):
    with tempfile.TemporaryDirectory() as where:
        _, made = cpu(["spin", "-a", model], cwd=where, check=True)
        _, compiled = cpu(["gcc", "-O2", "-DSAFETY", "-DNOREDUCE", "-DNOFAIR", "-DMEMLIM=8000", "-o", "pan", "pan.c"],
                          cwd=where, check=True)
        done, seconds = cpu(["./pan", "-m1000000", "-w24"], cwd=where)
    number = lambda pattern: float(re.search(pattern, done.stdout).group(1))
    states = number(r"([\d.e+]+) states, stored")
    memory = number(r"([\d.]+)\s+actual memory usage for states") if "actual memory" in done.stdout else 0
    return {"states": states, "transitions": number(r"([\d.e+]+) transitions"), "seconds": seconds,
            "before": made + compiled, "bytes": memory * 1e6 / states, "errors": number(r"errors: (\d+)")}


def allways(path, args):
    with tempfile.TemporaryDirectory() as where:
        compiled, before = cpu([args.allways, "ir", path], check=True)
        program = os.path.join(where, "program.air")
        with open(program, "w", encoding="utf-8") as f:
            f.write(compiled.stdout)
        done, seconds = cpu([args.allways, program, "--engine=naive", "--remember", "--json", "--property=unreach-call",
                             f"--timeout={args.timeout}"])
    r = json.loads(done.stdout)
    c = r["counters"]
    return {"states": c["states"], "transitions": c["transitions"], "seconds": seconds, "before": before,
            "bytes": c["stored_bytes"] / max(1, c["states"]), "verdict": r["verdict"], "reason": r["reason"]}


def show(name, who, x):
    rate = x["states"] / x["seconds"] if x["seconds"] else 0
    print(f"{name:10} {who:8}{x['states']:12.0f}{x['transitions']:13.0f}{x['before']:8.2f}{x['seconds']:9.2f}{rate:12.0f}"
          f"{x['transitions'] / max(x['seconds'], 1e-9):13.0f}{x['bytes']:9.1f}  {x.get('verdict', '')} {x.get('reason') or ''}")
    return rate


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    executable.add_option(parser)
    parser.add_argument("--only", default="")
    parser.add_argument("--timeout", type=int, default=300)
    args = parser.parse_args()
    has_spin = shutil.which("spin") and shutil.which("gcc")
    if not has_spin:
        print("SKIP: spin is not installed; only our side")
    print(f"{'program':10} {'tool':8}{'states':>12}{'transitions':>13}{'before':>8}{'seconds':>9}{'states/s':>12}{'trans/s':>13}{'B/state':>9}")
    for path in sorted(glob.glob(os.path.join(HERE, "explicit", "*.c"))):
        name = os.path.basename(path)[:-2]
        if args.only and args.only != name:
            continue
        ours = allways(path, args)
        our_rate = show(name, "allways", ours)
        if has_spin:
            theirs = spin(path[:-2] + ".pml")
            rate = show(name, "spin", theirs)
            print(f"{name:10} ratio   states/s {our_rate / rate:.2f}, bytes {ours['bytes'] / theirs['bytes']:.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
