#!/usr/bin/env python3
"""Random objects whose calls may wait for ever: random_waiting.py ALLWAYS [--seed N] [--count N]

Operations are drawn: accesses to two variables, loops that wait for a value, and a mutex that is taken, given back, or kept. All interleavings of
all drawn calls are enumerated here up to where nobody goes on, and each history is judged as the definition says (Line-Up, Burckhardt and others
2010): without calls that wait, some order of the calls returns the same; with them, each of these waits in some order of the others behind all
that are over, which return the same there. The verdict of allways must be the same.
"""
import argparse
import itertools
import pathlib
import random
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import child

CONDITIONS = ("linearizable", "linearizable", "sequential", "quiescent")
C = {
    "load": "t = __atomic_load_n(&{v}, 5);",
    "store": "__atomic_store_n(&{v}, {n}, 5);",
    "copy": "__atomic_store_n(&{v}, t + 1, 5);",
    "add": "t = __atomic_fetch_add(&{v}, {n}, 5);",
    "wait": "while (__atomic_load_n(&{v}, 5) != {n}) {{}}",
    "lock": "pthread_mutex_lock(&m);",
    "unlock": "pthread_mutex_unlock(&m);",
}


def draw_operation(rng):
    kinds = ("load", "store", "copy", "add", "wait", "wait")
    steps = [(rng.choice(kinds), rng.choice("xy"), rng.choice((0, 1))) for _ in range(rng.choice((1, 2, 2, 3)))]
    if rng.random() < 0.4:
        steps = [("lock", "m", 0)] + steps + ([("unlock", "m", 0)] if rng.random() < 0.7 else [])
    return steps


class Object:
    def __init__(self, rng):
        self.operations = [draw_operation(rng) for _ in range(rng.choice((1, 2, 2, 3)))]
        self.clients, self.calls = rng.choice(((2, 1), (2, 1), (2, 2), (3, 1)))
        self.condition = rng.choice(CONDITIONS)

    def text(self):
        lines = ["#include <pthread.h>", "static int x, y;", "static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;"]
        for i, steps in enumerate(self.operations):
            lines += [f"int f{i}(void) {{ int t = 0;", *(C[kind].format(v=v, n=n) for kind, v, n in steps), "return t; }"]
        return "\n".join(lines) + "\n"

    def words(self):
        calls = ", ".join(f"f{i}()" for i in range(len(self.operations)))
        return [f"--operations={calls}", f"--clients={self.clients}", f"--calls={self.calls}", f"--property={self.condition}"]

    def is_small(self):
        n = self.clients * self.calls
        return len(self.operations) ** n * (max(map(len, self.operations)) + 2) ** n <= 30000


def execute(step, shared, t):
    """(shared, t) behind the step, or None: it waits. shared: x, y, and whether the mutex is held."""
    kind, v, n = step
    k = "xym".index(v)
    after = list(shared)
    if (kind == "wait" and shared[k] != n) or (kind == "lock" and shared[k]):
        return None
    if kind in ("store", "lock", "unlock"):
        after[k] = {"store": n, "lock": 1, "unlock": 0}[kind]
    elif kind == "copy":
        after[k] = t + 1
    elif kind in ("load", "add"):
        t, after[k] = shared[k], shared[k] + (n if kind == "add" else 0)
    return tuple(after), t


def whole(steps, shared):
    t = 0
    for step in steps:
        done = execute(step, shared, t)
        if done is None:
            return None
        shared, t = done
    return shared, t


def histories(o, calls):
    """Events and results of all runs to where nobody goes on."""
    seen, work = set(), [((0, 0, 0), ((0, None, 0),) * o.clients, (), ())]
    while work:
        state = work.pop()
        if state in seen:
            continue
        seen.add(state)
        shared, clients, events, results = state
        moved = False
        for c, (call, at, t) in enumerate(clients):
            number = c * o.calls + call
            if call == o.calls:
                continue
            steps = o.operations[calls[number]]
            after, more, got = shared, (), results
            if at is None:
                new, more = (call, 0, 0), (("call", number),)
            elif at == len(steps):
                new, more, got = (call + 1, None, 0), (("return", number),), tuple(sorted(results + ((number, t),)))
            else:
                done = execute(steps[at], shared, t)
                if done is None:
                    continue
                after, new = done[0], (call, at + 1, done[1])
            moved = True
            work.append((after, clients[:c] + (new,) + clients[c + 1:], events + more, got))
        if not moved:
            yield events, dict(results)


def pairs(o, events):
    """What the condition wants to be kept of the calls that began."""
    called, returned = ({number: i for i, (kind, number) in enumerate(events) if kind == wanted} for wanted in ("call", "return"))
    if o.condition == "linearizable":
        return [(a, b) for a in returned for b in called if returned[a] < called[b]]
    if o.condition == "sequential":
        return [(a, b) for a in called for b in called if a < b and a // o.calls == b // o.calls]
    active, quiet = 0, []
    for i, (kind, _) in enumerate(events):
        active += 1 if kind == "call" else -1
        if not active:
            quiet.append(i)
    return [(a, b) for a in returned for b in called if any(returned[a] <= q < called[b] for q in quiet)]


def some_order(o, calls, numbers, results, before, last):
    """An order of these calls that returns the results where there are some; behind it `last` waits, if it is not None."""
    for order in itertools.permutations(numbers):
        place = {c: i for i, c in enumerate((*order, last))}
        if any(a in place and b in place and place[a] > place[b] for a, b in before):
            continue
        shared = (0, 0, 0)
        for c in order:
            done = whole(o.operations[calls[c]], shared)
            if done is None or results.get(c, done[1]) != done[1]:
                break
            shared = done[0]
        else:
            if last is None or whole(o.operations[calls[last]], shared) is None:
                return True
    return False


def explained(o, calls, events, results):
    before = pairs(o, events)
    waiting = [number for kind, number in events if kind == "call" and number not in results]
    if not waiting:
        return some_order(o, calls, list(results), results, before, None)
    for last in waiting:
        others = [c for c in waiting if c != last]
        chosen = itertools.chain.from_iterable(itertools.combinations(others, n) for n in range(len(others) + 1))
        if not any(some_order(o, calls, [*results, *some], results, before, last) for some in chosen):
            return False
    return True


def holds(o):
    known = {}
    for calls in itertools.product(range(len(o.operations)), repeat=o.clients * o.calls):
        for events, results in histories(o, calls):
            key = (calls, tuple(results.items()), tuple(sorted(n for kind, n in events if kind == "call")), tuple(pairs(o, events)))
            if key not in known:
                known[key] = explained(o, calls, events, results)
            if not known[key]:
                return False
    return True


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("allways")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=10)
    args = parser.parse_args()
    wrong, verdicts = 0, {True: 0, False: 0}
    for seed in range(args.seed, args.seed + args.count):
        rng = random.Random(seed)
        o = Object(rng)
        while not o.is_small():
            o = Object(rng)
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "object.c").write_text(o.text())
            done = child.run([str(pathlib.Path(args.allways).resolve()), "object.c", *o.words()], cwd=folder, cpu=300)
        expected = holds(o)
        verdicts[expected] += 1
        if done.returncode != (0 if expected else 1):
            wrong += 1
            print(f"seed {seed}: status {done.returncode}, expected {'SAFE' if expected else 'UNSAFE'}: {' '.join(o.words())}\n{o.text()}"
                  f"{done.stdout[:600]}{done.stderr[:600]}")
    print(f"{args.count} objects from seed {args.seed}: {verdicts[True]} hold, {verdicts[False]} do not, {wrong} judged wrongly")
    return 1 if wrong or (args.count >= 50 and not all(verdicts.values())) else 0


if __name__ == "__main__":
    sys.exit(main())
