#!/usr/bin/env python3
"""Random programs with steps remembered and without (--remember): the searches must be the same to the last count.

  tests/threads/random_remember.py ALLWAYS [CROSS] [--seed N] [--count N]

Programs with threads (random_crowd.py: shared memory, heap, mutexes, regions, inputs), and, if the generator of random IVL programs
(tests/cross) is given, such programs in turn with them.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

import random_crowd

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import child

ENGINES = [["--engine=naive"], ["--engine=naive", "--visible=all"], ["--engine=stateful", "--por=none"], ["--engine=stateful"]]


def outcome(allways, path, engine, remember):
    command = [allways, path, "--json", "--max-transitions=4000", "--input-range=0..1", f"--remember={remember}"]
    done = child.run(command + engine)
    if done.returncode not in (0, 1, 2):
        return f"exit {done.returncode}: {done.stderr[:300]}", 0
    r = json.loads(done.stdout)
    # A search that is stopped may have looked up its last state or not.
    left_out = ["stored_bytes"] + (["matches", "hash_matches", "pruned"] if "limit" in (r.get("reason") or "") else [])
    counters = {k: v for k, v in r["counters"].items() if k not in left_out}
    return (r["verdict"], r.get("reason"), counters), r["counters"]["matches"]


def judge(args, seed):
    """(states met again, what is wrong or None)"""
    ivl = args.cross and seed % 2
    with tempfile.TemporaryDirectory(prefix="allways-remember-") as where:
        source = os.path.join(where, "p.ivl" if ivl else "p.c")
        path = source if ivl else os.path.join(where, "p.air")
        with open(source, "w", encoding="utf-8") as f:
            f.write(subprocess.run([args.cross, "--print", "--count", "1", "--seed", str(seed)], capture_output=True, text=True).stdout
                    if ivl else random_crowd.draw(seed))
        if not ivl:
            with open(path, "w", encoding="utf-8") as f:
                subprocess.run([args.allways, "ir", source], stdout=f, stderr=subprocess.DEVNULL, check=False)
        again = 0
        for engine in random.Random(seed).sample(ENGINES, 2):
            (off, matches), (on, _) = outcome(args.allways, path, engine, "off"), outcome(args.allways, path, engine, "on")
            again += matches
            if on != off:
                with open(source, encoding="utf-8") as f:
                    return again, f"seed {seed}, {' '.join(engine)}:\noff {off}\non  {on}\n{f.read()}"
    return again, None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("allways")
    parser.add_argument("cross", nargs="?")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100)
    args = parser.parse_args()
    again = wrong = 0
    with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
        for n, message in pool.map(lambda seed: judge(args, seed), range(args.seed, args.seed + args.count)):
            again += n
            if message:
                wrong += 1
                print(message)
    print(f"{args.count} programs, {again} states met again, {wrong} with differences")
    return 1 if wrong or again < 10 * args.count else 0


if __name__ == "__main__":
    sys.exit(main())
