#!/usr/bin/env python3
"""Random objects over two variables: random_objects.py ALLWAYS [--seed N] [--count N]

Operations are drawn: loads, stores, exchanges, additions, comparisons with exchange, some of them under a mutex. All interleavings of all
drawn calls are enumerated here, with calls and returns as events of their own, and each history is compared with all orders of its calls,
as the definitions say (Herlihy and Wing 1990). The verdict of allways must be the same.
"""
import argparse
import itertools
import pathlib
import random
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import child

CONDITIONS = ("linearizable", "sequential", "quiescent")
C = {
    "load": "{r} = __atomic_load_n(&{v}, 5);",
    "store": "__atomic_store_n(&{v}, {e}, 5);",
    "add": "{r} = __atomic_fetch_add(&{v}, {e}, 5);",
    "swap": "{r} = __atomic_exchange_n(&{v}, {e}, 5);",
    "cas": "{{ int want = {f}; {r} = __atomic_compare_exchange_n(&{v}, &want, {e}, 0, 5, 5); }}",
}


class Object:
    """Operations are lists of (kind, register, variable, value, expected), with what is returned and whether a mutex is held."""

    def __init__(self, rng):
        self.operations = [self.draw_operation(rng) for _ in range(rng.choice((1, 2, 2)))]
        self.clients, self.calls = rng.choice(((2, 1), (2, 1), (2, 2), (3, 1)))
        self.condition = rng.choice(CONDITIONS)

    @staticmethod
    def draw_operation(rng):
        value = lambda: rng.choice(("t", "u", "t + 1", "a", "1", "2", "t + u"))
        steps = [(rng.choice(("load", "load", "store", "store", "add", "swap", "cas")), rng.choice("tu"), rng.choice("xy"), value(),
                  rng.choice(("t", "0", "1"))) for _ in range(rng.choice((1, 2, 2, 3, 3)))]
        return steps, rng.choice(("t", "u", "t + u", "2 * t + u")), rng.random() < 0.2, rng.random() < 0.4

    def text(self):
        lines = ["#include <pthread.h>", "static int x, y;", "static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;"]
        for i, (steps, result, locked, takes) in enumerate(self.operations):
            lines.append(f"int f{i}({'int a' if takes else 'void'}) {{ int t = 0, u = 0{'' if takes else ', a = 1'}; (void)a;")
            lines += ["pthread_mutex_lock(&m);"] if locked else []
            lines += [C[kind].format(r=r, v=v, e=e, f=f) for kind, r, v, e, f in steps]
            lines += ["pthread_mutex_unlock(&m);"] if locked else []
            lines.append(f"return {result}; }}")
        return "\n".join(lines) + "\n"

    def words(self):
        calls = ", ".join(f"f{i}({'?0..1' if takes else ''})" for i, (_, _, _, takes) in enumerate(self.operations))
        return [f"--operations={calls}", f"--clients={self.clients}", f"--calls={self.calls}", f"--property={self.condition}"]

    def choices(self):
        return [(i, a) for i, (_, _, _, takes) in enumerate(self.operations) for a in ((0, 1) if takes else (1,))]


def execute(step, shared, registers):
    """One access; shared is (x, y), registers (t, u, a)."""
    kind, r, v, e, f = step
    names = dict(zip("tua", registers))
    value, expected, k = eval(e, {}, names), eval(f, {}, names), "xy".index(v)
    old, shared = shared[k], list(shared)
    if kind == "store":
        shared[k] = value
    elif kind == "add":
        shared[k], names[r] = old + value, old
    elif kind == "swap":
        shared[k], names[r] = value, old
    elif kind == "cas":
        names[r] = int(old == expected)
        shared[k] = value if old == expected else old
    else:
        names[r] = old
    return tuple(shared), (names["t"], names["u"], names["a"])


def whole(operation, shared, argument):
    steps, result, _, _ = operation
    registers = (0, 0, argument)
    for step in steps:
        shared, registers = execute(step, shared, registers)
    return shared, eval(result, {}, dict(zip("tua", registers)))


def explained(o, calls, results, before):
    """Is there an order of the calls, with these pairs in order, that gives the results? The pairs are of indices."""
    for order in itertools.permutations(range(len(calls))):
        place = {c: i for i, c in enumerate(order)}
        if any(place[a] > place[b] for a, b in before):
            continue
        shared, same = (0, 0), True
        for c in order:
            shared, result = whole(o.operations[calls[c][0]], shared, calls[c][1])
            same = same and result == results[c]
        if same:
            return True
    return False


def is_inside(o, calls, client, state):
    """Does it hold the mutex? From the first access to the last."""
    call, at, _ = state
    if call == o.calls or not at:
        return False
    steps, _, locked, _ = o.operations[calls[client * o.calls + call][0]]
    return locked and at < len(steps)


def histories(o, calls):
    """All complete histories of these calls (client * o.calls + call) as sequences of events, with their results."""
    seen, work = set(), [((0, 0), ((0, None, ()),) * o.clients, (), ())]
    while work:
        state = work.pop()
        if state in seen:
            continue
        seen.add(state)
        shared, clients, events, results = state
        moved = False
        for c, (call, at, registers) in enumerate(clients):
            if call == o.calls:
                continue
            moved = True  # nobody waits for ever
            number = c * o.calls + call
            steps, result, locked, _ = o.operations[calls[number][0]]
            if at is None:
                new, after, more, got = (call, 0, (0, 0, calls[number][1])), shared, (("call", number),), results
            elif at == len(steps):
                value = eval(result, {}, dict(zip("tua", registers)))
                new, after, more, got = (call + 1, None, ()), shared, (("return", number),), results + ((number, value),)
            elif locked and at == 0 and any(d != c and is_inside(o, calls, d, clients[d]) for d in range(o.clients)):
                continue
            else:
                after, there = execute(steps[at], shared, registers)
                new, more, got = (call, at + 1, there), (), results
            work.append((after, clients[:c] + (new,) + clients[c + 1:], events + more, tuple(sorted(got))))
        if not moved:
            yield events, [value for _, value in results]


def pairs(o, events):
    """What the condition wants to be kept of the history."""
    n = o.clients * o.calls
    called, returned = ({number: i for i, (kind, number) in enumerate(events) if kind == wanted} for wanted in ("call", "return"))
    if o.condition == "linearizable":
        return [(a, b) for a in range(n) for b in range(n) if returned[a] < called[b]]
    if o.condition == "sequential":
        return [(a, a + 1) for a in range(n) if (a + 1) % o.calls]
    active, quiet = 0, []
    for i, (kind, _) in enumerate(events):
        active += 1 if kind == "call" else -1
        if not active:
            quiet.append(i)
    return [(a, b) for a in range(n) for b in range(n) if any(returned[a] <= q < called[b] for q in quiet)]


def holds(o):
    known = {}
    for calls in itertools.product(o.choices(), repeat=o.clients * o.calls):
        for events, results in histories(o, calls):
            key = (calls, tuple(results), tuple(pairs(o, events)))
            if key not in known:
                known[key] = explained(o, calls, results, key[2])
            if not known[key]:
                return False
    return True


def is_small(o):
    """Four calls of three accesses each have too many histories for this enumeration."""
    accesses = max(len(steps) for steps, _, _, _ in o.operations)
    n = o.clients * o.calls
    return len(o.choices()) ** n * (accesses + 2) ** n <= (20000 if n == 4 else 40000)


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
        while not is_small(o):
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
