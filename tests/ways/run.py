#!/usr/bin/env python3
"""One program, all ways in: source, its preprocessed text (.i, .ii), LLVM code (.ll, .bc, .o), our own IR (.air), several files. The
answers must agree, but where a way does not show everything a SAFE is `bounded` and names what is missing.

usage: run.py ALLWAYS [--clang CLANG] [--only NAME]
"""
import argparse
import json
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import child

VERDICTS = {0: "safe", 1: "unsafe", 2: "unknown"}

NONDET = "int __VERIFIER_nondet_int(void);\n"
ERROR = "extern void reach_error(void);\n"

# name, ending, properties, source, answer by source and by .air made for the property, answer by .ll and .bc, by a plain .air
PROGRAMS = [
    ("sum_overflows", ".c", "no-overflow", NONDET + "int main(void) { int x = __VERIFIER_nondet_int(); return x + 1 > 0; }",
     "unsafe overflow", "unsafe overflow", "unsafe overflow"),
    ("sum_fits", ".c", "no-overflow", NONDET + "int main(void) { int x = __VERIFIER_nondet_int(); return x < 9 ? x + 1 : 0; }",
     "safe proved", "safe bounded", "safe bounded"),
    # LLVM does not say that this shift is one of signed numbers.
    ("shift_overflows", ".c", "no-overflow",
     NONDET + "int main(void) { int x = __VERIFIER_nondet_int(); if (x < 0 || x > 4095) return 0; return (x << 20) & 1; }",
     "unsafe overflow", "safe bounded", "safe bounded"),
    ("shift_too_far", ".c", "no-overflow", NONDET + "int main(void) { unsigned x = __VERIFIER_nondet_int(); return 1u << (x & 63); }",
     "unsafe overflow", "unsafe overflow", "safe bounded"),
    ("quotient_overflows", ".c", "no-overflow",
     NONDET + "int main(void) { int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(); return y ? x / y : 0; }",
     "unsafe overflow", "unsafe overflow", "unsafe overflow"),
    ("division_by_zero", ".c", "div-by-zero", NONDET + "int main(void) { int x = __VERIFIER_nondet_int(); return 5 / x; }",
     "unsafe div-by-zero", "unsafe div-by-zero", "unsafe div-by-zero"),
    ("beyond", ".c", "bounds", NONDET + "int a[4]; int main(void) { int x = __VERIFIER_nondet_int(); return x >= 0 && x < 5 ? a[x] : 0; }",
     "unsafe bounds", "unsafe bounds", "unsafe bounds"),
    ("error_by_pointer", ".c", "unreach-call", ERROR + "int main(void) { void (*volatile f)(void) = reach_error; f(); return 0; }",
     "unsafe unreach-call", "unsafe unreach-call", "unsafe unreach-call"),
    ("error_not_called", ".c", "unreach-call", ERROR + "int main(void) { void (*volatile f)(void) = reach_error; return !f; }",
     "safe proved", "safe proved", "safe proved"),
    ("error_by_invoke", ".cpp", "unreach-call",
     'extern "C" void reach_error(); struct G { int v; ~G() {} }; int main() { G g{3}; if (g.v == 3) reach_error(); }',
     "unsafe unreach-call", "unsafe unreach-call", "unsafe unreach-call"),
    ("own_error", ".cpp", "unreach-call", "static void reach_error(int) { throw 1; }\n"
     "int main() { try { void (*volatile f)(int) = reach_error; f(1); } catch (...) { } }",
     "unsafe unreach-call", "unsafe unreach-call", "unsafe unreach-call"),
    ("atomic_left", ".cpp", "unreach-call", """
#include <pthread.h>
extern "C" void reach_error();
int x, y;
void __VERIFIER_atomic_both(bool fails) { x++; if (fails) throw 1; y++; }
static void __VERIFIER_atomic_look() { if (x != y) reach_error(); }
static void *run(void *) { try { __VERIFIER_atomic_both(false); } catch (int) { } return nullptr; }
int main() { pthread_t t; pthread_create(&t, nullptr, run, nullptr); __VERIFIER_atomic_look(); pthread_join(t, nullptr); }
""", "safe proved", "safe proved", "safe proved"),
    ("uninitialised", ".c", "uninitialised", NONDET + "int main(void) { int y; if (__VERIFIER_nondet_int()) y = 1; return y > 0; }",
     "unsafe uninitialised", "unsafe uninitialised", "safe bounded"),
    # Without optimisation LLVM code does not say where blocks end.
    ("behind_its_block", ".c", "null", "int main(void) { int *p; { int x = 1; p = &x; } return *p; }",
     "unsafe use-after-free", "safe bounded", "unsafe use-after-free"),
    ("initialised", ".c", "uninitialised", NONDET + "int main(void) { int y = 2; if (__VERIFIER_nondet_int()) y = 1; return y > 0; }",
     "safe proved", "safe bounded", "safe bounded"),
    # Constructors of others have no marks; what is initialised must not count as written.
    ("constant_member_filled", ".cpp", "null",
     "struct s { const int k; int v; s(int x) : k(x), v(1) {} }; int main() { s a(3); s b = a; s *p = &b; p->v = a.k; return p->k - 3; }",
     "safe proved", "safe bounded", "safe proved"),
]

# LLVM code: marks that make a result poison, each with an operand for which it is and one for which it is not.
# name, lines that use %x, least and greatest %x that are fine
MARKS = [
    ("nsw", "%r = add nsw i8 %x, 100", -128, 27),
    ("nuw", "%r = add nuw i8 %x, 200", 0, 55),
    ("nuw_sub", "%r = sub nuw i8 10, %x", 0, 10),
    ("nuw_mul", "%r = mul nuw i8 %x, 3", 0, 85),
    ("shl_nsw", "%r = shl nsw i8 %x, 2", -32, 31),
    ("shl_nuw", "%r = shl nuw i8 %x, 2", 0, 63),
    ("amount", "%r = lshr i8 77, %x", 0, 7),
    ("exact_shift", "%e = or i8 %x, 3\n  %r = lshr exact i8 %e, 1", None, None),
    ("exact_division", "%r = sdiv exact i8 %x, 100", 0, 0),
    ("no_exact_division", "%e = or i8 %x, 1\n  %r = udiv exact i8 %e, 2", None, None),
    ("disjoint", "%r = or disjoint i8 %x, 8", 0, 7),
    ("nneg", "%w = zext nneg i8 %x to i16\n  %r = trunc i16 %w to i8", 0, 127),
    ("trunc_nuw", "%w = trunc nuw i8 %x to i4\n  %r = zext i4 %w to i8", 0, 15),
    ("trunc_nsw", "%w = trunc nsw i8 %x to i4\n  %r = zext i4 %w to i8", -8, 7),
    ("abs", "%r = call i8 @llvm.abs.i8(i8 %x, i1 true)", -127, 127),
    ("sdiv", "%r = sdiv i8 -128, %x", 1, 127),
]
ALWAYS_POISON = {"exact_shift", "no_exact_division"}

MARK_TEXT = """declare i8 @__VERIFIER_nondet_schar()
declare i8 @llvm.abs.i8(i8, i1)
define i32 @main() {
  %x = call i8 @__VERIFIER_nondet_schar()
  %low = icmp sge i8 %x, LOW
  %high = icmp sle i8 %x, HIGH
  %fine = and i1 %low, %high
  br i1 %fine, label %go, label %out
go:
  LINES
  %z = sext i8 %r to i32
  ret i32 %z
out:
  ret i32 0
}
"""

# A function of the program with a name of the library is the program's, also without debug information.
OWN_PRINTF = """declare void @reach_error()
@text = private constant [2 x i8] c"x\\00"
define i32 @printf(ptr %format, ...) {
  call void @reach_error()
  ret i32 1
}
define i32 @main() {
  %n = call i32 (ptr, ...) @printf(ptr @text)
  ret i32 0
}
"""


# name -> two files, what holds for all orders of the two
ORDERS = {
    "reads": ("#include <cassert>\nextern int k; int n = k + 1;\nint main() { assert(n == 5); }",
              "int four(); int k = four(); int four() { return 4; }", "unsafe assert"),
    "object": ("#include <cassert>\nstruct list { int n; list() : n(0) {} void add() { n++; } };\nextern list all; struct entry { entry() { all.add(); } } one;\n"
               "int main() { assert(all.n == 1); }", "struct list { int n; list() : n(0) {} void add() { n++; } } all;", "unsafe assert"),
    "method": ("#include <cassert>\nstruct list { int n; list(); void add(); static list &all(); };\nstruct entry { entry() { list::all().add(); } } one;\n"
               "int main() { assert(list::all().n == 2); }",
               "struct list { int n; list(); void add(); static list &all(); };\nlist::list() : n(0) {} void list::add() { n++; }\n"
               "list &list::all() { static list l; return l; }\nstruct entry { entry() { list::all().add(); } } two;", "safe proved"),
    "ends": ("#include <cassert>\nextern bool over; struct A { A() {} ~A() { assert(!over); } } a;\nint main() {}",
             "bool over; struct B { B() {} ~B() { over = true; } } b;", "unsafe assert"),
    "within": ("#include <cassert>\nint f(); int k = f(), n = k + 1; int f() { return 4; }\nint main() { assert(n == 5); }",
               "int g(); int other = g(); int g() { return 3; }", "safe proved"),
    "table": ("#include <cassert>\nextern int (*const calls[])(); int n = calls[0]();\nint main() { assert(n == 1); }",
              "static int v; struct S { S() { v = 1; } } s; static int get() { return v; }\nextern int (*const calls[])(); int (*const calls[])() = {get};", "unsafe assert"),
    "constant": ("#include <cassert>\nextern const int k; int n = k + 1;\nint main() { assert(n == 5); }",
                 "int f(); int m = f(); extern const int k = 4; int f() { return k; }", "safe proved"),
    "constructors": ("#include <cassert>\nextern int x; __attribute__((constructor)) static void a() { x = 1; }\nint main() { assert(x == 2); }",
                     "int x; __attribute__((constructor)) static void b() { x = 2; }", "unsafe assert"),
    "priorities": ("#include <cassert>\nextern int x; __attribute__((constructor(200))) static void a() { x = 1; }\nint main() { assert(x == 2); }",
                   "int x; __attribute__((constructor(300))) static void b() { x = 2; }", "safe proved"),
}
FOUR = ("#include <cassert>\nint n; struct SK { SK() { n++; } } sK;\nint main() { assert(n >= 4); }", "extern int n; struct SK { SK() { n++; } } sK;")


def run(*words):
    return child.run([str(w) for w in words], cpu=600)

# what, flag of clang, source, properties, answer
TRAPS = [
    ("sum", "signed-integer-overflow", "int main(void) { return __VERIFIER_nondet_int() + 1; }", "no-overflow", "unsafe overflow"),
    ("index", "bounds", "int a[4]; int main(void) { int x = __VERIFIER_nondet_int(); return a[x & 7]; }", "bounds", "unsafe bounds"),
    ("zeros", "builtin", "int main(void) { return __builtin_clz(__VERIFIER_nondet_int()); }", "no-overflow", "unsafe overflow"),
    ("truth", "bool", "_Bool b; int main(void) { *(char *)&b = 2; return *(volatile _Bool *)&b; }", "unreach-call", "unknown"),
    ("elsewhere", "signed-integer-overflow", "int main(void) { return __VERIFIER_nondet_int() + 1; }", "unreach-call", "safe bounded"),
]

OPTIMISED = "an optimising compiler made the LLVM code"

# Violations that an optimising compiler may leave out, because C says nothing about such a run: no property is proved then.
# name, properties, source, answer by LLVM code that was not optimised
LEFT_OUT = [
    ("wraps", "unreach-call", ERROR + "int main(void) { int x = __VERIFIER_nondet_int(); if (x + 1 < x) reach_error(); return 0; }", "unsafe unreach-call"),
    ("unused_index", "bounds", "int a[4]; int main(void) { int x = __VERIFIER_nondet_int(); int y = a[x & 7]; return 0; }", "unsafe bounds"),
    ("unused_read", "null", "int *p; int main(void) { int y = *p; return 0; }", "unsafe null"),
    ("unused_quotient", "div-by-zero", "int main(void) { int y = 5 / __VERIFIER_nondet_int(); return 0; }", "unsafe div-by-zero"),
    ("freed_twice", "valid-free", "#include <stdlib.h>\nint main(void) { char *p = malloc(3), *q = p; free(p); free(q); return 0; }", "unsafe double-free"),
    ("lost", "valid-memtrack", "#include <stdlib.h>\nint main(void) { char *p = malloc(3); return 0; }", "unsafe leak"),
    ("overlap", "bounds", "#include <string.h>\nchar b[8]; int main(void) { memcpy(b + 1, b, 4); return 0; }", "unsafe overlap"),
    ("waits", "deadlock", "int f; int main(void) { while (!f) ; return 0; }", "unsafe deadlock"),
    ("raced", "no-data-race", "#include <pthread.h>\nint x; static void *f(void *u) { x; return u; }\n"
     "int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); x = 1; pthread_join(t, 0); return 0; }", "unsafe race"),
    ("stored_twice", "unreach-call", ERROR + "#include <pthread.h>\nint x; static void *f(void *u) { if (x == 1) reach_error(); return u; }\n"
     "int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); x = 1; x = 2; pthread_join(t, 0); return 0; }", "unsafe unreach-call"),
    ("constant", "null", "static void set(int *p) { *p = 1; }\nconst int k = 1; int main(void) { set((int *)&k); return 0; }", "unsafe read-only"),
    # Needs the source, or what a compiler says to debuggers.
    ("constant_local", "null", "static void set(int *p) { *p = 1; }\nint main(void) { const int k = 0; set((int *)&k); return k; }", "safe bounded"),
    ("literal_ends", "null", "int main(void) { int *p; { p = (int[]){1, 2}; } return *p; }", "safe bounded"),
    ("pointer_before", "pointer-arithmetic", "int a[4]; int main(void) { int *p = a - 1; p++; return *p; }", "safe bounded"),
    ("constant_zero", "div-by-zero", "int main(void) { return 1 / 0; }", "safe bounded"),
]


class Ways:
    def __init__(self, allways, clang, folder):
        self.allways, self.clang, self.folder = allways, clang, folder
        self.complaints, self.runs = [], 0

    def made(self, *words):
        result = run(*words)
        if result.returncode:
            self.complaints.append(f"{' '.join(map(str, words))}: status {result.returncode}\n{result.stderr[:600]}")
        return result.stdout

    def judge(self, what, properties, want, *files):
        self.runs += 1
        result = run(self.allways, *files, "--json", f"--property={properties}")
        got = VERDICTS.get(result.returncode, f"status {result.returncode}")
        answer = json.loads(result.stdout) if got in VERDICTS.values() else {}
        if got == "unsafe":
            got += " " + answer["violation"]["kind"]
        if got == "safe":
            got += " " + answer["grade"]
            unnamed = answer["grade"] == "bounded" and not any(properties in limit or OPTIMISED in limit for limit in answer["limits"])
            if unnamed:
                self.complaints.append(f"{what}: bounded, and does not say that {properties} is not seen in full")
        if got != want:
            self.complaints.append(f"{what}: {got}, expected {want}\n{result.stdout[:600]}{result.stderr[:600]}")

    def program(self, name, ending, properties, source, exact, llvm, plain):
        path = self.folder / (name + ending)
        path.write_text(source + "\n")
        self.judge(path.name, properties, exact, path)
        preprocessed = path.with_suffix(".i" if ending == ".c" else ".ii")
        self.made(self.clang, "-E", "-w", path, "-o", preprocessed)
        self.judge(preprocessed.name, properties, exact, preprocessed)
        compile_to = [self.clang, "-O0", "-g", "-w", "-emit-llvm", "-U_FORTIFY_SOURCE"]
        text, bits = path.with_suffix(".ll"), path.with_suffix(".bc")
        self.made(*compile_to, "-S", path, "-o", text)
        self.made(*compile_to, "-c", path, "-o", bits)
        self.judge(text.name, properties, llvm, text)
        self.judge(bits.name, properties, llvm, bits)
        air = path.with_suffix(".air")
        air.write_text(self.made(self.allways, "ir", path, f"--property={properties}"))
        self.judge(f"{air.name} made for it", properties, exact, air)
        air.write_text(self.made(self.allways, "ir", path))
        self.judge(air.name, properties, plain, air)
        air.write_text(self.made(self.allways, "ir", text, f"--property={properties}"))
        self.judge(f"{air.name} of {text.name}", properties, llvm, air)

    def mark(self, name, lines, low, high):
        path = self.folder / f"{name}.ll"
        text = MARK_TEXT.replace("LINES", lines)
        anything = text.replace("LOW", "-128").replace("HIGH", "127")
        path.write_text(anything)
        self.judge(f"{name}, any value", "no-overflow", "unsafe overflow", path)
        if name in ALWAYS_POISON:
            return
        path.write_text(text.replace("LOW", str(low)).replace("HIGH", str(high)))
        self.judge(f"{name}, {low} to {high}", "no-overflow", "safe bounded", path)
        for beyond, where in ((str(low - 1), "LOW"), (str(high + 1), "HIGH")):
            if not -128 <= int(beyond) <= 127:
                continue
            other = text.replace(where, beyond).replace("LOW", str(low)).replace("HIGH", str(high))
            if (name, beyond) == ("sdiv", "0"):
                continue  # divides by zero: another property
            path.write_text(other)
            self.judge(f"{name}, {beyond} too", "no-overflow", "unsafe overflow", path)

    def own_printf(self):
        path = self.folder / "own_printf.ll"
        path.write_text(OWN_PRINTF)
        self.judge(path.name, "unreach-call", "unsafe unreach-call", path)

    def traps(self):
        """What the sanitizers of the compiler of a module trap is a violation of the property that it belongs to, or nothing is known."""
        for what, flag, source, properties, want in TRAPS:
            path = self.folder / f"trap_{what}.ll"
            (self.folder / "trap.c").write_text(NONDET + source + "\n")
            self.made(self.clang, "-O1", "-g", "-w", "-S", "-emit-llvm", f"-fsanitize={flag}", f"-fsanitize-trap={flag}", self.folder / "trap.c", "-o", path)
            self.judge(f"trap of {what}", properties, want, path)

    def left_out(self, name, properties, source, unoptimised):
        path = self.folder / f"{name}.c"
        path.write_text(NONDET + source + "\n")
        for flags, want in ((["-O0"], unoptimised), (["-O1"], "safe bounded"), (["-O2", "-g"], "safe bounded")):
            text = path.with_suffix(".ll")
            self.made(self.clang, *flags, "-w", "-S", "-emit-llvm", "-U_FORTIFY_SOURCE", path, "-o", text)
            self.judge(f"{name} {' '.join(flags)}", properties, want, text)

    def two_files(self):
        """Each file has an error function of its own; one of them is called through a pointer."""
        first, second = self.folder / "first.c", self.folder / "second.c"
        first.write_text("static void reach_error(void) {}\nvoid (*hand_out(void))(void);\n"
                         "int main(int n, char **a) { if (n == 0) reach_error(); void (*f)(void) = hand_out(); f(); return 0; }\n")
        second.write_text("static void reach_error(void) {}\nvoid (*hand_out(void))(void) { return reach_error; }\n")
        self.judge("two files", "unreach-call", "unsafe unreach-call", first, second)
        bits = self.folder / "second.bc"
        self.made(self.clang, "-O0", "-emit-llvm", "-c", second, "-o", bits)
        self.judge("a source and a .bc", "unreach-call", "unsafe unreach-call", first, bits)
        objects = [self.folder / "first.o", self.folder / "second.o"]
        for source, made in zip((first, second), objects):
            self.made(self.clang, "-O0", "-emit-llvm", "-c", source, "-o", made)
        self.judge("two objects of bitcode", "unreach-call", "unsafe unreach-call", *objects)

    def orders(self):
        """Files may initialise their variables in any order, whatever stands first on the command line; each file does so from top to bottom."""
        for name, (first, second, want) in ORDERS.items():
            files = self.folder / f"{name}_1.cpp", self.folder / f"{name}_2.cpp"
            for path, source in zip(files, (first, second)):
                path.write_text(source + "\n")
            bits = files[1].with_suffix(".bc")
            self.made(self.clang, "-O0", "-g", "-emit-llvm", "-c", files[1], "-o", bits)
            for what, given in (("", files), (", exchanged", files[::-1]), (", a .bc", (files[0], bits))):
                self.judge(f"order {name}{what}", "assert", want, *given)
        four = [self.folder / f"four_{k}.cpp" for k in range(6)]
        for k, path in enumerate(four):
            path.write_text(FOUR[min(k, 1)].replace("K", str(k)) + "\n")
        self.judge("order of four files", "assert", "safe proved", *four[:4])
        self.status("order of six files", 0, *four, "--property=assert")
        result = json.loads(run(self.allways, *four, "--json", "--property=assert").stdout)
        if result["grade"] != "bounded" or not any("files" in limit for limit in result["limits"]):
            self.complaints.append(f"order of six files: {result['grade']}, {result['limits']}")
        given = json.loads(run(self.allways, *four, "--json", "--property=assert", "--libc=glibc").stdout)
        if given["grade"] != "proved":
            self.complaints.append(f"order of six files, that of the command line: {given['grade']}")

    def status(self, what, want, *words):
        self.runs += 1
        got = run(self.allways, *words).returncode
        if got != want:
            self.complaints.append(f"{what}: status {got}, expected {want}")

    def models(self):
        """Options that act where C is compiled: a .air names the choices it was made with, and another one is an error."""
        path = self.folder / "models.c"
        path.write_text("#include <assert.h>\n#include <stdlib.h>\nint main(void) { void *p = malloc(4); assert(p); free(p); return 0; }\n")
        plain, may_fail, odd = (self.folder / name for name in ("plain.air", "may_fail.air", "odd.air"))
        plain.write_text(self.made(self.allways, "ir", path))
        may_fail.write_text(self.made(self.allways, "ir", path, "--malloc-may-fail", "--libc=glibc"))
        odd.write_text(plain.read_text().replace("\nentry", '\nmodels "malloc-fails"\nentry', 1))
        self.status("as made", 0, plain, "--malloc-may-fail=off", "--spurious-wakeups=on", "--libc=standard")
        self.status("made with malloc-may-fail", 1, may_fail)
        self.status("the same option again", 1, may_fail, "--malloc-may-fail", "--libc=glibc")
        self.status("taken back", 64, may_fail, "--malloc-may-fail=off")
        self.status("another library", 64, may_fail, "--libc=standard")
        for option in ("malloc-may-fail", "create-may-fail", "spurious-wakeups=off", "weak-cas-may-fail", "libc=glibc", "rand=libc"):
            self.status(f"--{option} comes too late", 64, plain, f"--{option}")
        self.status("simulate", 64, "simulate", plain, "--malloc-may-fail")
        self.status("ir", 64, "ir", plain, "--malloc-may-fail")
        self.status("a choice nobody knows", 64, odd)
        again = self.made(self.allways, "ir", may_fail)
        if again != may_fail.read_text():
            self.complaints.append("the text of a text is another one")
        result = json.loads(run(self.allways, may_fail, "--json").stdout)
        if any("malloc never fails" in a for a in result["assumptions"]) or not any("glibc" in a for a in result["assumptions"]):
            self.complaints.append(f"wrong assumptions: {result['assumptions']}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("allways", type=pathlib.Path)
    parser.add_argument("--clang", default="clang-19")
    parser.add_argument("--only")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        ways = Ways(args.allways, args.clang, pathlib.Path(name))
        for program in PROGRAMS:
            if args.only in (None, program[0]):
                ways.program(*program)
        for mark in MARKS:
            if args.only in (None, mark[0]):
                ways.mark(*mark)
        if not args.only:
            ways.own_printf()
        if args.only in (None, "traps"):
            ways.traps()
        for program in LEFT_OUT:
            if args.only in (None, program[0]):
                ways.left_out(*program)
        if not args.only:
            ways.two_files()
        if args.only in (None, "orders"):
            ways.orders()
        if args.only in (None, "models"):
            ways.models()
    for complaint in ways.complaints:
        print(complaint)
    print(f"{ways.runs} runs, {len(ways.complaints)} complaints")
    return 1 if ways.complaints else 0


if __name__ == "__main__":
    sys.exit(main())
