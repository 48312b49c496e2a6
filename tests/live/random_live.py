#!/usr/bin/env python3
"""Random programs whose runs never end, or do: progress, termination and formulas against brute force.

usage: random_live.py ALLWAYS [--seed N] [--count N] [--formulas N] [--replay N] [--spin]

Programs are drawn in dlang, where one statement is one step. The oracle interprets them in its own way: all states, a tableau of truth values
for formulas, Tarjan's components, generalised acceptance. Verdicts must be equal, with weak fairness and without; every N-th counterexample is
also saved and replayed. With --spin each program is also written in Promela, and the oracle itself is compared with Spin, which takes most of the
time; without Spin on PATH that is said, and left out.
"""
import argparse
import itertools
import json
import pathlib
import random
import shutil
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import child

NAMES = ["a", "b", "c"]
MOST_STATES = 1500

# --- drawing -----------------------------------------------------------------------------------------------------------


class Draw:
    def __init__(self, rng):
        self.rng = rng
        self.names = NAMES[: rng.randint(1, 3)]

    def condition(self):
        return (self.rng.choice(self.names), self.rng.choice(["<", ">", "=="]), self.rng.randint(0, 2))

    def statement(self, depth):
        kind = self.rng.choices(["set", "next", "copy", "cas", "await", "while", "if"], [5, 3, 2, 1, 1, 5, 2])[0]
        name, other = self.rng.choice(self.names), self.rng.choice(self.names)
        if depth == 0 and kind in ("while", "if"):
            kind = "set"
        if kind == "set":
            return ("set", name, self.rng.randint(0, 2))
        if kind == "next":
            return ("next", name)
        if kind == "copy":
            return ("copy", name, other)
        if kind == "cas":
            return ("cas", name, self.rng.randint(0, 2), self.rng.randint(0, 2))
        if kind == "await":
            return ("await", self.condition())
        if kind == "while":
            return ("while", self.condition(), self.block(depth - 1))
        return ("if", self.condition(), self.block(depth - 1), self.block(depth - 1))

    def block(self, depth, most=2):
        return [self.statement(depth) for _ in range(self.rng.randint(1, most))]

    def program(self):
        return [self.block(2, 3) for _ in range(self.rng.choice([1, 2, 2, 2, 3]))]

    def formula(self, depth):
        kind = self.rng.choice(["atom"] if depth == 0 else ["atom", "!", "&", "|", "->", "<->", "F", "G", "F", "G", "U", "R", "W"])
        if kind == "atom":
            return ("atom", self.condition())
        if kind in ("!", "F", "G"):
            return (kind, self.formula(depth - 1))
        return (kind, self.formula(depth - 1), self.formula(depth - 1))


def condition_text(c):
    return f"{c[0]} {c[1]} {c[2]}"


def text_of(block, indent):
    lines = []
    for s in block:
        pad = "  " * indent
        if s[0] == "set":
            lines.append(f"{pad}{s[1]} := {s[2]}")
        elif s[0] == "next":
            lines.append(f"{pad}{s[1]} := ({s[1]} + 1) % 3")
        elif s[0] == "copy":
            lines.append(f"{pad}{s[1]} := {s[2]}")
        elif s[0] == "cas":
            lines.append(f"{pad}cas({s[1]}, {s[2]}, {s[3]})")
        elif s[0] == "await":
            lines.append(f"{pad}await {condition_text(s[1])}")
        elif s[0] == "while":
            lines += [f"{pad}while {condition_text(s[1])} {{"] + text_of(s[2], indent + 1) + [pad + "}"]
        else:
            lines += [f"{pad}if {condition_text(s[1])} then {{"] + text_of(s[2], indent + 1) + [pad + "} else {"]
            lines += text_of(s[3], indent + 1) + [pad + "}"]
    return lines


def program_text(names, processes):
    head = "< " + str(len(processes)) + "".join(f", {n} 1 0" for n in names) + " >\n"
    return head + "\n".join("[\n" + "\n".join(text_of(p, 1)) + "\n]" for p in processes) + "\n"


def formula_text(f):
    if f[0] == "atom":
        return "(" + condition_text(f[1]) + ")"
    if f[0] in ("!", "F", "G"):
        return f"{f[0]} {formula_text(f[1])}"
    return f"({formula_text(f[1])} {f[0]} {formula_text(f[2])})"


# --- meaning -----------------------------------------------------------------------------------------------------------


def code_of(block, code, loops):
    """Appends (operation, where to go on); each place knows the loops around it."""
    for s in block:
        if s[0] == "while":
            at = len(code)
            inner = loops | {at}
            code.append(None)
            code_of(s[2], code, inner)
            code.append(("jump", at, inner))
            code[at] = ("branch", s[1], at + 1, len(code), inner)
        elif s[0] == "if":
            at = len(code)
            code.append(None)
            code_of(s[2], code, loops)
            end = len(code)
            code.append(None)
            code_of(s[3], code, loops)
            code[end] = ("jump", len(code), loops)
            code[at] = ("branch", s[1], at + 1, end + 1, loops)
        else:
            code.append((*s, loops))
    return code


def holds(condition, values):
    value = values[condition[0]]
    return {"<": value < condition[2], ">": value > condition[2], "==": value == condition[2]}[condition[1]]


def skip_jumps(code, at):
    while at < len(code) and code[at][0] == "jump":
        at = code[at][1]
    return at


class Space:
    """States are (values, places); edges by process."""

    def __init__(self, names, processes):
        self.names = names
        self.codes = [code_of(p, [], frozenset()) for p in processes]
        first = (tuple(0 for _ in names), tuple(skip_jumps(c, 0) for c in self.codes))
        self.edges = {}
        self.first = first
        todo = [first]
        while todo and len(self.edges) <= MOST_STATES:
            s = todo.pop()
            if s in self.edges:
                continue
            self.edges[s] = [(p, self.step(s, p)) for p in range(len(processes)) if self.can(s, p)]
            todo += [t for _, t in self.edges[s]]

    def values(self, s):
        return dict(zip(self.names, s[0]))

    def ended(self, s, p):
        return s[1][p] >= len(self.codes[p])

    def can(self, s, p):
        if self.ended(s, p):
            return False
        op = self.codes[p][s[1][p]]
        return op[0] != "await" or holds(op[1], self.values(s))

    def step(self, s, p):
        values, at = self.values(s), s[1][p]
        op = self.codes[p][at]
        to = at + 1
        if op[0] == "set":
            values[op[1]] = op[2]
        elif op[0] == "next":
            values[op[1]] = (values[op[1]] + 1) % 3
        elif op[0] == "copy":
            values[op[1]] = values[op[2]]
        elif op[0] == "cas" and values[op[1]] == op[2]:
            values[op[1]] = op[3]
        elif op[0] == "branch":
            to = op[2] if holds(op[1], values) else op[3]
        places = list(s[1])
        places[p] = skip_jumps(self.codes[p], to)
        return (tuple(values[n] for n in self.names), tuple(places))

    def loops(self, s, p):
        return frozenset() if self.ended(s, p) else self.codes[p][s[1][p]][-1]


def components(nodes, successors):
    """Tarjan, without recursion."""
    number, low, onstack, stack, out = {}, {}, set(), [], []
    for root in nodes:
        if root in number:
            continue
        work = [(root, iter(successors(root)))]
        number[root] = low[root] = len(number)
        stack.append(root)
        onstack.add(root)
        while work:
            node, rest = work[-1]
            for to in rest:
                if to not in number:
                    number[to] = low[to] = len(number)
                    stack.append(to)
                    onstack.add(to)
                    work.append((to, iter(successors(to))))
                    break
                if to in onstack:
                    low[node] = min(low[node], number[to])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == number[node]:
                    part = set()
                    while True:
                        top = stack.pop()
                        onstack.discard(top)
                        part.add(top)
                        if top == node:
                            break
                    out.append(part)
    return out


def has_run(space, nodes, edges, state_of, fair, marks):
    """Is there a cycle among the nodes that is fair and has all marks? edges(node): [(process or None, node)]."""
    keep = set(nodes)
    inner = lambda n: [(p, t) for p, t in edges(n) if t in keep]
    for part in components(list(nodes), lambda n: [t for _, t in inner(n)]):
        steps = {p for n in part for p, t in inner(n) if t in part}
        if not steps:
            continue
        good = all(any(mark(n) for n in part) for mark in marks)
        if fair == "strong" and good and None not in steps:
            late = [p for p in range(len(space.codes)) if p not in steps and any(space.can(state_of(n), p) for n in part)]
            rest = [n for n in part if not any(space.can(state_of(n), p) for p in late)]
            good = not late or has_run(space, rest, edges, state_of, fair, marks)
        elif fair and good and None not in steps:
            good = all(p in steps or any(not space.can(state_of(n), p) for n in part) for p in range(len(space.codes)))
        if good:
            return True
    return False


def with_ends(space, s):
    return space.edges[s] or [(None, s)]


def progresses(space, fair):
    for p, code in enumerate(space.codes):
        for loop in {l for op in code for l in op[-1]}:
            inside = [s for s in space.edges if loop in space.loops(s, p)]
            if has_run(space, inside, lambda s: with_ends(space, s), lambda s: s, fair, []):
                return False
    return True


def terminates(space):
    if any(not e and any(not space.ended(s, p) for p in range(len(space.codes))) for s, e in space.edges.items()):
        return False
    return not has_run(space, list(space.edges), lambda s: space.edges[s], lambda s: s, False, [])


# --- formulas: truth values of the subformulas f U g are guessed, and must fit from state to state ------------------------


def plain(f):
    """Only atoms, !, & and U."""
    yes = ("yes",)
    if f[0] == "atom":
        return f
    if f[0] == "!":
        return ("!", plain(f[1]))
    if f[0] == "F":
        return ("U", yes, plain(f[1]))
    if f[0] == "G":
        return ("!", ("U", yes, ("!", plain(f[1]))))
    a, b = plain(f[1]), plain(f[2])
    no = lambda x: ("!", x)
    either = lambda x, y: no(("&", no(x), no(y)))
    return {
        "&": ("&", a, b),
        "|": either(a, b),
        "->": either(no(a), b),
        "<->": either(("&", a, b), ("&", no(a), no(b))),
        "U": ("U", a, b),
        "R": no(("U", no(a), no(b))),
        "W": either(("U", a, b), no(("U", yes, no(a)))),
    }[f[0]]


def untils(f, found):
    for part in f[1:]:
        if isinstance(part, tuple) and f[0] != "atom":
            untils(part, found)
    if f[0] == "U" and f not in found:
        found.append(f)
    return found


def truth(f, values, guess):
    if f[0] == "yes":
        return True
    if f[0] == "atom":
        return holds(f[1], values)
    if f[0] == "!":
        return not truth(f[1], values, guess)
    if f[0] == "&":
        return truth(f[1], values, guess) and truth(f[2], values, guess)
    return guess[f]


def satisfied(space, formula, fair):
    """Do all (fair) runs satisfy the formula?"""
    negated = ("!", plain(formula))
    temporal = untils(negated, [])
    guesses = [dict(zip(temporal, bits)) for bits in itertools.product([False, True], repeat=len(temporal))]
    values = {s: space.values(s) for s in space.edges}

    def fits(s, g, h):
        return all(g[u] == (truth(u[2], values[s], g) or (truth(u[1], values[s], g) and h[u])) for u in temporal)

    def edges(node):
        s, g = node
        return [(p, (t, h)) for p, t in with_ends(space, s) for h in range(len(guesses)) if fits(s, guesses[g], guesses[h])]

    first = [(space.first, g) for g in range(len(guesses)) if truth(negated, values[space.first], guesses[g])]
    reached, todo, arcs = set(first), list(first), {}
    while todo:
        node = todo.pop()
        arcs[node] = edges(node)
        for _, t in arcs[node]:
            if t not in reached:
                reached.add(t)
                todo.append(t)
    marks = [lambda n, u=u: truth(u[2], values[n[0]], guesses[n[1]]) or not guesses[n[1]][u] for u in temporal]
    return not has_run(space, reached, arcs.__getitem__, lambda n: n[0], fair, marks)


# --- Spin --------------------------------------------------------------------------------------------------------------


def promela_block(block, indent):
    lines, pad = [], "  " * indent
    for s in block:
        if s[0] == "set":
            lines.append(f"{pad}{s[1]} = {s[2]};")
        elif s[0] == "next":
            lines.append(f"{pad}{s[1]} = ({s[1]} + 1) % 3;")
        elif s[0] == "copy":
            lines.append(f"{pad}{s[1]} = {s[2]};")
        elif s[0] == "cas":
            lines.append(f"{pad}{s[1]} = ({s[1]} == {s[2]} -> {s[3]} : {s[1]});")
        elif s[0] == "await":
            lines.append(f"{pad}({condition_text(s[1])});")
        elif s[0] == "while":
            lines += [f"{pad}do", f"{pad}:: ({condition_text(s[1])}) ->"] + promela_block(s[2], indent + 1)
            lines += [f"{pad}:: else -> break", f"{pad}od;"]
        else:
            lines += [f"{pad}if", f"{pad}:: ({condition_text(s[1])}) ->"] + promela_block(s[2], indent + 1)
            lines += [f"{pad}:: else ->"] + promela_block(s[3], indent + 1) + [f"{pad}fi;"]
    return lines


def spin_formula(f):
    if f[0] == "yes":
        return "true"
    if f[0] == "atom":
        return "(" + condition_text(f[1]) + ")"
    if f[0] == "!":
        return f"(! {spin_formula(f[1])})"
    return f"({spin_formula(f[1])} {'&&' if f[0] == '&' else 'U'} {spin_formula(f[2])})"


def spin_satisfied(names, processes, formula, fair, folder):
    """What Spin says, by a claim of the negated formula."""
    text = "".join(f"int {n};\n" for n in names)
    for i, p in enumerate(processes):
        text += f"active proctype P{i}() {{\n" + "\n".join(promela_block(p, 1)) + "\n}\n"
    text += f"ltl f {{ {spin_formula(plain(formula))} }}\n"
    (folder / "m.pml").write_text(text, encoding="utf-8")
    (folder / "pan").unlink(missing_ok=True)
    for words in (["spin", "-a", "m.pml"], ["gcc", "-w", "-O0", "-DNOREDUCE", "-o", "pan", "pan.c"]):
        made = child.run(words, cpu=120, cwd=folder)
        assert made.returncode == 0, made.stdout + made.stderr + text
    said = child.run(["./pan", "-a", "-N", "f", "-m100000", *(["-f"] if fair else [])], cpu=60, cwd=folder)
    assert "errors: " in said.stdout, said.stdout + said.stderr + text
    return "errors: 0" in said.stdout


# --- comparing ---------------------------------------------------------------------------------------------------------


class Judge:
    file = "program.dl"

    def __init__(self, allways, folder, replay_every):
        self.allways, self.folder, self.every = allways, folder, replay_every
        self.runs = self.unsafe = 0
        self.complaints = []

    def ask(self, text, want_safe, *options):
        path = self.folder / self.file
        trace = self.folder / "run.trace"
        path.write_text(text, encoding="utf-8")
        self.runs += 1
        words = [self.allways, "verify", "--json", str(path), *options]
        save = not want_safe and self.unsafe % self.every == 0
        self.unsafe += not want_safe
        answer = child.run(words + ([f"--report={trace}"] if save else []), cpu=60)
        got = {0: "safe", 1: "unsafe", 2: "unknown"}.get(answer.returncode, f"status {answer.returncode}")
        want = "safe" if want_safe else "unsafe"
        if got != want:
            self.complaints.append(f"{' '.join(options)}: {got}, expected {want}\n{text}{answer.stderr[:500]}")
            return
        if not want_safe and "loop" not in json.loads(answer.stdout):
            self.complaints.append(f"{' '.join(options)}: no loop\n{text}")
        if save and child.run([self.allways, "replay", str(trace)], cpu=60).returncode != 1:
            self.complaints.append(f"{' '.join(options)}: the saved run does not replay\n{text}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("allways")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--formulas", type=int, default=2)
    parser.add_argument("--replay", type=int, default=5)
    parser.add_argument("--spin", action="store_true")
    args = parser.parse_args()
    if args.spin and not shutil.which("spin"):
        print("there is no spin on PATH (Debian: package spin): not compared with it")
        args.spin = False
    with tempfile.TemporaryDirectory() as scratch:
        judge = Judge(args.allways, pathlib.Path(scratch), args.replay)
        for seed in range(args.seed, args.seed + args.count):
            draw = Draw(random.Random(seed))
            processes = draw.program()
            space = Space(draw.names, processes)
            if len(space.edges) > MOST_STATES:
                continue
            text = program_text(draw.names, processes)
            before = len(judge.complaints)
            judge.ask(text, progresses(space, "weak"), "--property=progress")
            judge.ask(text, progresses(space, "strong"), "--property=progress", "--fairness=strong")
            judge.ask(text, terminates(space), "--property=termination")
            for _ in range(args.formulas):
                formula = draw.formula(draw.rng.choice([1, 2, 2, 3]))
                if len(untils(("!", plain(formula)), [])) > 4:
                    continue
                for fair in ("weak", "strong", None):
                    options = [f"--ltl={formula_text(formula)}", "--property=ltl", f"--fairness={fair or 'none'}"]
                    want = satisfied(space, formula, fair)
                    judge.ask(text, want, *options)
                    if args.spin and fair != "strong" and spin_satisfied(draw.names, processes, formula, fair, pathlib.Path(scratch)) != want:
                        judge.complaints.append(f"{' '.join(options)}: Spin does not say {want}\n{text}")
            for complaint in judge.complaints[before:]:
                print(f"seed {seed}: {complaint}")
    print(f"{judge.runs} runs from seed {args.seed}, {judge.unsafe} unsafe, {len(judge.complaints)} complaints")
    return bool(judge.complaints)


if __name__ == "__main__":
    sys.exit(main())
