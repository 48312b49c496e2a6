#!/usr/bin/env python3
"""Random programs with --check=3: steps that reductions take for independent commute, states are sound, and looking changes nothing.

  tests/threads/commuting.py ALLWAYS [CROSS] [--seed N] [--count N]

Programs with threads (random_crowd.py: shared memory, heap, mutexes, regions, inputs), and, if the
generator of random IVL programs (tests/cross) is given, such programs in turn with them. Verdict and counts are those of a run without checks.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import random_crowd

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import child

THREADS = [["--engine=naive"], ["--engine=naive", "--visible=all"], ["--engine=stateful"], ["--engine=dpor"], ["--engine=hunt"]]
KERNEL = [["--engine=naive"], ["--engine=stateful"], ["--engine=stateless"]]


def outcome(allways, path, engine, level):
    """(what must be the same, pairs of steps that commute)"""
    log = f"{path}.{level}.log"
    done = child.run([allways, path, "--json", "--max-transitions=1500", "--input-range=0..1", f"--check={level}", f"--log={log}", *engine])
    if done.returncode not in (0, 1, 2):
        return f"exit {done.returncode}: {done.stderr[:300]}", 0
    r = json.loads(done.stdout)
    with open(log, encoding="utf-8") as f:
        pairs = sum(int(n) for n in re.findall(r"(\d+) pairs of independent steps commute", f.read()))
    shown = ["transitions", "executions", "states", "matches", "forks", "blocked"]
    return (r["verdict"], r.get("reason"), {k: r["counters"].get(k) for k in shown}), pairs


def judge(args, seed):
    """(pairs, what is wrong or None)"""
    ivl = args.cross and seed % 3 == 0
    with tempfile.TemporaryDirectory(prefix="allways-commuting-") as where:
        source = os.path.join(where, "p.ivl" if ivl else "p.c")
        path = source if ivl else os.path.join(where, "p.air")
        with open(source, "w", encoding="utf-8") as f:
            f.write(subprocess.run([args.cross, "--print", "--count", "1", "--seed", str(seed)], capture_output=True, text=True).stdout
                    if ivl else random_crowd.draw(seed))
        if not ivl:
            with open(path, "w", encoding="utf-8") as f:
                subprocess.run([args.allways, "ir", source], stdout=f, stderr=subprocess.DEVNULL, check=False)
        pairs = 0
        for engine in random.Random(seed).sample(KERNEL if ivl else THREADS, 2):
            (plain, _), (checked, n) = outcome(args.allways, path, engine, 1), outcome(args.allways, path, engine, 3)
            pairs += n
            if checked != plain:
                with open(source, encoding="utf-8") as f:
                    return pairs, f"seed {seed}, {' '.join(engine)}:\nwithout {plain}\nwith    {checked}\n{f.read()}"
    return pairs, None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("allways")
    parser.add_argument("cross", nargs="?")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100)
    args = parser.parse_args()
    pairs = wrong = 0
    with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
        for n, message in pool.map(lambda seed: judge(args, seed), range(args.seed, args.seed + args.count)):
            pairs += n
            if message:
                wrong += 1
                print(message)
    print(f"{args.count} programs, {pairs} pairs of independent steps, {wrong} programs with mistakes")
    return 1 if wrong or pairs < 20 * args.count else 0


if __name__ == "__main__":
    sys.exit(main())
