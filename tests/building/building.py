#!/usr/bin/env python3
"""How programs come together: building.py ALLWAYS [--part NAME]

Parts: gaps (all that is missing is told at once), stubs (and a file is written that closes the gaps).
"""
import argparse
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
  __asm__("cpuid");
  third("x", 1);
  int (*f)(int) = taken;
  return f(1);
}
"""


def gaps(allways):
    f = Folder(allways)
    f.write("gaps.c", GAPS)
    f.expect("all gaps", UNKNOWN, "gaps.c",
             out=[r"^UNKNOWN: unsupported: call of first"],
             err=[r"^gaps.c:11:7: warning: call of first, .*\(and at 1 other place\)", r"^gaps.c:12:3: warning: call of second,",
                  r"^gaps.c:13:3: warning: inline assembler: cpuid", r"^gaps.c:14:3: warning: call of third,",
                  r"warning: call of taken,", r"^warning: 4 functions have no definition"],
             none=["unused"])
    f.write("whole.c", "int main(void) { return 0; }\n")
    f.expect("no gaps", SAFE, "whole.c", none=["warning"])
    # One that no run comes to is told, and keeps no proof from being one.
    f.write("far.c", "int far(void);\nint main(void) { volatile int x = 1;\n  if (!x) far();\n  return 0; }\n")
    f.expect("a gap nobody meets", SAFE, "far.c", out=[r"^SAFE \(proved\)"], err=[r"^far.c:3:11: warning: call of far,"])
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
    f.expect("another language", INPUT, "stubs", "x.ivl", err=["stubs are for programs in C and C\\+\\+ only"])
    f.expect("no file", INPUT, "stubs", "none.c", err=["none.c"])
    f.expect("no folder", 74, "stubs", "p.c", "-o", "none/s.c", err=["none/s.c"])


PARTS = {"gaps": gaps, "stubs": stubs}


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
