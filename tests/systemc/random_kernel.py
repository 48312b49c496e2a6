#!/usr/bin/env python3
"""Random programs on the operations of the SystemC kernel, through `cross`: both interpreters, keys and engines agree.

  tests/systemc/random_kernel.py CROSS [--seed N] [--count N] [--keep FOLDER] [--print] [--determinism]

A program makes its processes in the elaboration and at run time, arms some, waits for lists of events that stand in
memory (any, all, with time-outs), notifies in all ways, requests updates, switches to others, pauses and stops; the main
program starts the simulation several times.
"""
import argparse
import pathlib
import random
import subprocess
import sys
import tempfile

EVENTS = 3
VARS = ["x", "y", "log"]


class Code:
    """The body of one function."""

    def __init__(self, name, params=""):
        self.head = f"func &{name}({params}) void {{"
        self.lines, self.regs, self.blocks = ["b1:"], {"i32": [], "bool": [], "void*": []}, 1

    def reg(self, kind):
        name = f"%{kind[0]}{len(self.regs[kind])}"
        self.regs[kind].append(name)
        return name

    def put(self, line):
        self.lines.append("  " + line)

    def block(self):
        self.blocks += 1
        return f"b{self.blocks}"

    def label(self, name):
        self.lines.append(name + ":")

    def text(self):
        regs = [f"  reg {r} {kind}" for kind, names in self.regs.items() for r in names]
        return "\n".join([self.head, *regs, *self.lines, "  return", "}"]) + "\n"


class Program:
    def __init__(self, r):
        self.r = r
        self.funcs, self.names, self.count = [], [], 0
        self.uses_delta = r.random() < 0.15
        self.static = r.choice([2, 3, 3, 4])
        self.children = r.choice([0, 0, 1, 2])
        self.allow_stop = r.random() < 0.2
        self.allow_halt = r.random() < 0.07

    def event(self):
        return f"@e{self.r.randrange(EVENTS)}"

    def listed(self):
        n = self.r.randint(1, 2)
        return f"@l{self.r.randrange(3)}, i32:{n}"

    def wait(self, c):
        r = self.r
        kind = r.choice(["time", "time", "any", "all", "both", "both", "delta", "delta"])
        if kind == "time":
            c.put(f"wait.timeout i64:{r.choice([1, 2, 3, 5])}")
        elif kind == "delta":
            c.put("wait.timeout i64:0")
        elif kind == "any":
            c.put(f"wait.array {self.listed()}")
        elif kind == "all":
            c.put(f"wait.array.all @l{r.randrange(3)}, i32:2")
        else:
            flag, number = c.reg("bool"), c.reg("i32")
            how = r.choice(["", ".all"])
            c.put(f"{flag} = wait.array{how}.timeout bool {self.listed()}, i64:{r.choice([0, 1, 3])}")
            c.put(f"{number} = zext i32 {flag}")
            c.put(f"rmw.add i32 @{r.choice(VARS)}, {number}")

    def note(self, c):
        """Makes the order of steps visible."""
        a, b = c.reg("i32"), c.reg("i32")
        c.put(f"{a} = load i32 @log")
        c.put(f"{b} = mul i32 {a}, 3")
        c.put(f"{a} = add i32 {b}, {self.r.randint(1, 2)}")
        c.put(f"store i32 @log, {a}")

    def branch(self, c, depth, who):
        r = self.r
        flag, number = c.reg("bool"), c.reg("i32")
        yes, no = c.block(), c.block()
        if r.random() < 0.25:
            c.put(f'{flag} = nondet bool "choice"')
        else:
            c.put(f"{number} = load i32 @{r.choice(VARS)}")
            c.put(f"{flag} = slt bool {number}, i32:{r.randint(0, 3)}")
        c.put(f"branch {flag} -> {yes}, {no}")
        c.label(yes)
        self.statement(c, depth - 1, who)
        c.put(f"jump -> {no}")
        c.label(no)

    def spawn(self, c, name, sub, armed):
        handle = c.reg("i32")
        c.put(f"{handle} = spawn{sub} i32 &{name}, @x+0")
        c.put(f"name {handle}, @n_{name}")
        if armed:
            c.put(f"arm {handle}, {self.listed()}")
        return handle

    def statement(self, c, depth, who):
        """`who`: number of the static process, None in a child."""
        r = self.r
        kinds = ["set", "add", "note", "copy", "notify", "notify", "later", "later", "cancel", "update", "wait", "wait",
                 "wait", "self", "pause", "switch", "assert"]
        if depth > 0:
            kinds += ["if", "if"]
        if self.uses_delta:
            kinds += ["delta"]
        if self.allow_stop:
            kinds += ["stop"]
        if self.allow_halt:
            kinds += ["halt"]
        kind = r.choice(kinds)
        if kind == "set":
            c.put(f"store i32 @{r.choice(VARS)}, {r.randint(0, 3)}")
        elif kind == "add":
            c.put(f"rmw.add i32 @{r.choice(VARS)}, {r.randint(1, 2)}")
        elif kind == "note":
            self.note(c)
        elif kind == "copy":
            a = c.reg("i32")
            c.put(f"{a} = load i32 @{r.choice(VARS)}")
            c.put(f"store i32 @{r.choice(VARS)}, {a}")
        elif kind == "notify":
            c.put(f"notify {self.event()}")
        elif kind == "later":
            c.put(f"notify_after {self.event()}, i64:{r.choice([0, 0, 1, 2, 4])}")
        elif kind == "cancel":
            c.put(f"cancel {self.event()}")
        elif kind == "update":
            c.put(f"store i32 @next, {r.randint(0, 3)}")
            c.put("request_update ~u, @next")
        elif kind == "wait":
            self.wait(c)
        elif kind == "self":
            p, flag, number = c.reg("void*"), c.reg("bool"), c.reg("i32")
            c.put(f"{p} = self void*")
            c.put(f"{flag} = eq bool {p}, @x")
            c.put(f"{number} = zext i32 {flag}")
            c.put(f"rmw.add i32 @y, {number}")
        elif kind == "pause" and r.random() < 0.4:
            c.put("pause")
        elif kind == "stop":
            c.put("stop")
        elif kind == "switch" and who is not None and who + 1 < self.static:
            h = c.reg("i32")
            c.put(f"{h} = load i32 @handles+{4 * r.randrange(who + 1, self.static)}")
            c.put(f"switch_to {h}")
        elif kind == "assert" and r.random() < 0.5:
            a, flag = c.reg("i32"), c.reg("bool")
            c.put(f"{a} = load i32 @{r.choice(VARS)}")
            c.put(f"{flag} = ne bool {a}, i32:{r.randint(0, 9)}")
            c.put(f'check.assert {flag} "a"')
        elif kind == "delta":
            p, a = c.reg("i32"), c.reg("i32")
            c.lines.append("  %delta = delta i64")
            c.put(f"{p} = trunc i32 %delta")
            c.put(f"{a} = mul i32 {p}, 2")
            c.put(f"rmw.add i32 @y, {a}")
        elif kind == "halt" and depth == 0 and r.random() < 0.3:
            c.put("halt")
            c.label(c.block())
        elif kind == "if":
            self.branch(c, depth, who)
        else:
            self.note(c)

    def process(self, name, who):
        c = Code(name, "%d void*")
        if self.uses_delta:
            c.lines.insert(0, "  reg %delta i64")
        for _ in range(self.r.randint(3, 5)):
            self.statement(c, 1, who)
        if who == 0:
            for k in range(self.children):
                self.spawn(c, f"c{k}", self.r.choice(["", ".method"]), self.r.random() < 0.4)
                if self.r.random() < 0.5:
                    self.wait(c)
        if self.r.random() < 0.5:
            self.wait(c)
        self.note(c)
        self.funcs.append(c.text())
        self.names.append(name)

    def main(self):
        r, c = self.r, Code("main")
        for k in range(self.static):
            handle = self.spawn(c, f"p{k}", r.choice(["", "", ".method"]), r.random() < 0.15)
            c.put(f"store i32 @handles+{4 * k}, {handle}")
        if r.random() < 0.3:
            c.put(f"notify_after {self.event()}, i64:{r.choice([0, 2])}")
        if r.random() < 0.2:
            c.put(f"notify {self.event()}")
        starts = r.randint(1, 3)
        for k in range(starts):
            flag, number = c.reg("bool"), c.reg("i32")
            bound = "-1" if k + 1 == starts or r.random() < 0.2 else str(r.choice([0, 1, 2, 3]))
            c.put(f"{flag} = start.systemc bool i64:{bound}")
            c.put(f"{number} = zext i32 {flag}")
            c.put(f"rmw.add i32 @y, {number}")
            if r.random() < 0.3:
                c.put(r.choice([f"notify {self.event()}", f"notify_after {self.event()}, i64:1", "store i32 @x, 1"]))
            if r.random() < 0.1:
                c.put(f"switch_to i32:{r.randint(1, self.static)}")
        a, flag = c.reg("i32"), c.reg("bool")
        c.put(f"{a} = load i32 @{r.choice(VARS)}")
        c.put(f"{flag} = ne bool {a}, i32:{r.randint(0, 20)}")
        c.put(f'check.assert {flag} "at the end"')
        return c.text()

    def text(self):
        for k in range(self.static):
            self.process(f"p{k}", k)
        for k in range(self.children):
            self.process(f"c{k}", None)
        body = self.main()
        out = ["air 1", 'language "c++"', "scheduler systemc", "pointers 64", 'properties "assert"', "entry &main"]
        out += [f"global @e{k} event" for k in range(EVENTS)]
        out += [f"global @{v} i32" for v in VARS + ["next", "now"]] + ["global @changed event", "global @handles i32[4]"]
        for k, (a, b) in enumerate([("e0", "e1"), ("e1", "e2"), ("changed", "e0")]):
            out.append(f"global @l{k} void*[2] hidden {{\n  0 @{a}\n  8 @{b}\n}}")
        for name in self.names:
            values = "\n".join(f"  {i} char:{ord(ch)}" for i, ch in enumerate(name))
            out.append(f"global @n_{name} char[{len(name) + 1}] hidden {{\n{values}\n}}")
        out.append("update ~u &u")
        update = """
func &u(%c void*) void {
  reg %a i32
  reg %b i32
  reg %s bool
b1:
  %a = load i32 @next
  %b = load i32 @now
  store i32 @now, %a
  %s = ne bool %a, %b
  branch %s -> b2, b4
b2:
  %s = waited bool @changed
  branch %s -> b3, b4
b3:
  notify_after @changed, i64:0
  jump -> b4
b4:
  return
}
"""
        return "\n".join(out) + "\n" + update + "\n".join(self.funcs) + body


def main():
    p = argparse.ArgumentParser()
    p.add_argument("cross")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--count", type=int, default=300)
    p.add_argument("--keep", default=".")
    p.add_argument("--print", action="store_true")
    p.add_argument("--determinism", action="store_true")
    a = p.parse_args()
    texts = [Program(random.Random(a.seed + k)).text() for k in range(a.count)]
    if a.print:
        print("\n".join(texts))
        return 0
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for k, text in enumerate(texts):
            path = pathlib.Path(folder) / f"kernel_{a.seed + k}.air"
            path.write_text(text, encoding="utf-8")
            files.append(str(path))
        more = ["--determinism"] if a.determinism else []
        done = subprocess.run([a.cross, "--no-shrink", "--max-runs", "3000", "--keep", a.keep, *more, *files], check=False)
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
