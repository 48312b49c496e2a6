#!/usr/bin/env python3
"""Random C programs whose threads use atomics and never wait for each other: the engine lazy must agree with dpor.

usage: random_c.py ALLWAYS [--seed N] [--count N]
"""
import argparse
import pathlib
import random
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import child

ENGINES = [["--engine=dpor"], ["--engine=lazy"], ["--engine=lazy", "--lazy-memo=call", "--lazy-vary=all", "--lazy-cut=longest"]]
UNKNOWN = 2


def statement(r, nested=False):
    kind, to, by = r.random(), r.choice("xyz"), r.choice("xyz")
    if kind < 0.35:
        return f"atomic_store(&{to}, {r.randint(1, 3)});"
    if kind < 0.6:
        return f"atomic_store(&{to}, atomic_load(&{by}) + 1);"
    if kind < 0.75:
        return f"atomic_fetch_add(&{to}, {r.randint(1, 2)});"
    if nested:
        return f"atomic_store(&{to}, 0);"
    return f"if (atomic_load(&{to}) == {r.randint(0, 2)}) {{ {statement(r, True)} }}"


def program(seed):
    r = random.Random(seed)
    n = r.choice([2, 2, 3])
    lines = ["#include <pthread.h>", "#include <stdatomic.h>", "#include <assert.h>", "atomic_int x, y, z;"]
    for i in range(n):
        body = " ".join(statement(r) for _ in range(r.randint(1, 2 if n == 3 else 3)))
        lines.append(f"void *t{i}(void *p) {{ {body} return p; }}")
    lines.append(f"int main(void) {{ pthread_t h[{n}];")
    if r.random() < 0.5:
        lines.append(f"atomic_store(&x, {r.randint(0, 1)});")
    lines += [f"pthread_create(&h[{i}], 0, t{i}, 0);" for i in range(n)]
    if r.random() < 0.5:
        lines.append(statement(r))
    lines += [f"pthread_join(h[{i}], 0);" for i in range(n)]
    lines.append(f"assert(x * 9 + y * 3 + z != {r.randint(1, 30)}); return 0; }}")
    return "\n".join(lines) + "\n"


def main():
    args = argparse.ArgumentParser(description=__doc__)
    args.add_argument("allways")
    args.add_argument("--seed", type=int, default=1)
    args.add_argument("--count", type=int, default=12)
    a = args.parse_args()
    wrong, seen = 0, {}
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "program.c"
        for seed in range(a.seed, a.seed + a.count):
            path.write_text(program(seed), encoding="utf-8")
            found = tuple(child.run([a.allways, "verify", str(path), "--quiet", "--max-transitions=60000", *options], cpu=120, text=False).returncode for options in ENGINES)
            seen[found] = seen.get(found, 0) + 1
            if len(set(found) - {UNKNOWN}) != 1 or max(found) > UNKNOWN:
                wrong += 1
                print(f"seed {seed}: exit {found}\n{program(seed)}")
    print(", ".join(f"{n} x {found}" for found, n in sorted(seen.items())))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
