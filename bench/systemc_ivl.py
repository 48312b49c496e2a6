#!/usr/bin/env python3
"""Benchmarks that exist as IVL (tools/ivl-bench) and as SystemC (bench/systemc), side by side.

  bench/systemc_ivl.py [--allways PATH] [--only TEXT] [--rounds N] [--instructions] [-- OPTIONS]

Both are verified with the same options (default: --engine=stateful --por=stub1). Printed: verdicts, transitions, and CPU time per
transition; both are translated once, so that no run contains a compiler. What is paid once (reading, elaboration, static analysis,
the first state) is measured by a run that may execute two transitions, and taken off; where there is a violation the run ends one transition
before it, so that its replay, which contains the elaboration, is not part of it. The least of N rounds counts; --instructions counts
machine instructions with callgrind (Debian's valgrind) instead, which do not depend on what else the machine does. A factor of
searches below 10 ms is not shown: the clock is too coarse. Exit status 1: a verdict differs.
"""
import argparse
import os
import re
import resource
import subprocess
import sys
import tempfile

import executable

HERE = os.path.dirname(os.path.abspath(__file__))


def fifo(c, p, size, bug=""):
    return f"simple-fifo-{bug}{c}c{p}p.{size}", "simple_fifo", [f"-DCONSUMERS={c}", f"-DPRODUCERS={p}", f"-DSIZE={size}",
                                                               *(["-DBUG"] if bug else [])]


# IVL name, SystemC source, flags
PAIRS = [
    ("kundu", "kundu", []),
    ("kundu-bug-1", "kundu", ["-DBUG=1"]),
    ("kundu-bug-2", "kundu", ["-DBUG=2"]),
    fifo(1, 2, 10), fifo(2, 1, 10), fifo(2, 2, 10), fifo(2, 1, 50), fifo(2, 2, 50),
    fifo(1, 2, 10, "bug-"), fifo(2, 1, 20, "bug-"),
    *[(f"token-ring.{n}", "token_ring", [f"-DHOPS={n}"]) for n in (6, 13, 40)],
    *[(f"token-ring2.{n}", "token_ring", [f"-DHOPS={n}", "-DWAY"]) for n in (3, 12)],
    *[(f"token-ring-bug.{n}", "token_ring", [f"-DHOPS={n}", "-DBUG=1"]) for n in (9, 40)],
    *[(f"token-ring-bug2.{n}", "token_ring", [f"-DHOPS={n}", "-DBUG=2"]) for n in (9,)],
    *[(f"transmitter.{n}", "transmitter", [f"-DLINKS={n}"]) for n in (9, 50)],
    *[(f"transmitter-safe.{n}", "transmitter", [f"-DLINKS={n}", "-DSAFE"]) for n in (9, 20)],
    *[(f"pressure-safe.{n}", "pressure", [f"-DHIGHEST={n - 1}", f"-DLAST={n - 1}"]) for n in (13, 25, 50)],
    ("pressure-sym.9.4", "pressure", ["-DHIGHEST=9", "-DLAST=9", "-DSTART=4"]),
    ("pressure-sym.50.5", "pressure", ["-DHIGHEST=50", "-DLAST=50", "-DSTART=5"]),
    ("pressure-sym.nb.9.4", "pressure", ["-DHIGHEST=9", "-DSTART=4"]),
    ("toy-sym", "toy", ["-DSYM"]),
    ("toy-bug-1", "toy", ["-DBUG=1"]),
    ("toy-bug-2", "toy", ["-DBUG=2"]),
    ("simple-pipeline", "pipeline", ["-DCLOCK"]),
    ("simple-pipeline-6", "pipeline", []),
    *[(f"mem-slave-tlm.{n}", "mem_slave_tlm", [f"-DCELLS={n}"]) for n in (2, 20)],
    ("mem-slave-tlm-bug.2", "mem_slave_tlm", ["-DCELLS=2", "-DBUG=1"]),
    ("mem-slave-tlm-bug2.2", "mem_slave_tlm", ["-DCELLS=2", "-DBUG=2"]),
]


def cpu(words):
    """Output and CPU time in microseconds of a process with its children."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done.stdout, 1e6 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def instructions(words):
    """Output of a process and the machine instructions it executes."""
    done = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *words], capture_output=True, text=True,
                          check=False)
    return done.stdout, float(re.search(r"Collected : (\d+)", done.stderr).group(1))


def configured(source, flags, folder):
    """A copy of the source that begins with its definitions: flags would keep the precompiled header out."""
    path = f"{folder}/{os.path.basename(source)}"
    with open(source, encoding="utf-8") as text, open(path, "w", encoding="utf-8") as out:
        for name, _, value in (f[2:].partition("=") for f in flags):
            out.write(f"#define {name} {value}\n")
        out.write(text.read())
    return path


FIRST = 2  # transitions after which the first state has been stored, so that what is paid once has been paid


def measure(allways, options, source, cost, rounds):
    """Verdict, transitions, cost of one of them."""
    program = source + ".air"
    with open(program, "w", encoding="utf-8") as out:
        subprocess.run([allways, "ir", source], stdout=out, check=True)
    words = [allways, "verify", *options, "--stats", program]
    text = cpu(words)[0]
    verdict = re.search(r"^(SAFE|UNSAFE|UNKNOWN)", text, re.M)
    found = re.search(r"transitions +(\d+)", text)
    verdict, n = verdict.group(1) if verdict else "none", int(found.group(1)) if found else 0
    # Just before a violation is found: what follows is its replay, which begins with the elaboration.
    last = n - 1 if verdict == "UNSAFE" else n
    search = [*words, f"--max-transitions={last}"] if last < n else words
    whole = [cost(search)[1] for _ in range(rounds)]
    ahead = [cost([*words, f"--max-transitions={FIRST}"])[1] for _ in range(rounds)]
    return verdict, n, max(0.0, min(whole) - min(ahead)), max(1, last - FIRST)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    executable.add_option(parser)
    parser.add_argument("--only", default="")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--instructions", action="store_true")
    parser.add_argument("options", nargs="*", default=["--engine=stateful", "--por=stub1"])
    a = parser.parse_args()
    options = a.options or ["--engine=stateful", "--por=stub1"]
    cost, rounds, unit, least = (instructions, 1, "instructions/tr.", 0) if a.instructions else (cpu, a.rounds, "us/transition", 1e4)
    wrong = 0
    print(f"{'':22}{'IVL':>8}{'SystemC':>9}{'transitions':>20}{unit:>18}{'factor':>8}")
    with tempfile.TemporaryDirectory() as folder:
        for name, source, flags in PAIRS:
            if a.only not in name:
                continue
            ivl = f"{folder}/{name}.ivl"
            with open(ivl, "w", encoding="utf-8") as out:
                subprocess.run([HERE + "/../tools/ivl-bench", name], stdout=out, check=True)
            left = measure(a.allways, options, ivl, cost, rounds)
            right = measure(a.allways, options, configured(f"{HERE}/systemc/{source}.cpp", flags, folder), cost, rounds)
            wrong += left[0] != right[0]
            per = [t / n for _, _, t, n in (left, right)]
            factor = f"{per[1] / per[0]:.1f}" if per[0] > 0 and min(left[2], right[2]) > least else "-"
            print(f"{name:22}{left[0]:>8}{right[0]:>9}{left[1]:>10}{right[1]:>10}{per[0]:>9.1f}{per[1]:>9.1f}{factor:>8}",
                  flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
