#!/usr/bin/env python3
"""Random programs that allocate, free and compare stale pointers, against all their runs and placements found here.

  tests/threads/random_addresses.py ALLWAYS [--seed N] [--count N]

Two threads allocate and free objects of one size, hand pointers on through shared variables, compare them and compare-and-swap them. What is equal
is counted in a result for each thread. All schedules are tried here, and at each comparison of objects that never lived at one time
both answers that fit the earlier ones; so all results are known. A third of the programs compares pointers as such, a third also as integers, byte by byte or through unions,
and a third in these ways alone. The program claims that it never has a result that it may have (unsafe), or one that it
cannot have (safe). Every engine must say so, and none may say unknown but where it refuses the program.
"""
import argparse
import json
import pathlib
import random
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import child

ENGINES = [["--engine=stateful"], ["--engine=dpor"], ["--engine=stateful", "--por=none", "--visible=all"], ["--engine=auto"],
           ["--engine=stateless"]]
BRIEF_ENGINES = [["--engine=stateful"], ["--engine=dpor"], ["--engine=auto"]]  # others fork too often on bytes
PLACES, REGISTERS = 2, 3
POINTERS, MIXED, BYTES = range(3)  # how a program compares
WAYS = {  # to compare two pointers
    "pointers": "{0} == {1}",
    "memcmp": "memcmp(&{0}, &{1}, sizeof {0}) == 0",
    "memcpy": "number_of(&{0}) == number_of(&{1})",
    "union": "(union view){{.p = {0}}}.n == (union view){{.p = {1}}}.n",
    "halves": "(union view){{.p = {0}}}.h[0] == (union view){{.p = {1}}}.h[0] && (union view){{.p = {0}}}.h[1] == (union view){{.p = {1}}}.h[1]",
    "bytes": "same_bytes(&{0}, &{1})",
    "difference": "((union view){{.p = {0}}}.n ^ (union view){{.p = {1}}}.n) == 0",
}
HELPERS = """#include <stdint.h>
#include <string.h>
union view { char *p; uintptr_t n; uint32_t h[2]; };
static inline uintptr_t number_of(void *p) { uintptr_t n; memcpy(&n, p, sizeof n); return n; }
static inline int same_bytes(void *p, void *q) {
  for (int k = 0; k < 8; k++) if (((unsigned char *)p)[k] != ((unsigned char *)q)[k]) return 0;
  return 1;
}"""
VERDICTS = {0: "safe", 1: "unsafe", 2: "unknown"}


# --- programs: per thread a list of operations -----------------------------------------------------------------------------

def draw_thread(r, length):
    """Register 0 owns an object at first; others are null. Only what a register owns is freed."""
    owns, ops = {0}, []
    while len(ops) < length:
        k, l, j = r.randrange(REGISTERS), r.randrange(REGISTERS), r.randrange(PLACES)
        what = r.choice(["new", "new", "free", "free", "put", "get", "compare", "compare", "swap"])
        if what == "new" and k not in owns:
            owns.add(k)
            ops.append(("new", k))
        elif what == "free" and k in owns:
            owns.discard(k)
            ops.append(("free", k))
        elif what == "put":
            ops.append(("put", j, k))
        elif what == "get" and k not in owns:
            ops.append(("get", k, j))
        elif what == "compare" and k != l:
            ops.append(("compare", k, l))
        elif what == "swap":
            ops.append(("swap", j, k, l))
    return ops


def draw_ways(r, threads, style):
    """Comparisons name their way; in BYTES nothing is swapped."""
    ways = sorted(WAYS) if style == MIXED else sorted(set(WAYS) - {"pointers"})
    for ops in threads:
        for n, op in enumerate(ops):
            if op[0] == "swap" and style == BYTES and op[2] != op[3]:
                op = ops[n] = ("compare", op[2], op[3])
            elif op[0] == "swap" and style == BYTES:
                op = ops[n] = ("put", op[1], op[2])
            if op[0] == "compare":
                ops[n] = (*op, "pointers" if style == POINTERS else r.choice(ways))


def text_of(op, bit, thread):
    kind = op[0]
    if kind == "new":
        return f"q{op[1]} = malloc(8);"
    if kind == "free":
        return f"free(q{op[1]});"
    if kind == "put":
        return f"__atomic_store_n(&x[{op[1]}], q{op[2]}, 5);"
    if kind == "get":
        return f"q{op[1]} = __atomic_load_n(&x[{op[2]}], 5);"
    if kind == "compare":
        return f"r{thread} |= ({WAYS[op[3]].format(f'q{op[1]}', f'q{op[2]}')}) << {bit};"
    return (f"e = q{op[2]}; r{thread} |= __atomic_compare_exchange_n(&x[{op[1]}], &e, q{op[3]}, 0, 5, 5) << {bit};")


def source(threads, claim, style):
    lines = ["#include <assert.h>", "#include <pthread.h>", "#include <stdlib.h>", *([HELPERS] if style != POINTERS else []), f"char *x[{PLACES}], *first[2];", "int r0, r1;"]
    for t, ops in enumerate(threads):
        lines.append(f"static void *run{t}(void *arg) {{")
        lines.append(f"  char *q0 = first[{t}], *q1 = 0, *q2 = 0, *e = 0;")
        lines += [f"  {text_of(op, n, t)}" for n, op in enumerate(ops)]
        lines += ["  return e == q2 ? arg : q1;" if style != BYTES else "  return e ? arg : q1;", "}"]
    lines += ["int main(void) {", "  pthread_t a, b;", "  first[0] = x[0] = malloc(8);", "  first[1] = x[1] = malloc(8);",
              "  pthread_create(&a, 0, run0, 0);", "  pthread_create(&b, 0, run1, 0);", "  pthread_join(a, 0);", "  pthread_join(b, 0);",
              f"  assert(!(r0 == {claim[0]} && r1 == {claim[1]}));", "  return 0;", "}"]
    return "\n".join(lines) + "\n"


# --- all results -------------------------------------------------------------------------------------------------------------

class World:
    """Objects by number; null is None. `same`: class of each object; `apart`: pairs of classes that were found different."""

    def __init__(self):
        self.time, self.born, self.died = 0, [0, 0], [None, None]
        self.same, self.apart = [0, 1], set()
        self.x, self.regs = [0, 1], [[0, None, None], [1, None, None]]
        self.at, self.result = [0, 0], [0, 0]

    def copy(self):
        w = World.__new__(World)
        w.time, w.born, w.died, w.same = self.time, self.born[:], self.died[:], self.same[:]
        w.apart, w.x, w.regs = set(self.apart), self.x[:], [r[:] for r in self.regs]
        w.at, w.result = self.at[:], self.result[:]
        return w

    def met(self, a, b):
        """Did they live at one time?"""
        return not ((self.died[a] is not None and self.died[a] < self.born[b]) or (self.died[b] is not None and self.died[b] < self.born[a]))

    def answers(self, a, b):
        """Each possible answer to a == b with the world in which it holds."""
        if a is None or b is None or a == b or self.same[a] == self.same[b]:
            return [(a == b or (a is not None and b is not None and self.same[a] == self.same[b]), self)]
        x, y = self.same[a], self.same[b]
        one, two = [o for o, c in enumerate(self.same) if c == x], [o for o, c in enumerate(self.same) if c == y]
        differ = self.copy()
        differ.apart.add(frozenset((x, y)))
        if frozenset((x, y)) in self.apart or any(self.met(o, p) for o in one for p in two):
            return [(False, differ)]
        equal = self.copy()
        equal.same = [x if c == y else c for c in equal.same]
        equal.apart = {frozenset(x if c == y else c for c in pair) for pair in equal.apart}
        return [(False, differ), (True, equal)]


def step(w, t, ops):
    """The worlds after the next operation of thread t."""
    n, op = w.at[t], ops[w.at[t]]
    w = w.copy()
    w.at[t] += 1
    w.time += 1
    regs = w.regs[t]
    if op[0] == "new":
        regs[op[1]] = len(w.born)
        w.same.append(len(w.born))
        w.born.append(w.time)
        w.died.append(None)
    elif op[0] == "free":
        w.died[regs[op[1]]] = w.time
    elif op[0] == "put":
        w.x[op[1]] = regs[op[2]]
    elif op[0] == "get":
        regs[op[1]] = w.x[op[2]]
    else:
        a, b = (regs[op[1]], regs[op[2]]) if op[0] == "compare" else (w.x[op[1]], regs[op[2]])
        out = []
        for yes, v in w.answers(a, b):
            v = v.copy()
            v.result[t] |= yes << n
            if op[0] == "swap" and yes:
                v.x[op[1]] = v.regs[t][op[3]]
            out.append(v)
        return out
    return [w]


def results(threads):
    found, open_, seen = set(), [World()], set()
    while open_:
        w = open_.pop()
        left = [t for t in (0, 1) if w.at[t] < len(threads[t])]
        if not left:
            found.add(tuple(w.result))
        local = [t for t in left if threads[t][w.at[t]][0] == "compare"]  # nobody sees when it happens
        for t in local[:1] or left:
            for v in step(w, t, threads[t]):
                key = repr(vars(v))
                if key not in seen:
                    seen.add(key)
                    open_.append(v)
    return found


# --- the comparison ----------------------------------------------------------------------------------------------------------

def judge(allways, path, want, style):
    complaints = []
    for engine in ENGINES if style == POINTERS else BRIEF_ENGINES:
        ended = child.run([allways, "verify", "--json", "--property=assert", *engine, str(path)], cpu=120)
        got = VERDICTS.get(ended.returncode, f"status {ended.returncode}")
        if got == "unknown" and engine == ["--engine=stateless"] and json.loads(ended.stdout)["limits"]:
            continue
        if got != want:
            complaints.append(f"{' '.join(engine)}: {got}, expected {want}")
    return complaints


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("allways")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=10)
    args = parser.parse_args()
    failed, unsafe, safe = 0, 0, 0
    for seed in range(args.seed, args.seed + args.count):
        r = random.Random(seed)
        threads = [draw_thread(r, r.randrange(3, 7 if seed % 3 == POINTERS else 6)) for _ in range(2)]
        style = seed % 3
        draw_ways(random.Random(-seed), threads, style)
        may = results(threads)
        bits = [sum(1 << n for n, op in enumerate(ops) if op[0] in ("compare", "swap")) for ops in threads]
        never = [(a, b) for a in range(bits[0] + 1) for b in range(bits[1] + 1)
                 if a & ~bits[0] == 0 and b & ~bits[1] == 0 and (a, b) not in may]
        claims = [(r.choice(sorted(may)), "unsafe")] + ([(r.choice(never), "safe")] if never else [])
        for claim, want in claims:
            unsafe += want == "unsafe"
            safe += want == "safe"
            with tempfile.TemporaryDirectory() as folder:
                path = pathlib.Path(folder) / "program.c"
                path.write_text(source(threads, claim, style), encoding="utf-8")
                for complaint in judge(args.allways, path, want, style):
                    failed += 1
                    print(f"seed {seed}: {complaint}\n{path.read_text(encoding='utf-8')}")
    print(f"{unsafe} unsafe, {safe} safe, {failed} complaints")
    return failed > 0 or not unsafe or not safe


if __name__ == "__main__":
    sys.exit(main())
