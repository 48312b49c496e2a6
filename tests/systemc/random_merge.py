#!/usr/bin/env python3
"""Random SystemC programs that branch over inputs: merged states must reach what separate states reach.

  tests/systemc/random_merge.py ALLWAYS [--seed N] [--count N] [--keep FOLDER] [--print]

A program has two processes with nested conditions, switches, loops over arrays, early returns, local objects, pointers,
notifications, assumptions and inputs. At its end it asserts that what it has computed is not TARGET. It is compiled once;
for several targets the verdicts of `naive`, which forks at every branch, and of the merging engines are compared.
"""
import argparse
import pathlib
import random
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import child

TARGET = 54321  # the initial value of a variable
ENGINES = [["--engine=naive"], ["--engine=stateful"], ["--engine=stateful", "--por=none", "--merge=on"], ["--engine=stateful", "--merge=off"],
           ["--engine=stateless"]]
HEAD = """#include <systemc>
#include <allways.h>
using namespace sc_core;
static int target = %d;
struct cell { unsigned char v; bool on; cell *next; };
""" % TARGET


class Program:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.inputs = 0
        self.locals = 0

    def operand(self):
        return self.r.choice(["a", "b", "(unsigned)u", "t[0]", "t[1]", "t[2]", "c0.v", "in0", "in1", "n"])

    def condition(self):
        r = self.r
        one = f"{self.operand()} {r.choice(['<', '==', '!=', '>'])} {r.choice([self.operand(), str(r.randrange(4))])}"
        if r.random() < 0.3:
            one = f"({one}) {r.choice(['&&', '||'])} {r.choice(['on', 'c0.on', 'in2', f'{self.operand()} > 1'])}"
        return r.choice([one, one, "on", "in2", "c1.on"])

    def value(self):
        r = self.r
        return r.choice([str(r.randrange(4)), self.operand(), f"({self.operand()} + {r.randrange(1, 4)}) & 3",
                         f"{self.operand()} ^ {self.operand()}", f"t[{self.operand()} % 3]", f"early({self.operand()})",
                         f"({self.operand()} > 1 ? {self.operand()} : {r.randrange(4)})"])

    def statement(self, depth):
        r = self.r
        kinds = ["set"] * 5 + ["if"] * (4 if depth else 0) + ["switch"] * (1 if depth else 0) + \
            ["loop", "index", "object", "notify", "pointer", "assume", "flag", "branch_ptr", "wait"] 
        kind = r.choice(kinds)
        if kind == "set":
            return f"{r.choice(['a', 'b', 'u', 't[1]', 'c0.v', 'n'])} = ({self.value()}) & 3;"
        if kind == "if":
            other = f" else {{ {self.body(depth - 1)} }}" if r.random() < 0.5 else ""
            return f"if ({self.condition()}) {{ {self.body(depth - 1)} }}{other}"
        if kind == "switch":
            arms = " ".join(f"case {k}: {self.statement(0)} {r.choice(['break;', 'break;', ''])}" for k in range(r.randrange(1, 4)))
            return f"switch ({self.operand()}) {{ {arms} default: {self.statement(0)} }}"
        if kind == "loop":
            return f"for (int i = 0; i < {r.choice(['3', '3', 'in1'])}; i++) if (t[i % 3] {r.choice(['>', '=='])} {self.operand()}) {{ n = i; {self.statement(0)} }}"
        if kind == "index":
            return f"t[{self.operand()} % 3] = ({self.value()}) & 3;"
        if kind == "object":
            self.locals += 1
            name = f"x{self.locals}"
            return f"{{ unsigned char {name}[2] = {{ 1, 2 }}; if ({self.condition()}) {name}[{self.operand()} & 1] = 3; a = {name}[in0 & 1]; }}"
        if kind == "notify":
            return r.choice(["e.notify(SC_ZERO_TIME);", "e.notify(1, SC_NS);"])
        if kind == "pointer":
            return f"{{ unsigned char *p = {r.choice(['&a', '&b', '&t[1]', '&c0.v'])}; if ({self.condition()}) *p = {r.randrange(4)}; }}"
        if kind == "branch_ptr":
            return f"{{ cell *p = {self.condition()} ? &c0 : &c1; p->v = ({self.value()}) & 3; p->on = !p->on; }}"
        if kind == "assume":
            return f"allways_assume({self.operand()} != 3 || {self.operand()} < 3);"
        if kind == "flag":
            return f"on = {self.condition()};"
        return "wait(1, SC_NS);"

    def body(self, depth):
        return " ".join(self.statement(depth) for _ in range(self.r.choice([1, 1, 2, 3])))

    def text(self):
        r = self.r
        first = " ".join(self.statement(2) for _ in range(r.randrange(2, 5)))
        second = " ".join(self.statement(1) for _ in range(r.randrange(1, 3)))
        return HEAD + f"""
struct Top : sc_module {{
  unsigned char a, b, t[3], in0, in1; sc_dt::sc_uint<2> u; bool on, in2; int n; cell c0, c1; sc_event e;
  unsigned char early(unsigned x) {{ if (x == 0) return 2; if (on && x > 1) return b; for (int i = 0; i < 3; i++) if (t[i] == x) return i; return x & 1; }}
  void first() {{
    in0 = allways_nondet<unsigned char>("in0"); in1 = allways_nondet<unsigned char>("in1"); in2 = allways_nondet<bool>("in2");
    allways_assume(in0 < 4 && in1 < 4);
    {first}
    wait(3, SC_NS);
    assert(((a | b << 2 | (int)(unsigned)u << 4 | t[1] << 6 | (n & 3) << 8 | (int)on << 10 | c0.v << 11) >> {r.randrange(12)} & 7) != target);
  }}
  void second() {{ while (true) {{ wait(e); {second} if (n > 2) n = 0; }} }}
  SC_HAS_PROCESS(Top);
  Top(sc_module_name) : a(1), b(0), in0(0), in1(0), u(0), on(false), in2(false), n(0) {{
    t[0] = 0; t[1] = 1; t[2] = 2; c0.v = 1; c0.on = true; c0.next = &c1; c1.v = 2; c1.on = false; c1.next = 0;
    SC_THREAD(first); SC_THREAD(second);
  }}
}};
int sc_main(int, char *[]) {{ Top top("top"); sc_start(10, SC_NS); return 0; }}
"""


def main():
    args = argparse.ArgumentParser(description=__doc__)
    args.add_argument("allways")
    args.add_argument("--seed", type=int, default=1)
    args.add_argument("--count", type=int, default=10)
    args.add_argument("--targets", type=int, default=4)
    args.add_argument("--keep", type=pathlib.Path, help="folder for programs that disagree")
    args.add_argument("--print", action="store_true", help="only print the program of --seed")
    a = args.parse_args()
    wrong, seen = 0, {}
    if a.print:
        print(Program(a.seed).text())
        return 0
    with tempfile.TemporaryDirectory() as folder:
        source, ir = pathlib.Path(folder) / "p.cpp", pathlib.Path(folder) / "p.air"
        for seed in range(a.seed, a.seed + a.count):
            source.write_text(Program(seed).text())
            made = child.run([a.allways, "ir", str(source)], cpu=120)
            if made.returncode or made.stdout.count(f"i32:{TARGET}") != 1:
                print(f"seed {seed}: no program\n{made.stderr}\n{source.read_text()}")
                wrong += 1
                continue
            r = random.Random(seed)
            for target in r.sample(range(8), a.targets):
                ir.write_text(made.stdout.replace(f"i32:{TARGET}", f"i32:{target}"))
                found = [child.run([a.allways, "verify", str(ir), "--quiet", "--property=assert", "--max-transitions=20000", *options],
                                   cpu=120, text=False).returncode for options in ENGINES]
                for options, status in zip(ENGINES, found):
                    if status not in (0, 1, 2) or (status != found[0] and 2 not in (status, found[0])):
                        wrong += 1
                        print(f"seed {seed}, target {target}: {' '.join(options)} says {status}, naive {found[0]}\n{source.read_text()}")
                        if a.keep:
                            (a.keep / f"merge{seed}.air").write_text(ir.read_text())
                    seen[(options[0][9:], status)] = seen.get((options[0][9:], status), 0) + 1
    print(f"{a.count} programs, {wrong} wrong;", " ".join(f"{k[0]}:{k[1]}={n}" for k, n in sorted(seen.items())))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
