#!/usr/bin/env python3
"""Drivers from the command line: options.py ALLWAYS [--part NAME]

Parts: threads (--threads, --setup, --finally, --decl and the command harness).
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

QUEUE = """#include <pthread.h>
struct queue { int items[4]; unsigned head, tail; pthread_mutex_t lock; };
static struct queue q;
static int taken;
void init(struct queue *q) { q->head = q->tail = 0; pthread_mutex_init(&q->lock, 0); }
void push(struct queue *q, int v) {
  pthread_mutex_lock(&q->lock);
  q->items[q->tail++ % 4] = v;
  pthread_mutex_unlock(&q->lock);
}
int pop(struct queue *q) {
  CHECK_OUTSIDE
  pthread_mutex_lock(&q->lock);
  int v = q->head == q->tail ? -1 : q->items[q->head++ % 4];
  pthread_mutex_unlock(&q->lock);
  return v;
}
"""
BROKEN = QUEUE.replace("CHECK_OUTSIDE", "if (q->head == q->tail) return -1;").replace("q->head == q->tail ? -1 : ", "")
RIGHT = QUEUE.replace("CHECK_OUTSIDE", "")
SETUP = "--setup=init(&q)"
THREADS = "--threads=push(&q,1); push(&q,2) | x=pop(&q) | y=pop(&q)"
FINALLY = "--finally=assert(x && y && (x != y || x == -1))"


class Folder:
    """A fresh folder, in which allways runs."""

    def __init__(self, allways):
        self.allways = os.path.abspath(allways)
        self.holder = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.holder.name)
        self.failures = 0

    def write(self, name, text):
        path = self.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def expect(self, what, status, *words, out=(), err=(), none=()):
        """Runs; `out`, `err`: patterns that must be found; `none`: patterns that must be found nowhere."""
        done = child.run([self.allways, *words], cwd=self.path, cpu=120)
        wrong = [] if done.returncode == status else [f"status {done.returncode}, expected {status}"]
        wrong += [f"stdout lacks {p!r}" for p in out if not re.search(p, done.stdout, re.M)]
        wrong += [f"stderr lacks {p!r}" for p in err if not re.search(p, done.stderr, re.M)]
        wrong += [f"there is {p!r}" for p in none if re.search(p, done.stdout + done.stderr, re.M)]
        if wrong:
            self.failures += 1
            print(f"FAILED {what}: {'; '.join(wrong)}\n{done.stdout}{done.stderr}")
        return done


def verdicts(f):
    """The same texts in C and in C++; a main of the file is none of the program."""
    main = "int main(void) { push(&q, 7); return pop(&q) == 7 ? 0 : 1 / taken; }\n"
    for name in ("lib/queue.c", "lib/queue.cpp"):
        f.write(name, RIGHT + main)
        f.expect(f"right, {name}", SAFE, name, SETUP, THREADS, FINALLY, "--property=assert,no-data-race", out=[r"^SAFE \(proved\)"])
        f.write(name, BROKEN + main)
        f.expect(f"broken, {name}", UNSAFE, name, SETUP, THREADS, FINALLY, "--report=run.trace",
                 out=[r"at --finally:1:1 in main: assert\(x && y && \(x != y \|\| x == -1\)\)", r"thread_1 +thread_2 +thread_3", rf" 7: pthread_mutex_lo", r"x=pop\(&q\)"])
        f.expect("replayed", UNSAFE, "replay", "run.trace", SETUP, THREADS, FINALLY)
        f.expect("replayed without its driver", UNKNOWN, "replay", "run.trace", out=["not reproduced"])
        driver = f.expect("printed", SAFE, "harness", name, SETUP, THREADS, FINALLY, out=[f'#include "{name}"', r"__typeof__\(pop\(&q\)\) x;"])
        ending = "cpp" if "cpp" in name else "c"
        f.write("driver." + ending, driver.stdout)
        f.expect("what was printed", UNSAFE, "driver." + ending, out=[r"driver\.c.*assert\(x && y"])
        f.expect("printed to a file", SAFE, "harness", name, THREADS, "-o", "other.c", none=["."])


def variables(f):
    """Who is declared, and with which type."""
    f.write("v.c", "static int taken; int *where(void) { return &taken; } long long wide(void) { return 1LL << 40; }\n"
                   "const char kept(void) { return 3; } int f(int x) { return x; }\n")
    f.expect("a variable of the file", UNSAFE, "v.c", "--threads=taken = 5 | f(1)", "--finally=assert(*where() == 0)")
    f.expect("types of values", SAFE, "v.c", "--threads=w = wide(); p = where(); c = kept(); c = 4 | a = b = f(2); *where() = 7",
             "--finally=assert(w == 1LL << 40 && *p == 7 && c == 4 && a == 2 && b == 2)")
    f.expect("declared by hand", SAFE, "v.c", "--decl=unsigned char n; int m[2];", "--threads=n = 300; m[1] = 5 | f(1)",
             "--finally=assert(n == 44 && m[1] == 5)")
    f.expect("assigned by setup, compared, in texts", SAFE, "v.c", '--setup=n = 3; s = ";|"[1]', "--threads=r = (n | 4) == 7 || n | f(n == 3)",
             "--finally=assert(r == 1 && s == '|')")
    f.expect("no assertion is lost", UNSAFE, "v.c", "--threads=f(1)", "--finally=assert(0)", "--", "-DNDEBUG")
    f.expect("a second line", UNSAFE, "v.c", "--threads=f(1);\nf(2) |\n  assert(f(3) == 4)", out=[r"at --threads:3:3 in thread_2: assert\(f\(3\) == 4\)"])


def mistakes(f):
    """Clang's messages have the columns of the option's text; wrong usage is no input."""
    f.write("queue.c", RIGHT)
    f.write("m.ivl", "main { start; }\n")
    f.expect("unknown function", INPUT, "queue.c", "--threads=push(&q,1); psh(&q,2) | x=pop(&q)", err=[r"^--threads:1:13: error: .*'psh'"])
    f.expect("too many arguments", INPUT, "queue.c", "--threads=push(&q,1) | x=pop(&q, 3)", err=[r"^--threads:1:24: error: too many"])
    f.expect("syntax", INPUT, "queue.c", "--threads=push(&q,1) | pop(&q)", "--finally=pop(1 +)", err=[r"^--finally:1:8: error"])
    f.expect("unknown name", INPUT, "queue.c", "--threads=pop(&q)", "--setup=\n push(&q, z)", err=[r"^--setup:2:11: error: .*'z'"])
    f.expect("a type that is none", INPUT, "queue.c", "--threads=pop(&q)", "--decl=struct missing m;", err=[r"^--decl:1:16: error"])
    f.expect("brackets", INPUT, "queue.c", "--threads=push(&q, 1)) | pop(&q)", err=[r"^--threads:1:12: error"])
    f.expect("an empty thread", USAGE, "queue.c", "--threads=push(&q,1) | ", err=["thread 2 has no statement"])
    f.expect("another language", USAGE, "m.ivl", "--threads=f()", err=["C and C\\+\\+"])
    f.expect("no driver", USAGE, "harness", "queue.c", err=["needs --threads"])
    f.expect("arguments", USAGE, "queue.c", "--threads=pop(&q)", "--arg=x", err=["--arg"])
    f.expect("no main", INPUT, "queue.c", err=["--threads="])
    f.expect("no file", INPUT, "missing.c", "--threads=pop(&q)", err=["missing.c"])
    for option in ("setup", "finally", "decl"):
        f.expect(option, USAGE, "queue.c", f"--{option}=init(&q)", err=[f"--{option} has no effect without --threads"])


PARTS = {"threads": [verdicts, variables, mistakes]}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("allways")
    parser.add_argument("--part", choices=PARTS)
    args = parser.parse_args()
    failures = 0
    for part in [args.part] if args.part else PARTS:
        for look in PARTS[part]:
            folder = Folder(args.allways)
            look(folder)
            failures += folder.failures
    print(f"{failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
