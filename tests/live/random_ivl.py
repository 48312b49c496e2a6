#!/usr/bin/env python3
"""Random IVL programs with random formulas against brute force: values, events, fairness per process; the kernel is a process.

usage: random_ivl.py ALLWAYS [--seed N] [--count N] [--replay N] [--systemc]

The oracle interprets the programs in its own way: what waits, what is pending and how far away it is; for each event of the formula one more process, which
waits for it again and again, so that the event has come while that process may go on. Formulas are judged as in random_live.py. Every N-th
counterexample is also saved and replayed. With --systemc the same programs are modules of SystemC, and the formulas have their members' names.
"""
import argparse
import pathlib
import random
import re
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import random_live as live

EVENTS = ["e", "f"]
OVER = "over"


class Draw:
    def __init__(self, rng):
        self.rng = rng
        self.names = live.NAMES[: rng.randint(1, 2)]
        self.events = EVENTS[: rng.randint(1, 2)]

    def condition(self):
        if self.rng.random() < 0.3:
            return (self.rng.choice(self.events), "==", 1)
        return (self.rng.choice(self.names), self.rng.choice(["<", ">", "=="]), self.rng.randint(0, 2))

    def statement(self):
        kind = self.rng.choices(["set", "next", "notify", "later", "wait", "time"], [3, 3, 3, 4, 3, 3])[0]
        name, event = self.rng.choice(self.names), self.rng.choice(self.events)
        return {
            "set": ("set", name, self.rng.randint(0, 2)),
            "next": ("next", name),
            "notify": ("notify", event),
            "later": ("later", event, self.rng.randint(0, 2)),
            "wait": ("wait", event),
            "time": ("time", self.rng.randint(0, 2)),
        }[kind]

    def process(self):
        """Statements, and from which of them on they are repeated; None: not at all."""
        code = [self.statement() for _ in range(self.rng.randint(1, 5))]
        again = self.rng.choice([None, 0, 0, self.rng.randrange(len(code))])
        if again is not None and not any(s[0] in ("wait", "time") for s in code[again:]):
            code.append(("time", self.rng.randint(1, 2)) if self.rng.random() < 0.5 else ("wait", self.rng.choice(self.events)))
        return code, again

    def formula(self, depth):
        return live.Draw.formula(self, depth)


def statement_text(s):
    return {
        "set": lambda: f"{s[1]} = {s[2]};",
        "next": lambda: f"{s[1]} = ({s[1]} + 1) % 3;",
        "notify": lambda: f"notify {s[1]};",
        "later": lambda: f"notify {s[1]}, {s[2]};",
        "wait": lambda: f"wait {s[1]};",
        "time": lambda: f"wait_time {s[1]};",
    }[s[0]]()


def program_text(names, events, processes):
    lines = [f"event {e};" for e in events] + [f"int {n} = 0;" for n in names]
    for i, (code, again) in enumerate(processes):
        lines.append(f"thread P{i} {{")
        for k, s in enumerate(code):
            lines.append(("  while (true) {\n" if k == again else "") + "  " + statement_text(s))
        lines += ["  }"] * (again is not None) + ["}"]
    return "\n".join(lines) + "\nmain { start; }\n"


def systemc_statement(s):
    return {
        "set": lambda: f"{s[1]} = {s[2]};",
        "next": lambda: f"{s[1]} = ({s[1]} + 1) % 3;",
        "notify": lambda: f"{s[1]}.notify();",
        "later": lambda: f"{s[1]}.notify({s[2]}, SC_NS);",
        "wait": lambda: f"wait({s[1]});",
        "time": lambda: f"wait({s[1]}, SC_NS);",
    }[s[0]]()


def systemc_text(names, events, processes):
    lines = ["#include <systemc.h>", "SC_MODULE(Design) {", f"  sc_event {', '.join(events)};"]
    lines += [f"  int {n} = 0;" for n in names]
    for i, (code, again) in enumerate(processes):
        lines.append(f"  void P{i}() {{")
        for k, s in enumerate(code):
            lines.append(("    while (true) {\n" if k == again else "") + "    " + systemc_statement(s))
        lines += ["    }"] * (again is not None) + ["  }"]
    threads = " ".join(f"SC_THREAD(P{i});" for i in range(len(processes)))
    lines += [f"  SC_CTOR(Design) {{ {threads} }}", "};"]
    return "\n".join(lines) + '\nint sc_main(int, char **) {\n  Design top("top");\n  sc_start();\n  return 0;\n}\n'


def with_members(formula):
    """The text of the formula with the names of the design."""
    return re.sub(r"\b([abc])\b", r"top.\1", re.sub(r"\b([ef])\b", r"top.\1.event", formula))


def formula_text(f):
    if f[0] == "atom" and f[1][0] in EVENTS:
        return f[1][0]
    if f[0] == "atom":
        return live.formula_text(f)
    if f[0] in ("!", "F", "G"):
        return f"{f[0]} {formula_text(f[1])}"
    return f"({formula_text(f[1])} {f[0]} {formula_text(f[2])})"


def events_of(f):
    if f[0] == "atom":
        return {f[1][0]} & set(EVENTS)
    return set().union(*(events_of(x) for x in f[1:]))


class Space:
    """States: (values, per process (place, what it waits for), what is pending, over). What processes wait for: "go": nothing; an event; "time"."""

    def __init__(self, names, processes, watched):
        self.names, self.processes = names, processes
        self.watched = sorted(watched)
        self.codes = processes + [([("wait", e)], 0) for e in self.watched] + ["kernel"]
        self.kernel = len(self.codes) - 1
        procs = tuple([(0, "go")] * len(processes) + [(1, e) for e in self.watched])
        self.first = (tuple(0 for _ in names), procs, frozenset(), False)
        self.edges = {}
        todo = [self.first]
        while todo and len(self.edges) <= live.MOST_STATES:
            s = todo.pop()
            if s in self.edges:
                continue
            self.edges[s] = [(p, self.step(s, p)) for p in range(len(self.codes)) if self.can(s, p)]
            todo += [t for _, t in self.edges[s]]

    def values(self, s):
        found = dict(zip(self.names, s[0]))
        for i, e in enumerate(self.watched):
            found[e] = int(s[1][len(self.processes) + i][1] == "go")
        return found

    def can(self, s, p):
        if s[3]:
            return False
        if p == self.kernel:
            return all(w != "go" for _, w in s[1])
        return s[1][p][1] == "go"

    def deliver(self, procs, pending, what):
        """An event, or ("P", number): the time of that process is over."""
        if isinstance(what, tuple):
            procs[what[1]] = (procs[what[1]][0], "go")
            return
        for p, (at, waits) in enumerate(procs):
            if waits == what:
                procs[p] = (at, "go")

    def step(self, s, p):
        values, procs, pending = self.values(s), list(s[1]), set(s[2])
        if p == self.kernel:
            over = not pending
            if pending:
                # Those of the next delta cycle first, else those of the next instant.
                now = min(d for _, d in pending)
                due = [w for w, d in pending if d == now]
                pending = {(w, d - max(now, 0)) for w, d in pending if d != now}
                for w in due:
                    self.deliver(procs, pending, w)
                if all(w != "go" for _, w in procs):
                    return self.step((s[0], tuple(procs), frozenset(pending), False), p)
            return (s[0], tuple(procs), frozenset(pending), over)
        code, again = self.codes[p]
        at = procs[p][0]
        waits = "go"
        while waits == "go":
            if at == len(code):
                if again is None:
                    waits = OVER
                    break
                at = again
            op = code[at]
            at += 1
            if op[0] == "set":
                values[op[1]] = op[2]
            elif op[0] == "next":
                values[op[1]] = (values[op[1]] + 1) % 3
            elif op[0] == "notify":
                pending = {(w, d) for w, d in pending if w != op[1]}
                self.deliver(procs, pending, op[1])
            elif op[0] == "later":
                delay = op[2] - (op[2] == 0)  # the next delta cycle is before every instant
                old = [d for w, d in pending if w == op[1]]
                if not old or old[0] > delay:
                    pending = {(w, d) for w, d in pending if w != op[1]} | {(op[1], delay)}
            elif op[0] == "wait":
                waits = op[1]
            else:
                waits = "time"
                pending.add((("P", p), op[1] - (op[1] == 0)))
        procs[p] = (at, waits)
        return (tuple(values[n] for n in self.names), tuple(procs), frozenset(pending), False)


class Judge(live.Judge):
    file = "program.ivl"


class SystemCJudge(live.Judge):
    file = "program.cpp"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("allways")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--replay", type=int, default=5)
    parser.add_argument("--systemc", action="store_true")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        judge = (SystemCJudge if args.systemc else Judge)(args.allways, pathlib.Path(scratch), args.replay)
        for seed in range(args.seed, args.seed + args.count):
            draw = Draw(random.Random(seed))
            processes = [draw.process() for _ in range(draw.rng.choice([1, 2, 2, 3]))]
            formula = draw.formula(draw.rng.choice([1, 2, 2, 3]))
            if len(live.untils(("!", live.plain(formula)), [])) > 4:
                continue
            space = Space(draw.names, processes, events_of(formula))
            if len(space.edges) > live.MOST_STATES:
                continue
            text = (systemc_text if args.systemc else program_text)(draw.names, draw.events, processes)
            asked = with_members(formula_text(formula)) if args.systemc else formula_text(formula)
            before = len(judge.complaints)
            for fair in ("weak", "strong", None):
                options = [f"--ltl={asked}", "--property=ltl", f"--fairness={fair or 'none'}"]
                judge.ask(text, live.satisfied(space, formula, fair), *options)
            for complaint in judge.complaints[before:]:
                print(f"seed {seed}: {complaint}")
    print(f"{judge.runs} runs from seed {args.seed}, {judge.unsafe} unsafe, {len(judge.complaints)} complaints")
    return bool(judge.complaints)


if __name__ == "__main__":
    sys.exit(main())
