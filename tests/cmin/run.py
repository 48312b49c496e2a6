#!/usr/bin/env python3
"""C_min programs by every engine. `//!` lines of a program say how it is run and what comes out:

  //! [only ENGINE,... | not ENGINE,...] OPTIONS => SAFE|UNSAFE|USAGE [words of the result]

Counterexamples must replay, the printed IR must give the same answer. Then: each kind of error, steps, goals of other
languages, diagnostics with their places.

usage: run.py ALLWAYS [--only FILE | --rest]       one program; what is no program
"""
import argparse
import json
import pathlib
import re
import shlex
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import child

HERE = pathlib.Path(__file__).resolve().parent
ENGINES = ["naive", "stateful", "stateless", "dpor", "exsym"]
STATUS = {"SAFE": 0, "UNSAFE": 1, "UNKNOWN": 2, "USAGE": 64, "BAD": 65}
HEAD = "struct C { int x; C* n; } int a = 0; int b = 1; bool t = true; C* p = 0; C* q = 0; int* w = 0; C** z = 0;\n"
END = " E: jump(true, E, _); }"

# statements, kind of violation, column of its place
ERRORS = [
    ("A: a := p->x;", "null", 21),
    ("A: p->x := 1;", "null", 16),
    ("A: w := &p->x;", "null", 22),
    ("A: a := *w;", "null", 21),
    ("A: t := isfree(p->x);", "null", 28),
    ("A: new(p); B: delete(p); C: a := p->x;", "use-after-free", 46),
    ("A: new(p); B: w := &p->x; C: delete(p); D: *w := 1;", "use-after-free", 56),
    ("A: new(p); B: q := p; C: delete(p); D: delete(q);", "double-free", 52),
    ("A: w := &a; B: delete(w);", "double-free", 28),
    ("A: new(p); B: w := &p->x; C: p := 0; D: delete(w); F: delete(w);", "double-free", 67),
    ("A: a := b div a;", "div-by-zero", 23),
    ("A: a := b mod (b - 1);", "div-by-zero", 23),
    ("A: a := t ? fail : 0;", "fail", 25),
    ("A: jump(fail, E, A);", "fail", 21),
    ("A: await(p->x = 0, skip);", "null", 22),
    ("A: await(fail, a := 1);", "fail", 22),
    ("A: t := p <> null and p->x = 1;", "null", 35),  # both sides are evaluated
]

GOOD = [
    "A: delete(p);",  # null
    "A: new(w); B: *w := 3; C: a := *w = 3 ? 0 : fail; D: delete(w);",
    "A: new(z); B: *z := p; C: t := *z == null; D: jump(t, E, F); F: a := fail;",
    "A: new(p); B: delete(p); C: w := &p->x; D: t := isfree(p->n); F: jump(t, E, G); G: a := fail;",
    "A: a := t ? 1 : fail; B: a := not t ? fail : 1 div b;",
    "A: a := -2147483648; B: a := a - 1; C: jump(a = 2147483647, E, D); D: a := fail;",
    "A: a := -7 div 2; B: b := -7 mod 2; C: jump(a = -3 and b = -1, E, D); D: a := fail;",
    "A: a := -2147483648 div -1; C: jump(a < 0, E, D); D: a := fail;",
    "A: a := 1 + 2 * 3 - 4; C: jump(a = 3 and not t = false or b = 7, E, D); D: a := fail;",
]

# program, place, words
DIAGNOSTICS = [
    ("int x = 0;", "1:11", "expected a thread"),
    ("int x = 0; thread(0) { }", "1:24", "expected a label"),
    ("int x = 0; thread(0) { L: }", "1:27", "expected a statement"),
    ("int x = 0; thread(0) { L: x := 1; L: x := 2; }", "1:35", "already declared at line 1"),
    ("int x = 0; thread(0) { L: x := 1; } thread(0) { M: x := 2; }", "1:44", "'thread 0' is already declared"),
    ("int x = 0; int x = 0; thread(0) { L: x := 1; }", "1:16", "already declared"),
    ("struct A { int x; } struct A { int y; } thread(0) { L: x := 1; }", "1:28", "already declared"),
    ("struct A { int x; bool x; } thread(0) { L: x := 1; }", "1:24", "already declared"),
    ("thread(0) { L: x := 1; }", "1:16", "no variable 'x'"),
    ("A* x = 0; thread(0) { L: x := 0; }", "1:1", "no struct 'A'"),
    ("struct A { B b; } A* x = 0; thread(0) { L: x := 0; }", "1:12", "no struct 'B'"),
    ("struct A { } A* x = 0; thread(0) { L: x := 0; }", "1:8", "no members"),
    ("struct A { int v; } A x = 0; thread(0) { L: x->v := 0; }", "1:21", "cannot be a struct"),
    ("struct A { B b; } struct B { A a; } thread(0) { L: jump(true, L, L); }", "1:8", "holds itself"),
    ("int x = 0; thread(0) { L: jump(true, M, _); }", "1:38", "no label 'M'"),
    ("int x = 0; thread(0) { L: jump(true, M, _); } thread(1) { M: x := 1; }", "1:38", "another thread"),
    ("int x = 0; thread(0) { L: jump(x = 0, L, _); }", "1:42", "nobody jumps"),
    ("int x = 0; thread(0) { _: x := 0; }", "1:24", "nobody jumps"),
    ("int x = 0; thread(0) { L: x := true; }", "1:32", "expected int, found bool"),
    ("int x = 0; thread(0) { L: jump(x, L, L); }", "1:32", "expected bool, found int"),
    ("int x = 0; int* p = 0; thread(0) { L: p := x; }", "1:44", "expected int*, found int"),
    ("int x = 0; int* p = 0; thread(0) { L: p := p + 1; }", "1:44", "expected int, found int*"),
    ("int x = 0; thread(0) { L: x := *x; }", "1:32", "a pointer is needed"),
    ("int* x = 0; thread(0) { L: *x := x->v; }", "1:34", "a pointer to a struct is needed"),
    ("struct A { int v; } A* x = 0; thread(0) { L: x->w := 1; }", "1:49", "'A' has no member 'w'"),
    ("struct B { int v; } struct A { B b; } A* x = 0; thread(0) { L: x->b := 1; }", "1:64", "found B"),
    ("struct A { int v; } A* x = 0; thread(0) { L: x := 1; }", "1:51", "expected A*, found int"),
    ("int x = 0; thread(0) { L: x := null; }", "1:32", "expected int, found null"),
    ("bool x = false; thread(0) { L: x := null = null; }", "1:44", "type of this null"),
    ("int x = 0; thread(0) { L: new(x); }", "1:31", "a pointer is needed"),
    ("int x = 0; thread(0) { L: await(nd = 1, skip); }", "1:33", "a guard draws no input"),
    ("int x = true; thread(0) { L: x := 1; }", "1:9", "cannot begin with this value"),
    ("int* x = 1; thread(0) { L: x := 0; }", "1:10", "cannot begin with this value"),
    ("int x = 2147483648; thread(0) { L: x := 0; }", "1:9", "too large"),
    ("int x = 0; thread(0) { L: x := 2147483648; }", "1:32", "too large"),
    ("int x = 0; thread(0) { L: x := 99999999999999999999; }", "1:32", "too large"),
    ("int x = 0; thread(0) { L: x := 1 $ 2; }", "1:34", "unknown character"),
    ("int x = 0; /* open", "1:12", "not closed"),
    ("int x = 0; thread(0) { L: x := &*x; }", "1:32", "'&' stands before"),
    ("int x = 0; thread(0) { L: x := 1 < 2 < 3 ? 1 : 2; }", "1:38", "expected"),
    ("int x = 0; thread(0) { L: x := " + "(" * 300 + "1" + ")" * 300 + "; }", "1:", "nested too deeply"),
    ("int x = 0; thread(0) { L: x := 1" + " + 1" * 3000 + "; }", "1:", "nested too deeply"),
    ("".join(f"struct S{i} {{ {'S%d a; S%d b;' % (i - 1, i - 1) if i else 'int a;'} }} " for i in range(30)) +
     "thread(0) { L: jump(true, L, _); }", "1:", "too large"),
    ("int x = 0; thread(0) { L: x := 1; } int y = 0;", "1:37", "expected a thread"),
    ("", "", "empty"),
]

GOALS = [  # goals that are none
    ("x = 1", "expected `EF`"),
    ("EF", "expected a value"),
    ("EF a = 1 a", "expected an operation"),
    ("EF nobody = 1", "no global variable `nobody`"),
    ("EF p->y = 1", "has no member `y`"),
    ("EF a.x = 1", "no members"),
    ("EF a[0] = 1", "only arrays"),
    ("EF p = 1", "compared with a number"),
    ("EF p < q", "= and <> alone"),
    ("EF *a = 1", "no pointer"),
    ("EF null = null", "both sides"),
    ("EF a = 99999999999999999999", "too large"),
    ("EF p->n", None),
    ("EF " + "(" * 300 + "a" + ")" * 300, "nested too deeply"),
]

OTHER = [  # goals of other languages
    ("t.dl", "< 2, x 1, y 3 0 5 0 > [ x := 1 ] [ x := x + 1 ]", "EF x = 2 and y[x - 1] = 5", 1, "goal reached"),
    ("t.dl", "< 2, x 1 > [ x := 1 ] [ x := x + 1 ]", "EF x = 3", 0, "goal unreachable"),
    ("t.dl", "< 1, x 1, y 3 > [ x := 7 ]", "EF not y[x] = 0 or y[x] = 0 and x = 7", 0, "goal unreachable"),
    ("t.ivl", "int x; thread A { x += 1; } main { start; }", "EF x = 1", 64, "goals are for"),
    ("t.c", "unsigned long u; struct s { int a[2]; unsigned char c; } v; int main(void) { v.a[1] = 3; v.c = 200; u = -1; v.c = 0; return 0; }",
     "EF v.a[1] = 3 and v.c = 200", 1, "goal reached"),
    ("t.c", "unsigned long u; int main(void) { u = -1; return 0; }", "EF u < 0", 0, "goal unreachable"),
    ("t.c", "unsigned long u; int main(void) { u = -1; return 0; }", "EF u > 5", 1, "goal reached"),
]


def call(allways, *words):
    done = child.run([allways, *map(str, words)], cpu=300)
    return done.returncode, done.stdout, done.stderr


class Run:
    def __init__(self, allways, folder):
        self.allways, self.folder, self.failed, self.done = allways, folder, 0, 0

    def check(self, good, what, detail=""):
        self.done += 1
        if good:
            return
        self.failed += 1
        print(f"FAILED: {what}\n{detail}")

    def expect(self, file, words, status, text, what):
        code, out, err = call(self.allways, file, *words)
        good = code == status and (not text or text in out + err)
        self.check(good, f"{what}: {' '.join(words)}: expected {status} {text or ''}, got {code}", out[:400] + err[:400])
        return good

    def program(self, path):
        for line in path.read_text().splitlines():
            m = re.match(r"//! (?:(only|not) (\S+) )?(.*?) ?=> (\w+) ?(.*)$", line)
            if not m:
                continue
            which, names, options, verdict, text = m.groups()
            names = names.split(",") if names else []
            words = shlex.split(options)
            for engine in ENGINES:
                if which and (engine in names) == (which == "not"):
                    continue
                self.answer(path, engine, words, STATUS[verdict], text)

    def answer(self, path, engine, words, status, text):
        trace = self.folder / "t.trace"
        if not self.expect(path, [f"--engine={engine}", f"--report={trace}", *words], status, text, path.name) or status != 1:
            return
        code, out, err = call(self.allways, "replay", trace)
        self.check(code == 1, f"{path.name} {engine}: the counterexample does not replay", out + err)
        trace.unlink()
        if engine != "stateful":
            return
        goal = [w for w in words if w.startswith("--goal")]
        code, out, err = call(self.allways, "ir", path, *goal)
        air = self.folder / "t.air"
        air.write_text(out)
        rest = [w for w in words if not w.startswith("--goal")]
        if goal and not any(w.startswith("--property") for w in rest):
            rest.append("--property=assert,null,bounds,div-by-zero,goal")
        self.expect(air, ["--engine=stateful", *rest], 1, None, f"IR of {path.name}")

    def text(self, program, name="t.cmin"):
        file = self.folder / name
        file.write_text(program)
        return file

    def errors(self):
        for statements, kind, column in ERRORS:
            file = self.text(HEAD + "thread(0) { " + statements + END)
            for engine in ENGINES:
                code, out, err = call(self.allways, file, f"--engine={engine}", "--json")
                found = json.loads(out)["violation"] if code == 1 else None
                good = found and found["kind"] == kind and found["place"]["line"] == 2 and found["place"]["column"] == column
                self.check(good, f"{engine}: {statements}: expected {kind} at 2:{column}", str(found) + err)
        for statements in GOOD:
            file = self.text(HEAD + "thread(0) { " + statements + END)
            for engine in ENGINES:
                self.expect(file, [f"--engine={engine}"], 0, "SAFE", statements)

    def steps(self):
        """The elaboration, the (empty) first step, one for each statement, the end."""
        body = ["a := 1;", "[a := b, b := a];", "new(p);", "p->x := a + b;", "await(p->x > 0, skip);", "jump(a = 1, L6, E);",
                "w := &p->x;", "*w := 4;", "delete(p);", "await(a = 2 or b = 1, a := 2);"]
        file = self.text(HEAD + "thread(0) { " + " ".join(f"L{i}: {s}" for i, s in enumerate(body)) + END)
        code, out, err = call(self.allways, file, "--engine=naive", "--json")
        taken = json.loads(out)["counters"]["transitions"] if code == 0 else None
        self.check(taken == len(body) + 3, f"steps: expected {len(body) + 3}, got {taken}", err)

    def goals(self):
        file = self.text(HEAD + "thread(0) { A: a := 1;" + END)
        for goal, text in GOALS:
            self.expect(file, [f"--goal={goal}"], 64 if text else 0, text, "goal")
        self.expect(file, ["--property=goal"], 64, "needs --goal", "goal")
        self.expect(file, ["--goal=EF a=1", "--property=no-data-race"], 64, "", "goal")
        for name, program, goal, status, text in OTHER:
            file = self.text(program, name)
            for engine in ["auto", "stateful", "dpor"] if not name.endswith("ivl") else ["auto"]:
                self.expect(file, [f"--engine={engine}", f"--goal={goal}"], status, text, program)

    def diagnostics(self):
        for program, where, text in DIAGNOSTICS:
            file = self.text(program)
            self.expect(file, [], 65, f"t.cmin:{where}" if where else "t.cmin", program[:80])
            self.expect(file, [], 65, text, program[:80])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("allways")
    parser.add_argument("--only")
    parser.add_argument("--rest", action="store_true")
    args = parser.parse_args()
    programs = sorted((HERE / "programs").glob("*.cmin")) + sorted((HERE.parent.parent / "examples").glob("*.cmin"))
    with tempfile.TemporaryDirectory() as folder:
        run = Run(args.allways, pathlib.Path(folder))
        for path in [] if args.rest else programs:
            if args.only in (None, path.name):
                run.program(path)
        if args.only is None:
            run.errors()
            run.steps()
            run.goals()
            run.diagnostics()
        print(f"{run.done} checks, {run.failed} failed")
        return 1 if run.failed or not run.done else 0


if __name__ == "__main__":
    sys.exit(main())
