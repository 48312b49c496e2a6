#!/usr/bin/env python3
"""Random small SystemC programs: does the engine for determinism agree with the enumeration of all orders of all phases?

  tests/systemc/random_designs.py ALLWAYS CROSS [--seed N] [--count N] [--keep FOLDER] [--print]

A program has two or three processes (threads, methods, clocked ones) in one or two modules, variables of modules, signals
of each writer policy, a FIFO, a mutex, events, an object on the heap, an input and printed lines. It is compiled once to
the text form of the IR, which `cross --determinism` judges. A disagreement is shrunk by dropping statements.
"""
import argparse
import pathlib
import random
import subprocess
import sys
import tempfile

HEAD = """#include <systemc>
#include <allways.h>
using namespace sc_core;
struct node { int value; node *next; };
"""


class Design:
    """Processes are lists of statements, so that the shrinker can drop them."""

    def __init__(self, seed):
        r = self.r = random.Random(seed)
        self.policy = r.choice(["SC_ONE_WRITER", "SC_MANY_WRITERS", "SC_UNCHECKED_WRITERS"])
        self.procs = []
        for k in range(r.choice([2, 2, 3])):
            method = r.random() < 0.25
            body = [self.statement(k, method) for _ in range(r.randint(2, 4))]
            self.procs.append((method, r.random() < 0.2, body))

    def statement(self, who, method):
        r = self.r
        var, val = r.choice(["x", "y", "z"]), r.randint(0, 2)
        own = f"mine{who}"
        kinds = [f"{var} = {val};", f"{own} = {var};", f"{var} = {own};", f"{var} += {val};", f"{own} = {var} + {val};",
                 f"s.write({r.choice([str(val), var])});", f"{own} = s.read();", f"t{who}.write({var});",
                 f"{own} = t{r.randrange(2)}.read();", "e.notify();", "e.notify(SC_ZERO_TIME);", "e.notify(1, SC_NS);",
                 "e.cancel();", f"q.nb_write({val});", f"{{ int v = 0; if (q.nb_read(v)) {own} = v; }}",
                 f"if ({var} > {val}) {own}++;", f'std::cout << "p{who} " << {r.choice([own, var, "7"])} << std::endl;',
                 f"{{ node *n = new node{{{val}, head}}; head = n; }}", f"if (head) {own} = head->value;",
                 f"if (m.trylock() == 0) {own} = {val};", f"if (b) {var} = {val};"]
        if method:
            return r.choice(kinds)
        waits = ["wait(SC_ZERO_TIME);", "wait(1, SC_NS);", "wait(2, SC_NS);", "wait(e);", "wait(1, SC_NS, e);",
                 "wait(s.value_changed_event());"]
        if r.random() < 0.3:
            return r.choice(waits)
        if r.random() < 0.1:
            return f"b = allways_nondet<bool>(); {own} = b;"
        if r.random() < 0.1:
            return f"{{ int v = {var}; {r.choice(waits)} {own} = v; }}"
        return r.choice(kinds)

    def text(self):
        out = [HEAD, "SC_MODULE(Top) {", "  int x = 0, y = 0, z = 1;", "  bool b = false;", "  node *head = nullptr;",
               "  sc_event e;", "  sc_fifo<int> q;", "  sc_mutex m;", f"  sc_signal<int, {self.policy}> s;"]
        for k in range(3):
            out.append(f"  int mine{k} = 0;")
            out.append(f"  sc_signal<int> t{k};")
        for k, (_, _, body) in enumerate(self.procs):
            out.append(f"  void p{k}() {{")
            out += ["    " + s for s in body]
            out.append("  }")
        out.append("  SC_CTOR(Top) : q(2) {")
        for k, (method, late, _) in enumerate(self.procs):
            out.append(f"    {'SC_METHOD' if method else 'SC_THREAD'}(p{k});")
            if method:
                out.append("    sensitive << e;")
            if late and method:
                out.append("    dont_initialize();")
        out += ["  }", "};", "int sc_main(int, char **) {", '  Top top("top");', "  sc_start(5, SC_NS);", "  return 0;", "}"]
        return "\n".join(out) + "\n"

    def smaller(self):
        """All designs with one statement less."""
        for k, (method, late, body) in enumerate(self.procs):
            for i in range(len(body)):
                d = Design.__new__(Design)
                d.policy, d.procs = self.policy, list(self.procs)
                d.procs[k] = (method, late, body[:i] + body[i + 1:])
                yield d


class Judge:
    def __init__(self, allways, cross, folder):
        self.allways, self.cross, self.folder = allways, cross, pathlib.Path(folder)

    def compile(self, name, text):
        source, air = self.folder / f"{name}.cpp", self.folder / f"{name}.air"
        source.write_text(text, encoding="utf-8")
        done = subprocess.run([self.allways, "ir", str(source)], capture_output=True, text=True,
                              check=False)
        if done.returncode != 0:
            return None, done.stderr
        air.write_text(done.stdout, encoding="utf-8")
        return air, ""

    def run(self, files):
        words = [self.cross, "--determinism", "--no-shrink", "--seconds", "60", "--max-runs", "2000", "--verbose"]
        return subprocess.run([*words, *map(str, files)], capture_output=True, text=True, check=False)

    def fails(self, design):
        air, _ = self.compile("try", design.text())
        return air is not None and self.run([air]).returncode == 1


def shrink(judge, design):
    changed = True
    while changed:
        changed = False
        for d in design.smaller():
            if judge.fails(d):
                design, changed = d, True
                break
    return design


def main():
    p = argparse.ArgumentParser()
    p.add_argument("allways")
    p.add_argument("cross")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--count", type=int, default=20)
    p.add_argument("--keep", default=".")
    p.add_argument("--print", action="store_true")
    a = p.parse_args()
    designs = {f"design_{a.seed + k}": Design(a.seed + k) for k in range(a.count)}
    if a.print:
        print("\n".join(d.text() for d in designs.values()))
        return 0
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        judge, files = Judge(a.allways, a.cross, folder), []
        for name, design in designs.items():
            air, why = judge.compile(name, design.text())
            if air is None:
                print(f"{name} does not compile: {why}")
                return 1
            files.append(air)
        done = judge.run(files)
        print("\n".join(done.stdout.splitlines()[-3:]))
        if done.returncode == 0:
            return 0
        print(done.stdout, done.stderr)
        for name, design in designs.items():
            if not judge.fails(design):
                continue
            bad += 1
            small = shrink(judge, design)
            path = pathlib.Path(a.keep) / f"{name}.cpp"
            path.write_text(small.text(), encoding="utf-8")
            print(f"{name}, shrunk and written to {path}:\n{small.text()}")
    return 1 if bad or done.returncode else 0


if __name__ == "__main__":
    sys.exit(main())
