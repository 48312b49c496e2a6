#!/usr/bin/env python3
"""The experiments of the LazyPOR document: ours beside the published figures (appendix B), as tables in Markdown.

usage: lazy.py [--allways PATH] [--seconds N] [--engine NAME]... [--program NAME]...

Executions, transitions and microseconds per execution of each engine, by growing numbers of threads, until a run takes longer
than N seconds (default 10); last line: executions per CPU second in the largest run of each. Published: executions and
milliseconds per execution of a prototype in Python.
"""
import argparse
import pathlib
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "tests" / "dlang"))
import executable  # noqa: E402
import programs  # noqa: E402

ENGINES = {
    "lazy": ["--engine=lazy"],
    "lazy, as published": ["--engine=lazy", "--lazy-memo=call", "--lazy-vary=all", "--lazy-cut=longest"],
    "lazy, 2 jobs": ["--engine=lazy", "--jobs=2"],
    "fg any": ["--engine=dpor", "--dpor=fg", "--dpor-dep=any"],
    "fg rw": ["--engine=dpor", "--dpor=fg"],
    "source": ["--engine=dpor", "--dpor=source"],
    "optimal": ["--engine=dpor"],
    "full": ["--engine=dpor", "--dpor=full"],
}
# name -> text by number of threads, more options, threads, published: threads -> LazyPOR executions, seconds, DPOR executions, seconds
PROGRAMS = {
    "readers-writers": (lambda n: programs.readers_writers(n - 1), [], range(2, 22), {
        2: (2, 0.001, 3, 0.002), 3: (4, 0.003, 26, 0.027), 4: (8, 0.009, 493, 0.657), 5: (16, 0.021, 16559, 27.463),
        6: (32, 0.051, 866697, 1750.778), 11: (1024, 3.171, None, None), 16: (32768, 155.865, None, None),
        21: (1048576, 6982.460, None, None)}),
    "indexer, attempts": (programs.indexer, ["--indexer=attempts"], range(11, 20), {
        11: (1, 0.002, 1, 0.319), 12: (9, 0.048, 23, 9.388), 13: (64, 0.455, 529, 266.064), 14: (513, 4.344, 12167, 7069.726),
        15: (4096, 39.765, 279841, 190012.311), 16: (32769, 361.107, None, None)}),
    "indexer, whole": (programs.indexer, [], range(11, 20), {
        12: (9, 0.048, 23, 9.388), 13: (64, 0.455, 529, 266.064), 14: (513, 4.344, 12167, 7069.726),
        15: (4096, 39.765, 279841, 190012.311), 16: (32769, 361.107, None, None), 17: (262144, 3283.134, None, None)}),
    "indexer-small, attempts": (programs.indexer_small, ["--indexer=attempts"], range(3, 21), {
        3: (3, 0.002, 2, 0.022), 5: (9, 0.013, 8, 0.187), 7: (33, 0.077, 32, 1.158), 10: (256, 0.943, 256, 14.501),
        15: (8194, 51.090, 8192, 800.262), 20: (262144, 2356.374, 262144, 38178.370)}),
    "indexer-small, whole": (programs.indexer_small, [], range(3, 21), {
        3: (3, 0.002, 2, 0.022), 5: (9, 0.013, 8, 0.187), 7: (33, 0.077, 32, 1.158), 10: (256, 0.943, 256, 14.501),
        15: (8194, 51.090, 8192, 800.262), 20: (262144, 2356.374, 262144, 38178.370)}),
    "branching": (programs.branching, [], range(1, 8), {
        1: (1, 0.001, 1, 0.001), 2: (49, 0.085, 23, 0.031), 3: (393, 1.032, 299, 0.773), 4: (5555, 15.594, 5731, 20.336),
        5: (124123, 466.504, 112168, 539.520), 6: (2085951, 9636.756, 2407542, 25774.401), 7: (33153882, 188331.801, None, None)}),
}


def run(allways, path, options, seconds):
    """Executions, transitions, CPU seconds of all processes; None if it did not end in time."""
    began = time.monotonic()
    before = children_time()
    done = subprocess.run([allways, "verify", str(path), "--stats", "--quiet", f"--timeout={seconds}", *options],
                          capture_output=True, text=True)
    used, wall = children_time() - before, time.monotonic() - began
    words = [line.split() for line in done.stdout.splitlines()]
    found = {w[0]: int(w[1]) for w in words if len(w) == 2 and w[1].isdigit()}
    if done.returncode != 0:
        return None
    return found["executions"], found["transitions"], used, wall


def children_time():
    import resource
    r = resource.getrusage(resource.RUSAGE_CHILDREN)
    return r.ru_utime + r.ru_stime


def published(row):
    if not row:
        return "", ""
    lazy, lazy_s, dpor, dpor_s = row
    return f"{lazy} ({lazy_s / lazy * 1000:.1f} ms)", f"{dpor} ({dpor_s / dpor * 1000:.1f} ms)" if dpor else ""


def table(allways, name, engines, seconds):
    text, options, sizes, paper = PROGRAMS[name]
    print(f"### {name}\n\n| threads | LazyPOR published | DPOR published | " + " | ".join(engines) + " |")
    print("|---" * (3 + len(engines)) + "|")
    alive, rates = set(engines), {}
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "program.dl"
        for n in sizes:
            path.write_text(text(n), encoding="utf-8")
            cells = []
            for e in engines:
                r = run(allways, path, ENGINES[e] + options, seconds) if e in alive else None
                if r is None:
                    alive.discard(e)
                    cells.append("")
                else:
                    rates[e] = r[0] / max(r[2], 0.01)
                    cells.append(f"{r[0]}, {r[1]}, {r[2] / max(r[0], 1) * 1e6:.0f} us" if r[2] > 0.02 else f"{r[0]}, {r[1]}")
            if any(cells):
                print(f"| {n} | " + " | ".join([*published(paper.get(n)), *cells]) + " |", flush=True)
            if not alive:
                break
    per_second = [f"{rates[e]:.0f}" if e in rates else "" for e in engines]
    print("| executions per CPU second, largest run | | | " + " | ".join(per_second) + " |\n")


def main():
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    executable.add_option(args)
    args.add_argument("--seconds", type=int, default=10)
    args.add_argument("--engine", action="append", choices=ENGINES)
    args.add_argument("--program", action="append", choices=PROGRAMS)
    a = args.parse_args()
    for name in a.program or PROGRAMS:
        table(a.allways, name, a.engine or list(ENGINES), a.seconds)
    return 0


if __name__ == "__main__":
    sys.exit(main())
