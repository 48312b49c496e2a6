#!/usr/bin/env python3
"""How programs come together: building.py ALLWAYS [--part NAME]

Parts: gaps (all that is missing is told at once), stubs (and a file is written that closes the gaps), project
(compile_commands.json), archives (of bitcode), arguments (of main),
preprocessed (.i files that gcc made).
"""
import argparse
import json
import os
import pathlib
import re
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import child

SAFE, UNSAFE, UNKNOWN, USAGE, INPUT = 0, 1, 2, 64, 65
failures = 0


class Folder:
    """A fresh folder, in which allways runs."""

    def __init__(self, allways):
        self.allways = os.path.abspath(allways)
        self.holder = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.holder.name)

    def write(self, name, text):
        path = self.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def run(self, *words):
        return child.run([self.allways, *words], cwd=self.path, cpu=120)

    def expect(self, what, status, *words, out=(), err=(), none=()):
        """Runs; `out`, `err`: patterns that must be found; `none`: patterns that must be found nowhere."""
        global failures
        done = self.run(*words)
        wrong = [] if done.returncode == status else [f"status {done.returncode}, expected {status}"]
        wrong += [f"stdout lacks {p!r}" for p in out if not re.search(p, done.stdout, re.M)]
        wrong += [f"stderr lacks {p!r}" for p in err if not re.search(p, done.stderr, re.M)]
        wrong += [f"there is {p!r}" for p in none if re.search(p, done.stdout + done.stderr, re.M)]
        if wrong:
            failures += 1
            print(f"FAILED {what}: {'; '.join(wrong)}\n{done.stdout}{done.stderr}")
        return done


GAPS = """
struct pair { int a, b; };
int first(unsigned x);
struct pair second(struct pair p, double d);
extern void third(const char *text, ...);
int unused(void);
int taken(int x);
static void never(void) { unused(); }
int main(void) {
  struct pair p = {1, 2};
  if (first(1)) first(2);
  second(p, 1.0);
  __asm__("hlt");
  third("x", 1);
  int (*f)(int) = taken;
  return f(1);
}
"""


def gaps_in_json(allways):
    """Each call without a model is in the JSON, with its place, although no run comes to one of them."""
    global failures
    f = Folder(allways)
    f.write("g.c", "int far(int); int near(void);\nint main(int argc, char **argv) {\n  if (argc > 5) return far(1);\n  return near();\n}\n")
    answer = json.loads(f.run("--json", "g.c").stdout)
    found = [(m["call"].split(",")[0], m["place"]["line"]) for m in answer["missing"]]
    if sorted(found) != [("call of far", 3), ("call of near", 4)]:
        failures += 1
        print(f"FAILED missing in JSON: {found}")
    f.write("n.c", "int main(void) { return 0; }\n")
    if "missing" in json.loads(f.run("--json", "n.c").stdout):
        failures += 1
        print("FAILED nothing is missing, and JSON lists it")


def gaps(allways):
    gaps_in_json(allways)
    f = Folder(allways)
    f.write("gaps.c", GAPS)
    f.expect("all gaps", UNKNOWN, "gaps.c",
             out=[r"^UNKNOWN: unsupported: call of first"],
             err=[r"^gaps.c:11:7: warning: call of first, .*\(and at 1 other place\)", r"^gaps.c:12:3: warning: call of second,",
                  r"^gaps.c:13:3: warning: inline assembler: hlt", r"^gaps.c:14:3: warning: call of third,",
                  r"warning: call of taken,", r"^warning: 4 functions have no definition"],
             none=["unused"])
    f.write("variable.c", "extern int level;\nstatic int own;\nint main(void) {\n  return level + own > 3 ? level / (level - 7) : 0;\n}\n")
    f.expect("a variable", UNSAFE, "variable.c", err=[r"^variable.c:4:\d+: warning: the variable level has no definition: it holds any value"],
             none=["variable own", "allways stubs"])
    f.write("whole.c", "int main(void) { return 0; }\n")
    f.expect("no gaps", SAFE, "whole.c", none=["warning"])
    # One that no run comes to is told, and keeps no proof from being one.
    f.write("far.c", "int far(void);\nint main(void) { volatile int x = 1;\n  if (!x) far();\n  return 0; }\n")
    f.expect("a gap nobody meets", SAFE, "far.c", out=[r"^SAFE \(proved\)"], err=[r"^far.c:3:11: warning: call of far,"])
    f.write("futures.cpp", "#include <future>\nint main() { std::packaged_task<int()> t([] { return 1; }); auto r = t.get_future();\n"
                           "  std::promise<int> p; p.set_value(2); t(); return r.get() + p.get_future().get() - 3; }\n")
    f.expect("the library has none", SAFE, "futures.cpp", none=["warning"])
    f.write("gaps.cpp", "namespace n { int miss(int); }\nint main() {\n  try { n::miss(1); } catch (...) { n::miss(2); }\n"
                        "  return n::miss(3); }\n")
    f.expect("names of C++", UNKNOWN, "gaps.cpp", err=[r"^gaps.cpp:3:9: warning: call of miss \(_ZN1n4missEi\).* 2 other places"])


STUBS = """
#include <stddef.h>
struct pair { int a, b; };
struct wide { long a[5]; };
struct mixed { double x; long n; };
enum colour { RED, GREEN };
typedef unsigned short small;
int first(unsigned x, const char *p, size_t n, struct pair *q);
struct pair second(struct pair p, double d);
struct wide third(struct wide x, int n, ...);
struct mixed fourth(void);
enum colour fifth(_Bool b, small s, unsigned char c, long double d);
void *sixth(void (*f)(int), char **a);
_Noreturn void panic(const char *text, ...);
int old();
__int128 big(__int128 x);
signed char tiny(signed char x);
void reach_error(void);
int main(void) {
  struct pair p = {1, 2};
  struct wide w = {{1}};
  int n = first(1, "x", 2, &p);
  p = second(p, 1.0);
  w = third(w, 1, 2, 3);
  struct mixed m = fourth();
  enum colour c = fifth(1, 2, 3, 4);
  if (sixth(0, 0)) return 1;
  if (n == 3) panic("three");
  if (big(1) == 1 && tiny(1) == 1) return 2;
  if (WRONG) reach_error();
  return old(1, 2);
}
"""


def stubs(allways):
    f = Folder(allways)
    f.write("p.c", STUBS)
    text = f.expect("stubs", SAFE, "stubs", "p.c", "--", "-DWRONG=0",
                    out=[r"^int first\(unsigned int p1, const char \*p2, unsigned long p3, struct pair \*p4\) \{$",
                         r"^struct bytes_40_8 third\(", r"^  return __VERIFIER_nondet_int\(\);$"]).stdout
    f.write("s.c", text)
    f.expect("with stubs", SAFE, "p.c", "s.c", "--", "-DWRONG=0", none=["warning", "UNKNOWN"])
    f.expect("nothing is missing now", SAFE, "stubs", "p.c", "s.c", "--", "-DWRONG=0", out=["Nothing is missing"])
    # Results are any: each of these conditions can hold.
    for wrong in "n == 77", "p.a == 5 && p.b == -1", "w.a[4] == 9", "m.n == 8", "c == 4":
        f.expect(f"any result: {wrong}", UNSAFE, "p.c", "s.c", "--", f"-DWRONG=({wrong})", out=["reach_error is called"])
    # Nothing is touched; what does not return does not.
    for wrong in "w.a[0] != w.a[0]", "n == 3":
        f.expect(f"nothing else: {wrong}", SAFE, "p.c", "s.c", "--", f"-DWRONG=({wrong})")
    f.expect("into a file", SAFE, "stubs", "p.c", "-o", "t.c", "--", "-DWRONG=0")
    f.expect("the same", SAFE, "p.c", "t.c", "--", "-DWRONG=0")
    f.write("m.c", "int a(long long x, short y); unsigned char b(float f);\nint main(void) { return a(1, 2) + b(1) > 5; }\n")
    text = f.expect("32 bits", SAFE, "stubs", "m.c", "--", "-m32").stdout
    f.write("n.c", text)
    f.expect("32 bits with stubs", SAFE, "m.c", "n.c", "--", "-m32", none=["warning"])
    f.write("c.cpp", "class k { public: k(int); int get() const; int x; };\nint main() { k a(3); return a.get(); }\n")
    text = f.expect("members of C++", SAFE, "stubs", "c.cpp", out=[r"_ZN1kC\dEi\(", r"_ZNK1k3getEv\("]).stdout
    f.write("d.c", text)
    f.expect("members of C++ with stubs", SAFE, "c.cpp", "d.c", none=["warning"])
    f.write("x.ivl", "main { }\n")
    f.expect("another language", INPUT, "stubs", "x.ivl", err=["stubs are for programs in C and C\\+\\+ only"])
    f.expect("no file", INPUT, "stubs", "none.c", err=["none.c"])
    f.expect("no folder", 74, "stubs", "p.c", "-o", "none/s.c", err=["none/s.c"])


MAIN_C = """
#include <assert.h>
#include "value.h"
int twice(int x);
int main(void) { assert(twice(VALUE) == EXPECTED); return 0; }
"""


def entry(folder, file, command, **more):
    return {"directory": str(folder), "file": file, "command": command, **more}


def project(allways):
    f = Folder(allways)
    build = f.path / "build"
    f.write("src/main.c", MAIN_C)
    f.write("src/twice.c", "int twice(int x) { return FACTOR * x; }\n")
    f.write("src/other.c", "int main(void) { volatile int x = ZERO; return 1 / x; }\n")
    f.write("inc/value.h", "#define VALUE 21\n")
    f.write("build/words.rsp", '-DEXPECTED="42"')
    flags = "-O2 -Wall -Werror -MD -MT x.o -MF x.d -fsanitize=thread -flto -fprofile-arcs"
    database = [
        entry(build, "../src/main.c", f"ccache gcc {flags} -I../inc @words.rsp -o CMakeFiles/app.dir/main.c.o -c ../src/main.c"),
        {"directory": str(build), "file": "../src/twice.c", "output": "CMakeFiles/core.dir/twice.c.o",
         "arguments": ["cc", "-D", "FACTOR=2", "-c", "../src/twice.c"]},
        entry(build, "../src/other.c", "gcc -DZERO=0 -c ../src/other.c", output="other.p/other.c.o"),
    ]
    f.write("build/compile_commands.json", json.dumps(database))
    f.expect("targets", SAFE, "--project=build", "--target=app", "--target=core", out=[r"^SAFE \(proved\)"])
    f.expect("the folder with a slash", SAFE, "--project=build/", "--target=app", "--target=core")
    f.expect("the file itself", SAFE, "--project=build/compile_commands.json", "--target=app", "--target=core")
    f.expect("files", SAFE, "--project=build", "src/main.c", "src/twice.c")
    f.expect("files from elsewhere", SAFE, "--project=build", "build/../src/main.c", str(f.path / "src/twice.c"))
    f.expect("flags of the command line come last", UNSAFE, "--project=build", "src/main.c", "src/twice.c", "--", "-UEXPECTED",
             "-DEXPECTED=41", out=["assertion fails", r"at src/main.c:5:"])
    f.expect("Meson's target", UNSAFE, "--project=build", "--target=other", out=["division", r"at src/other.c:1:"])
    wrong = ["--project=build", "src/main.c", "src/twice.c"]
    changed = ["--", "-UEXPECTED", "-DEXPECTED=4"]
    f.expect("a counterexample of a project", UNSAFE, "--report=run.trace", *wrong, *changed)
    f.expect("its replay", UNSAFE, "replay", "run.trace", *wrong, *changed)
    f.expect("one target alone", UNKNOWN, "--project=build", "--target=app", err=["call of twice"])
    f.write("stubs.c", "int twice(int x) { return 42; }\n")
    f.expect("a target and a file", SAFE, "--project=build", "--target=app", "stubs.c", none=["warning"])
    f.expect("two programs at once", INPUT, "--project=build", err=["cannot be linked", "--target=NAME"])
    f.expect("stubs of a project", SAFE, "stubs", "--project=build", "--target=app", out=[r"^int twice\(int p1\)"])
    # More files than are compiled at once.
    calls = "".join(f"int f{i}(void); " for i in range(20))
    f.write("many/main.c", f"#include <assert.h>\n{calls}\nint main(void) {{ assert({'+'.join(f'f{i}()' for i in range(20))} == SUM); }}\n")
    for i in range(20):
        f.write(f"many/f{i}.c", f"int f{i}(void) {{ return {i}; }}\n")
    names = ["main"] + [f"f{i}" for i in range(20)]
    f.write("many/compile_commands.json", json.dumps([entry(f.path / "many", f"{n}.c", f"cc -DSUM=190 -c {n}.c") for n in names]))
    f.expect("many files", SAFE, "--project=many", out=[r"^SAFE \(proved\)"])
    f.write("many/f7.c", "int f7(void) { return 8 }\n")
    f.expect("many files, one wrong", INPUT, "--project=many", err=[r"many/f7.c:1:24: error: expected ';'", r"many/f7.c: error: does not compile"])
    # Wrong databases.
    f.expect("no such target", INPUT, "--project=build", "--target=none", err=[r"target `none` \(targets: app, core, other\)"])
    f.expect("no database", INPUT, "--project=src", err=[r"src/compile_commands.json: error: cannot be read", "hint"])
    f.expect("no folder", INPUT, "--project=nowhere", err=["nowhere: error: cannot be read"])
    f.expect("a file without entry", INPUT, "--project=build", "stubs.c", err=["stubs.c: error: is not in"])
    f.expect("a target without project", USAGE, "--target=app", "src/main.c", err=["--target has no effect without --project"])
    for text, pattern in [("[{", r"db.json:1:2: error: not a compilation database"), ("{}", r"db.json:1:1: error: .*an array"),
                          ("[\n{\"file\": 3}]", r"db.json: error: entry 1 .*`directory` and `file`"),
                          (json.dumps([{"directory": "/", "file": "x.c"}]), "entry 1 .*`arguments`"),
                          (json.dumps([entry("/", "x.c", "gcc 'x.c")]), "entry 1 .*quotes are closed"),
                          (json.dumps([entry(build, "x.c", "gcc @none.rsp x.c")]), "none.rsp: error: cannot be read"),
                          (json.dumps([entry("/", "x.S", "gcc -c x.S")]), "neither C nor C"), ("[]", "has no C or C")]:
        f.write("db.json", text)
        f.expect(f"database {text}", INPUT, "--project=db.json", err=[pattern])


def archives(allways):
    f = Folder(allways)
    clang = os.environ.get("ALLWAYS_CLANG", "clang-19")
    f.write("main.c", "#include <assert.h>\nint one(void);\nint main(void) { assert(one() == WANTED); return 0; }\n")
    f.write("one.c", "extern int base; int two(void); int one(void) { return two() - base; }\n")
    f.write("two.c", "int base = 1; int two(void) { return 2; }\n")
    f.write("broken.c", "int main(void) { volatile int x = 0; return 1 / x; }\n")

    def make(kind, *words):
        for name in "one", "two", "broken":
            child.run([clang, "-c", *words, f"{name}.c", "-o", f"{name}.o"], cwd=f.path)
        child.run(["ar", "rcs", f"lib{kind}.a", "broken.o", "one.o", "two.o"], cwd=f.path)

    make("code", "-emit-llvm", "-g", "-O1", "-Xclang", "-disable-llvm-passes")
    # Members nobody needs stay out: one of them has a main of its own.
    f.expect("an archive", SAFE, "main.c", "libcode.a", "--", "-DWANTED=1", out=[r"^SAFE"], none=["warning"])
    f.expect("an archive, wrong", UNSAFE, "main.c", "libcode.a", "--", "-DWANTED=2", out=["assertion fails"])
    f.expect("objects of bitcode", SAFE, "main.c", "one.o", "two.o", "--", "-DWANTED=1")
    f.expect("main from an archive", UNSAFE, "libcode.a", out=["division"])
    make("machine")
    f.expect("machine code", INPUT, "main.c", "libmachine.a", "--", "-DWANTED=1",
             err=[r"libmachine.a\(broken.o\): error: machine code: only bitcode", "hint: .*-emit-llvm"])
    f.expect("an object of machine code", INPUT, "main.c", "one.o", "--", "-DWANTED=1", err=["one.o: error: machine code"])
    f.write("text.a", "not an archive\n")
    f.expect("no archive", INPUT, "main.c", "text.a", "--", "-DWANTED=1", err=["text.a: error: cannot be read as an archive"])
    (f.path / "half.a").write_bytes((f.path / "libcode.a").read_bytes()[:300])
    f.expect("half an archive", INPUT, "main.c", "half.a", "--", "-DWANTED=1", err=["half.a: error: .*in the middle"])
    f.expect("no file", INPUT, "main.c", "none.a", "--", "-DWANTED=1", err=["none.a: error: cannot be read"])


ARGUMENTS = """
#include <assert.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
  assert(argv[argc] == 0 && argc >= 1);
  int n = argc > 1 ? atoi(argv[1]) : 0;
  for (int i = 1; i < argc; i++) assert(strlen(argv[i]) <= 6);
  assert(!(CONDITION));
  return n;
}
"""


def arguments(allways):
    f = Folder(allways)
    f.write("a.c", ARGUMENTS)
    how = lambda condition: ["--", f"-DCONDITION={condition}"]
    f.expect("without", SAFE, "a.c", *how("argc > 1"), out=[r"bounded", "started without any"])
    f.expect("given", SAFE, "a.c", "--arg=12", "--arg", "-x y", *how("argc != 3 || n != 12 || strcmp(argv[2], \"-x y\")"),
             out=[r"^SAFE \(proved\)", "assuming: the arguments of main are those given"])
    f.expect("given, wrong", UNSAFE, "a.c", "--arg=12", *how("n == 12"))
    f.expect("given, saved", UNSAFE, "a.c", "--arg=12", "--report=run.trace", *how("n == 12"))
    f.expect("given, replayed", UNSAFE, "replay", "run.trace", "--arg=12", *how("n == 12"))
    f.expect("given, replayed with others", UNKNOWN, "replay", "run.trace", "--arg=13", *how("n == 12"))
    f.expect("an empty one", SAFE, "a.c", "--arg=", *how("argc != 2 || argv[1][0]"))
    f.expect("any", SAFE, "a.c", "--args=1", "--args-length=1", *how("argc > 2 || n > 9"),
             out=[r"bounded", r"at most 1 argument of at most 1 byte "])
    for condition in "argc == 1", "argc == 2", "argc == 3", "argc == 3 && !strcmp(argv[2], \"-v\")", "argc == 2 && argv[1][0] == 0":
        f.expect(f"any: {condition}", UNSAFE, "a.c", "--args=2", "--args-length=2", *how(condition), out=["assertion fails"])
    f.expect("too long", SAFE, "a.c", "--args=2", "--args-length=2", *how("argc > 3"), out=["at most 2 arguments of at most 2 bytes"])
    f.expect("simulate", SAFE, "simulate", "a.c", "--arg=7", *how("n != 7"))
    f.write("c.c", "#include <assert.h>\nint main(int argc) { assert(argc < 3); return 0; }\n")
    f.expect("a number alone", UNSAFE, "c.c", "--args=1")
    f.write("n.c", "int main(void) { return 0; }\n")
    f.expect("no parameters", INPUT, "n.c", "--arg=1", err=[r"n.c:1:1: error: main has no parameters"])
    f.expect("both", USAGE, "a.c", "--arg=1", "--args=1", err=["exclude each other"])
    f.expect("length alone", USAGE, "a.c", "--args-length=1", err=["--args-length has no effect without --args"])
    # The text of the IR says the same.
    done = f.run("ir", "a.c", "--args=1", "--args-length=1", *how("argc > 2"))
    f.write("a.air", done.stdout)
    f.expect("as text of the IR", SAFE, "a.air", out=[r"bounded", "at most 1 argument of"])


PREPROCESSED = """
#define _GNU_SOURCE
#include <assert.h>
#include <complex.h>
#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>
atomic_int count;
atomic_flag flag = ATOMIC_FLAG_INIT;
_Atomic(int *) last;
static int cell;
static void *add(void *arg) {
  int seen = atomic_load(&count);
  while (!atomic_compare_exchange_weak(&count, &seen, seen + 1)) continue;
  atomic_store(&last, &cell);
  while (atomic_flag_test_and_set(&flag)) continue;
  cell++;
  atomic_flag_clear(&flag);
  return NULL;
}
int main(void) {
  pthread_t t;
  char text[20], more[20];
  if (pthread_create(&t, NULL, add, NULL)) return 1;
  add(NULL);
  pthread_join(t, NULL);
  snprintf(text, sizeof text, "%d %s", count, "x");
  strcpy(more, text);
  memset(text, 0, sizeof text);
  printf("%s %d\\n", more, count);
  assert(!strcmp(more, "2 x") && cell == 2 && *last == CELL && sqrt(4.0) == 2.0);
  return 0;
}
"""


def preprocessed(allways):
    f = Folder(allways)
    f.write("p.c", PREPROCESSED.replace("\\\\n", "\\n"))
    for flags in [], ["-O2", "-D_FORTIFY_SOURCE=2"], ["-m32", "-O1"], ["-std=gnu11"]:
        for cell, status in (2, SAFE), (3, UNSAFE):
            done = child.run(["gcc", *flags, f"-DCELL={cell}", "-E", "p.c", "-o", "p.i"], cwd=f.path)
            if done.returncode:
                continue  # a machine without headers for 32 bits
            machine = [w for w in flags if w == "-m32"]
            f.expect(f"gcc {' '.join(flags)}, {cell}", status, "p.i", "--property=assert,no-data-race,bounds,null", "--", *machine,
                     none=["warning"])
    f.write("m.c", "#include <immintrin.h>\n#include <stdlib.h>\nint main(void) { _mm_pause(); return atoi(\"0\"); }\n")
    child.run(["gcc", "-E", "m.c", "-o", "m.i"], cwd=f.path)
    f.expect("machine instructions", SAFE, "m.i", none=["warning"])
    # A use of what clang has not is refused, not ignored.
    f.write("v.i", "int printf(const char *f, ...);\nextern inline __attribute__((always_inline, gnu_inline)) int out(const char *f, ...) {\n"
                   "  return printf(f, __builtin_va_arg_pack()); }\nint main(void) { return out(\"%d\", 3); }\n")
    f.expect("arguments of an inlined function", UNKNOWN, "v.i", out=["__allways_va_arg_pack"])


PARTS = {"gaps": gaps, "stubs": stubs, "project": project, "archives": archives, "arguments": arguments,
         "preprocessed": preprocessed}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("allways")
    parser.add_argument("--part", choices=PARTS)
    args = parser.parse_args()
    for name, part in PARTS.items():
        if args.part in (None, name):
            part(args.allways)
    print(f"{failures} failed" if failures else "all as expected")
    sys.exit(bool(failures))


if __name__ == "__main__":
    main()
