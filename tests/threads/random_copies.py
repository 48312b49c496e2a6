#!/usr/bin/env python3
"""Copies in parts against the same program written scalar by scalar: the verdicts must be equal.

usage: random_copies.py ALLWAYS [--seed FIRST] [--count N] [--keep FOLDER]

Each program exists twice, told apart by a macro: assignments of structs, memcpy, memmove and memset of shared memory, or loops and lists of
assignments to the scalars. The engine naive sees both as well: its answer is the oracle. Execution graphs are compared with each other under `tso`, whose
executions naive does not see; where copies have no answer there (memory of unknown type, accesses of two sizes) that is counted.
"""
import argparse
import json
import pathlib
import random
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import child

TYPES = ["char", "short", "int", "long"]


class Program:
    def __init__(self, seed):
        r = self.r = random.Random(seed)
        self.fields = [(f"f{k}", r.choice(TYPES)) for k in range(r.choice([2, 2, 3]))]
        self.length = r.choice([2, 3])
        self.element = r.choice(TYPES)
        self.heap = r.random() < 0.4

    def assign(self, to, source):
        whole = self.r.choice([f"{to} = {source};", f"memcpy(&{to}, &{source}, sizeof(struct s));"])
        parts = " ".join(f"{to}.{f} = {source}.{f};" for f, _ in self.fields)
        return whole, parts

    def clear(self, to):
        return f"memset(&{to}, 0, sizeof(struct s));", " ".join(f"{to}.{f} = 0;" for f, _ in self.fields)

    def move(self):
        n = self.length
        down = self.r.random() < 0.5
        pairs = [(k, k + 1) for k in range(n - 1)] if down else [(k, k - 1) for k in range(n - 1, 0, -1)]
        to, source = ("a", "a + 1") if down else ("a + 1", "a")
        count = self.r.choice([f"{n - 1} * sizeof *a", "(unsigned long)count * sizeof *a"])
        return f"memmove({to}, {source}, {count});", " ".join(f"a[{x}] = a[{y}];" for x, y in pairs)

    def values(self, name, to):
        return f"{name} {to} = {{{', '.join(str(self.r.randint(1, 2)) for _ in self.fields)}}};"

    def action(self, k):
        x, y = self.r.sample(["S(0)", "S(1)"], 2)
        kind = self.r.choice(["in", "out", "both", "clear", "move", "field", "element"])
        mine = f"m{k}"
        if kind == "in":
            return (self.values("struct s", mine), *self.assign(x, mine), "")
        if kind == "out":
            f, g = self.r.choice(self.fields)[0], self.r.choice(self.fields)[0]
            say = f"assert({mine}.{f} != {self.r.randint(0, 2)} || {mine}.{g} != {self.r.randint(0, 2)});"
            return (f"struct s {mine};", *self.assign(mine, x), say)
        if kind == "both":
            return ("", *self.assign(x, y), "")
        if kind == "clear":
            return ("", *self.clear(x), "")
        if kind == "move":
            return ("", *self.move(), "")
        if kind == "field":
            text = f"{x}.{self.r.choice(self.fields)[0]} = {self.r.randint(1, 2)};"
        else:
            text = f"a[{self.r.randrange(self.length)}] = {self.r.randint(4, 6)};"
        return "", text, text, ""

    def body(self):
        lines = []
        for k in range(self.r.choice([1, 1, 2])):
            before, whole, parts, after = self.action(k)
            lines += [f"  {before}", "#ifdef PARTS", f"  {parts}", "#else", f"  {whole}", "#endif", f"  {after}"]
        return "\n".join(lines)

    def text(self):
        fields = " ".join(f"{t} {f};" for f, t in self.fields)
        f, g = self.r.choice(self.fields)[0], self.r.choice(self.fields)[0]
        shared = "static struct s *h;\n#define S(k) h[k]" if self.heap else "static struct s s0, s1;\n#define S(k) s##k"
        make = "h = calloc(2, sizeof *h);" if self.heap else ""
        return f"""#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
struct s {{ {fields} }};
{shared}
static {self.element} a[{self.length}] = {{{', '.join(str(k + 1) for k in range(self.length))}}};
static int count = {self.length - 1};
static void *first(void *unused) {{
{self.body()}
  return 0;
}}
static void *second(void *unused) {{
{self.body()}
  return 0;
}}
int main(void) {{
  {make}
  pthread_t t, u;
  pthread_create(&t, 0, first, 0);
  pthread_create(&u, 0, second, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  assert(S(0).{f} != {self.r.randint(0, 2)} || S(1).{g} != {self.r.randint(0, 2)}{' || a[0] != a[1]' if self.r.random() < 0.5 else ''});
  return 0;
}}
"""


OPEN = {"sc": 0, "tso": 0}


def answer(allways, path, engine, *flags, model=""):
    words = [allways, "--json", "--property=assert", f"--engine={engine}", *([f"--memory-model={model}"] if model else []), str(path), *(["--", *flags] if flags else [])]
    done = child.run(words)
    if done.returncode not in (0, 1, 2):
        return f"status {done.returncode} {done.stderr[:300]}"
    return json.loads(done.stdout)["verdict"]


def judge(allways, path):
    want = answer(allways, path, "naive", "-DPARTS")
    complaints = []
    for engine in ("naive", "stateful", "hunt", "dpor"):
        got = answer(allways, path, engine)
        if got != want:
            complaints.append(f"{engine}: {got}, scalar by scalar {want}")
    return want, complaints + judge_graphs(allways, path, want)


def judge_graphs(allways, path, interleaved):
    complaints = []
    for model in ("sc", "tso"):
        whole = answer(allways, path, "graph", model=model)
        want = interleaved if model == "sc" else answer(allways, path, "graph", "-DPARTS", model=model)
        OPEN[model] += whole == "unknown"
        if "unknown" not in (whole, want) and whole != want:
            complaints.append(f"graph, {model}: {whole}, scalar by scalar {want}")
    return complaints


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("allways")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--keep")
    options = parser.parse_args()
    seen = {}
    bad = 0
    with tempfile.TemporaryDirectory() as made:
        folder = pathlib.Path(options.keep or made)
        for seed in range(options.seed, options.seed + options.count):
            path = folder / f"copies{seed}.c"
            path.write_text(Program(seed).text())
            verdict, complaints = judge(options.allways, path)
            seen[verdict] = seen.get(verdict, 0) + 1
            for c in complaints:
                bad += 1
                print(f"seed {seed}: {c}")
    print(seen, "graphs without an answer:", OPEN)
    if options.count >= 20 and not {"safe", "unsafe"} <= seen.keys():
        sys.exit("programs of both kinds were expected")
    sys.exit(bad > 0)


main()
