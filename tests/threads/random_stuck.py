#!/usr/bin/env python3
"""Random programs whose threads wait in loops: does `deadlock` see that nobody can ever go on?

  tests/threads/random_stuck.py ALLWAYS [--seed N] [--count N] [--engines N] [--transitions N]

A thread is a list of statements on atomic words, mutexes and hand-written spin locks. Each is written twice: as C, and as operations of
the small machine here, whose states are all enumerated. A program is wrong iff some state can be reached from which on nobody ever
writes a word or ends, and in which some thread has not ended that does not stand in an endless loop without a way out. This
is computed on the graph of all states, with no idea of a round. No engine may say otherwise. UNKNOWN is counted: naive must answer
unless threads try to take mutexes that others take for a while.
"""
import argparse
import collections
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import child

ENGINES = [["stateful"], ["dpor"], ["stateless"], ["hunt"], ["auto"], ["stateful", "--por=none"], ["stateful", "--por=dpor"], ["dpor", "--dpor=source"],
           ["stateless", "--por=dpor"], ["stateless", "--por=future", "--sleep-sets"], ["dpor", "--spin=off"], ["stateful", "--match=ess"],
           ["dpor", "--dpor=fg"], ["stateful", "--visible=all"], ["naive", "--remember=off"]]
MOST_STATES = 20000

# Operations of the machine: (name, arguments). Targets of jumps are relative.
#   ld R W: R = word; st W V; back W R: word = R; xchg R W V; cas R W: R = (W == 0), then W = 1; lock M, unlock M (blocks); try R M: R = got it
#   jif R V D: jump by D if R == V; jmp D; flip R; end; idle: an endless loop without a way out
STATEMENTS = {
    "tas": ("while (atomic_exchange(&W, 1)) ;", [("xchg", 0, "W", 1), ("jif", 0, 1, -1)]),
    "flag": ("while (atomic_flag_test_and_set(&FLAG)) ;", [("xchg", 0, "FLAG", 1), ("jif", 0, 1, -1)]),
    "cas": ("{ int o; do o = 0; while (!atomic_compare_exchange_strong(&W, &o, 1)); }", [("cas", 0, "W"), ("jif", 0, 0, -1)]),
    "ttas": ("do { while (atomic_load(&W)) ; } while (atomic_exchange(&W, 1));",
             [("ld", 0, "W"), ("jif", 0, 1, -1), ("xchg", 0, "W", 1), ("jif", 0, 1, -3)]),
    "clear": ("atomic_store(&W, 0);", [("st", "W", 0)]),
    "unflag": ("atomic_flag_clear(&FLAG);", [("st", "FLAG", 0)]),
    "set": ("atomic_store(&W, 1);", [("st", "W", 1)]),
    "await": ("while (atomic_load(&W) != V) ;", [("ld", 0, "W"), ("jif", 0, "!V", -1)]),
    "both": ("while (!atomic_load(&W) || !atomic_load(&X)) sched_yield();",
             [("ld", 0, "W"), ("jif", 0, 0, -1), ("ld", 0, "X"), ("jif", 0, 0, -3)]),
    "nested": ("while (!atomic_load(&W)) while (atomic_load(&X)) ;",
               [("ld", 0, "W"), ("jif", 0, 1, 4), ("ld", 0, "X"), ("jif", 0, 1, -1), ("jmp", -4)]),
    "lock": ("pthread_mutex_lock(&M);", [("lock", "M")]),
    "unlock": ("pthread_mutex_unlock(&M);", [("unlock", "M")]),
    "trylock": ("while (pthread_mutex_trylock(&M)) ;", [("try", 0, "M"), ("jif", 0, 0, -1)]),
    "poll": ("for (;;) { pthread_mutex_lock(&M); int t = atomic_load(&W); pthread_mutex_unlock(&M); if (t == V) break; }",
             [("lock", "M"), ("ld", 0, "W"), ("unlock", "M"), ("jif", 0, "!V", -3)]),
    "trypoll": ("for (;;) { if (pthread_mutex_trylock(&M)) continue; int t = atomic_load(&W); pthread_mutex_unlock(&M); if (t == V) break; }",
                [("try", 0, "M"), ("jif", 0, 0, -1), ("ld", 0, "W"), ("unlock", "M"), ("jif", 0, "!V", -4)]),
    "backoff": ("for (;;) { pthread_mutex_lock(&M); if (!pthread_mutex_trylock(&N)) break; pthread_mutex_unlock(&M); }",
                [("lock", "M"), ("try", 0, "N"), ("jif", 0, 1, 3), ("unlock", "M"), ("jmp", -4)]),
    "flips": ("{ int n = 0; while (atomic_load(&W) != V) n ^= 1; if (n) atomic_store(&X, 1); }",
              [("zero", 1), ("ld", 0, "W"), ("jif", 0, "V", 3), ("flip", 1), ("jmp", -3), ("jif", 1, 0, 2), ("st", "X", 1)]),
    "toggle": ("while (!atomic_load(&W)) { atomic_store(&X, 1); atomic_store(&X, 0); }",
               [("ld", 0, "W"), ("jif", 0, 1, 4), ("st", "X", 1), ("st", "X", 0), ("jmp", -4)]),
    "says": ("while (!atomic_load(&W)) atomic_store(&X, 1);", [("ld", 0, "W"), ("jif", 0, 1, 3), ("st", "X", 1), ("jmp", -3)]),
    "echo": ("while (atomic_load(&W) != V) atomic_store(&X, atomic_load(&X));",
             [("ld", 0, "W"), ("jif", 0, "V", 4), ("ld", 1, "X"), ("back", "X", 1), ("jmp", -4)]),
    "delay": ("while (!atomic_load(&W)) for (int i = 0; i < 2; i++) if (atomic_load(&X)) break;",
              [("ld", 0, "W"), ("jif", 0, 1, 5), ("ld", 0, "X"), ("jif", 0, 1, -3), ("ld", 0, "X"), ("jmp", -5)]),
    "limited": ("for (int i = 0; i < 2 && !atomic_load(&W); i++) ;", [("ld", 0, "W"), ("jif", 0, 1, 2), ("ld", 0, "W")]),
    "weak": ("{ int o; do o = 0; while (!atomic_compare_exchange_weak(&W, &o, 1)); }", [("cas", 0, "W"), ("jif", 0, 0, -1)]),
    "if": ("if (atomic_load(&W)) atomic_store(&X, 0);", [("ld", 0, "W"), ("jif", 0, 0, 2), ("st", "X", 0)]),
    "idle": ("for (;;) sched_yield();", [("idle",)]),
}
WORDS, MUTEXES = ["w0", "w1", "FLAG"], ["m0", "m1"]
COMMON = ["tas", "tas", "cas", "ttas", "clear", "clear", "set", "await", "await", "both", "nested", "lock", "lock", "trylock", "poll", "flag", "unflag", "if", "flips", "says", "echo", "delay", "limited", "weak"]
RARE = ["trypoll", "backoff", "toggle", "idle"]


def draw_thread(r):
    held, body = [], []
    for _ in range(r.randint(1, 4)):
        kind = r.choice(COMMON if r.random() < 0.9 else RARE)
        if held and r.random() < 0.4:
            body.append(("unlock", {"M": held.pop()}))
        names = {"W": r.choice(WORDS[:2]), "M": r.choice(MUTEXES), "V": r.randint(0, 1)}
        names["X"] = WORDS[1 - WORDS.index(names["W"])]
        names["N"] = MUTEXES[1 - MUTEXES.index(names["M"])]
        takes = {"lock": ["M"], "trylock": ["M"], "backoff": ["M", "N"]}.get(kind, [])
        if any(names[m] in held for m in takes + (["M"] if "poll" in kind else [])):
            continue
        held += [names[m] for m in takes]
        body.append((kind, names))
        if kind == "idle":
            break
    if r.random() < 0.7 and not (body and body[-1][0] == "idle"):
        body += [("unlock", {"M": m}) for m in reversed(held)]
    return body


def as_c(threads):
    lines = ["#include <pthread.h>", "#include <sched.h>", "#include <stdatomic.h>", "static atomic_int w0, w1;", "static atomic_flag FLAG = ATOMIC_FLAG_INIT;",
             "static pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER, m1 = PTHREAD_MUTEX_INITIALIZER;"]
    for i, body in enumerate(threads):
        lines.append(f"static void *t{i}(void *arg) {{")
        for kind, names in body:
            text = STATEMENTS[kind][0]
            for name, value in names.items():
                for before, after in (("&", ")"), ("&", ","), ("!= ", ")"), ("== ", ")")):
                    text = text.replace(before + name + after, before + str(value) + after)
            lines.append("  " + text)
        lines += ["  return arg;", "}"]
    n = len(threads)
    lines += ["int main(void) {", f"  pthread_t t[{n}];"] + [f"  pthread_create(&t[{i}], NULL, t{i}, NULL);" for i in range(n)]
    lines += [f"  pthread_join(t[{i}], NULL);" for i in range(n)] + ["  return 0;", "}"]
    return "\n".join(lines) + "\n"


def as_code(body):
    code = []
    for kind, names in body:
        value = lambda x: 1 - names["V"] if x == "!V" else names.get(x, x) if isinstance(x, str) else x
        code += [(op[0],) + tuple(value(a) for a in op[1:]) for op in STATEMENTS[kind][1]]
    return code + [("end",)]


def step(code, state, t):
    """The state after the next operation of thread t; None: it cannot step. A state: (pcs, registers, words, holders)."""
    pcs, regs, words, holders = state
    op, pc = code[t][pcs[t]], pcs[t] + 1
    regs, words, holders = [list(x) for x in regs], dict(words), dict(holders)
    kind = op[0]
    if kind in ("end", "idle"):
        return None
    if kind == "ld":
        regs[t][op[1]] = words[op[2]]
    elif kind == "st":
        words[op[1]] = op[2]
    elif kind == "back":
        words[op[1]] = regs[t][op[2]]
    elif kind == "xchg":
        regs[t][op[1]], words[op[2]] = words[op[2]], op[3]
    elif kind == "cas":
        regs[t][op[1]] = int(words[op[2]] == 0)
        words[op[2]] = 1
    elif kind == "lock":
        if holders[op[1]] is not None:
            return None
        holders[op[1]] = t
    elif kind == "unlock":
        holders[op[1]] = None
    elif kind == "try":
        regs[t][op[1]] = int(holders[op[2]] is None)
        if holders[op[2]] is None:
            holders[op[2]] = t
    elif kind == "flip":
        regs[t][op[1]] ^= 1
    elif kind == "zero":
        regs[t][op[1]] = 0
    elif kind == "jmp":
        pc = pcs[t] + op[1]
    elif kind == "jif" and regs[t][op[1]] == op[2]:
        pc = pcs[t] + op[3]
    pcs = pcs[:t] + (pc,) + pcs[t + 1:]
    return pcs, tuple(map(tuple, regs)), tuple(sorted(words.items())), tuple(sorted(holders.items()))


def is_wrong(threads):
    """None: too many states."""
    code = [as_code(b) for b in threads]
    n = len(code)
    first = ((0,) * n, ((0, 0),) * n, tuple(sorted((w, 0) for w in WORDS)), tuple((m, None) for m in MUTEXES))
    graph, work = {first: None}, [first]
    while work:
        s = work.pop()
        graph[s] = [x for x in (step(code, s, t) for t in range(n)) if x is not None]
        for x in graph[s]:
            if x not in graph:
                graph[x] = None
                work.append(x)
        if len(graph) > MOST_STATES:
            return None
    ended = lambda s: tuple(code[t][s[0][t]][0] == "end" for t in range(n))
    waits = lambda s: any(code[t][s[0][t]][0] not in ("end", "idle") for t in range(n))
    # The largest set of states in which somebody waits, that no step leaves, writes a word in or ends a thread in.
    quiet = {s for s in graph if waits(s)}
    before = collections.defaultdict(list)
    for s, after in graph.items():
        for x in after:
            before[x].append(s)
    out = [s for s in graph if s not in quiet]
    out += [s for s in quiet if any(x[2] != s[2] or ended(x) != ended(s) for x in graph[s])]
    while out:
        s = out.pop()
        quiet.discard(s)
        out += [x for x in before[s] if x in quiet]
    return bool(quiet)


def ask(allways, path, engine, transitions):
    command = [allways, path, "--engine=" + engine[0], *engine[1:], "--property=deadlock", "--weak-cas-may-fail", "--json", f"--max-transitions={transitions}"]
    q = child.run(command)
    try:
        d = json.loads(q.stdout)
        return d["verdict"], d.get("reason") or "", d.get("grade")
    except (ValueError, KeyError):
        return f"exit {q.returncode}", q.stderr.strip()[-300:], None


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("allways")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--count", type=int, default=20)
    p.add_argument("--engines", type=int, default=len(ENGINES), help="drawn per program, beside naive")
    p.add_argument("--transitions", type=int, default=20000)
    a = p.parse_args()
    failed, counts, unknown = 0, collections.Counter(), collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(a.seed, a.seed + a.count):
            r = random.Random(seed)
            threads = [draw_thread(r) for _ in range(r.choice([1, 2, 2, 2, 3]))]
            wrong = is_wrong(threads)
            if wrong is None:
                continue
            path = os.path.join(folder, "p.c")
            pathlib.Path(path).write_text(as_c(threads), encoding="utf-8")
            want = "unsafe" if wrong else "safe"
            counts[want] += 1
            for engine in [["naive"]] + r.sample(ENGINES, min(a.engines, len(ENGINES))):
                got, why, grade = ask(a.allways, path, engine, a.transitions)
                excused = got == "unknown" and (engine != ["naive"] or "try to take" in why)
                if got == "unknown":
                    unknown[" ".join(engine)] += 1
                if got == want and (got == "unsafe" or grade in ("proved", "heuristic")) or excused:
                    continue
                failed += 1
                print(f"seed {seed}, {' '.join(engine)}: {got} {grade}, expected {want}: {why}\n{as_c(threads)}")
    print(f"{counts['safe']} safe, {counts['unsafe']} unsafe, {failed} wrong answers; without an answer: {dict(unknown)}")
    sys.exit(bool(failed) or (a.count >= 20 and min(counts["safe"], counts["unsafe"]) * 8 < a.count))


main()
