#!/usr/bin/env python3
"""Drivers from the command line: options.py ALLWAYS [--part NAME]

Parts: threads (--threads, --setup, --finally, --decl and the command harness), operations (--operations, --clients, --calls),
consistency (properties linearizable, sequential and quiescent, --spec), waiting (calls that wait for ever), counts (of executions).
"""
import argparse
import itertools
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
        f.expect(option, USAGE, "queue.c", f"--{option}=init(&q)", err=[f"--{option}.* no effect without --threads or --operations"])


COUNTER = """static int n, m = 5;
int next(void) { return __atomic_fetch_add(&n, 1, 5); }
int lost(void) { int k = __atomic_load_n(&n, 5); __atomic_store_n(&n, k + 1, 5); return k; }
void add(long long by) { __atomic_fetch_add(&n, (int)by, 5); }
int both(char a, int b, unsigned long long c) { return a == b && c > 1ull << 63; }
int get(void) { return __atomic_load_n(&n, 5); }
int *where(void) { return &n; }
double half(void) { return n / 2.0; }
"""


def drawn(f):
    """Every sequence of calls, every value of every argument."""
    f.write("c.c", COUNTER)
    f.write("c.cpp", COUNTER)
    for name in ("c.c", "c.cpp"):
        f.expect("all sequences", UNSAFE, name, "--operations=add(2), add(3)", "--finally=assert(n != 10)", out=["add\\(2\\)"])
        f.expect("not one call more", SAFE, name, "--operations=add(2), add(3)", "--finally=assert(n >= 8 && n <= 12)")
        f.expect("so many calls", SAFE, name, "--operations=next()", "--clients=3", "--calls=1", "--finally=assert(n == 3)")
        f.expect("any value", UNSAFE, name, "--operations=add(?)", "--calls=1", "--finally=assert(n != 123456)", out=["argument of call 1 of client_"])
        f.expect("some values", SAFE, name, "--operations=add(?-1..3)", "--calls=1", "--finally=assert(n >= -2 && n <= 6)")
        f.expect("both ends", UNSAFE, name, "--operations=add(?-1..3)", "--calls=1", "--finally=assert(n != -2)")
        f.expect("of any type", UNSAFE, name, "--operations=({ if (both(?, ?, ?)) m = 6; })", "--calls=1", "--clients=1", "--finally=assert(m == 5)")
        f.expect("conditions are none", SAFE, name, "--operations=add(n > 100 ? 1 : 2), next()", "--calls=1", "--finally=assert(n >= 2 && n <= 4)")
    driver = f.expect("printed", SAFE, "harness", "c.c", "--operations=add(?), next()", "--finally=assert(n != 5)", out=["allways_nondet_longlong"])
    f.write("driver.c", driver.stdout)
    f.expect("what was printed", UNSAFE, "driver.c")
    f.expect("bad text behind an argument", INPUT, "c.c", "--operations=next(), add(?, zz)", err=[r"^--operations:1:16: error: .*'zz'"])
    f.expect("an empty operation", USAGE, "c.c", "--operations=next(), ,add(1)", err=["operation 2 is empty"])
    f.expect("both", USAGE, "c.c", "--operations=next()", "--threads=next()", err=["exclude each other"])
    f.expect("a range of all inputs", USAGE, "c.c", "--operations=add(?)", "--input-range=1..2", err=["LO..HI"])


REGISTER = """static int value;
static _Thread_local int mine;
int rand(void);
int slow(void) { return mine++ + value; }
int lucky(void) { return rand(); }
void set(int v) { value = v; }
int get(void) { return value; }
"""


# What is held, and what models keep beside an object, belongs to one order of the calls.
KEPT = """#include <pthread.h>
#include <semaphore.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static pthread_once_t o = PTHREAD_ONCE_INIT;
static sem_t s;
static int n;
static void begin(void) { n = 5; }
void start(void) { sem_init(&s, 0, 1); }
int take(void) { return pthread_mutex_trylock(&m) == 0; }
int reads(void) { return pthread_rwlock_tryrdlock(&l) == 0; }
int writes(void) { return pthread_rwlock_trywrlock(&l) == 0; }
int once(void) { pthread_once(&o, begin); return __atomic_fetch_add(&n, 1, 5); }
int down(void) { return sem_trywait(&s) == 0; }
void up(void) { sem_post(&s); }
"""


def consistent(f):
    f.write("c.c", COUNTER)
    f.write("r.c", REGISTER)
    f.write("other.c", "int shared; int helper(void) { return __atomic_fetch_add(&shared, 1, 5); }\n")
    f.write("uses.c", "int helper(void);\nstatic int k = 4;\nint step(void) { k++; return helper(); }\n")
    f.write("spec.c", "static int n = 1; int next(void) { return n++; } int helper(void);\n")
    f.write("helped.c", "int helper(void); int next(void) { return helper(); }\n")
    f.write("impl.c", "static int n; int next(void) { return __atomic_fetch_add(&n, 1, 5); } int helper(void) { return 1; }\n")
    every = "--property=linearizable,sequential,quiescent"
    f.expect("an atomic counter", SAFE, "c.c", "--operations=next(), add(?), get()", "--property=linearizable,sequential", "--calls=1", none=["deadlock"])
    f.expect("a lost update", UNSAFE, "c.c", "--operations=lost()", "--property=linearizable", "--calls=1", "--report=run.trace",
             out=["^UNSAFE: not linearizable", r"^History$", r"  client_1 +\|-lost\(\) = 0-+\|$", r"then lost\(\) of client_2 returns 1, not 0"])
    f.expect("replayed", UNSAFE, "replay", "run.trace", "--operations=lost()", "--calls=1", out=["^History$"])
    f.expect("in JSON", UNSAFE, "c.c", "--operations=lost()", "--property=linearizable", "--calls=1", "--json",
             out=['"history": \\{', '"text": "lost\\(\\)"', '"result": "0"', '"orders": \\['], none=["u0001"])
    for condition in ("sequential", "quiescent"):
        f.expect(condition, UNSAFE, "c.c", "--operations=lost()", f"--property={condition}", "--calls=1", out=["^UNSAFE: not " + condition])
    f.expect("each order begins anew", SAFE, "uses.c", "other.c", "--operations=step()", every, "--calls=1")
    f.write("kept.c", KEPT)
    for operations in ("take()", "reads(), writes()", "once()", "down(), up()"):
        f.expect(f"each order begins anew: {operations}", SAFE, "kept.c", "--setup=start()", f"--operations={operations}", "--property=linearizable", "--calls=1")
    f.expect("another specification", UNSAFE, "impl.c", "--operations=next()", "--property=linearizable", "--spec=spec.c", "--calls=1",
             out=["returns 1, not 0"])
    f.expect("set up", SAFE, "impl.c", "--setup=n = 1", "--operations=next()", "--property=linearizable", "--spec=spec.c", "--calls=1")
    f.expect("shared with the program", INPUT, "impl.c", "--operations=next()", "--property=linearizable", "--spec=helped.c", err=["`helper` of the program"])
    f.expect("results that are addresses", INPUT, "c.c", "--operations=where()", "--property=linearizable", err=[r"^--operations:1:1: error.*an integer"])
    f.expect("results that are no integers", INPUT, "c.c", "--operations=next(), half()", "--property=linearizable", err=[r"^--operations:1:9: error"])
    f.write("l.c", REGISTER.replace("int lucky(void) { return rand(); }", ""))
    f.expect("thread-local", UNKNOWN, "l.c", "--operations=slow()", "--property=linearizable", "--calls=1", out=["thread-local"])
    f.write("r.c", REGISTER.replace("static _Thread_local int mine", "static int mine"))
    f.expect("drawn by the specification", UNKNOWN, "r.c", "--operations=lucky()", "--property=linearizable", "--calls=1", out=["calls rand"])
    f.expect("without operations", USAGE, "c.c", "--threads=next()", "--property=linearizable", err=["need --operations"])
    f.expect("too many orders", USAGE, "c.c", "--operations=next()", "--property=linearizable", "--clients=3", "--calls=3", err=["orders"])
    f.expect("leaks", USAGE, "c.c", "--operations=next()", "--property=linearizable,valid-memtrack", err=["leaks"])
    f.expect("deadlocks", USAGE, "c.c", "--operations=next()", "--property=linearizable,deadlock", err=["deadlock is looked for apart"])
    f.expect("no condition", USAGE, "c.c", "--operations=next()", "--property=deadlock", "--spec=spec.c", err=["--spec has no effect"])


# Calls that wait: SIGNAL, WAKE and RELEASE are what a broken version lacks.
WAITS = """#include <pthread.h>
#include <semaphore.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static sem_t s;
static int items[8], head, tail, flag, locked, n;
void start(void) { sem_init(&s, 0, 1); }
void push(int v) {
  pthread_mutex_lock(&m);
  items[tail++] = v;
  SIGNAL
  pthread_mutex_unlock(&m);
}
int pop(void) {
  pthread_mutex_lock(&m);
  while (head == tail) pthread_cond_wait(&c, &m);
  int v = items[head++];
  pthread_mutex_unlock(&m);
  return v;
}
void down(void) { sem_wait(&s); }
void up(void) { WAKE }
void lock(void) { while (__atomic_exchange_n(&locked, 1, 5)) {} }
void unlock(void) { __atomic_store_n(&locked, RELEASE, 5); }
void take(void) { pthread_mutex_lock(&a); }
void await(void) { while (!__atomic_load_n(&flag, 5)) {} }
void set(void) { __atomic_store_n(&flag, 1, 5); }
int counted(void) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  int k = n++;
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return k;
}
int reset(void) {
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  int k = n;
  n = 0;
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return k;
}
int adds_and_waits(void) {
  __atomic_fetch_add(&n, 1, 5);
  for (;;) await();
}
int get(void) { return __atomic_load_n(&n, 5); }
void together(void) {
  __atomic_fetch_add(&n, 1, 5);
  while (__atomic_load_n(&n, 5) < 2) {}
}
"""
LACKS = {"SIGNAL": "pthread_cond_signal(&c);", "WAKE": "sem_post(&s);", "RELEASE": "0"}


def waiting(f):
    """Calls that wait for ever are compared, too: they do so in an order of the calls behind all that returned."""
    right = WAITS
    for word, text in LACKS.items():
        right = right.replace(word, text)
    f.write("w.c", right)
    f.write("w.cpp", right)
    every = "--property=linearizable,sequential,quiescent"
    for operations in ("push(?), pop()", "down(), up()", "lock(), unlock()", "take()", "await(), set()"):
        f.expect(f"right: {operations}", SAFE, "w.c", "--setup=start()", f"--operations={operations}", "--property=linearizable", out=[r"^SAFE \(proved\)"], none=["deadlock"])
        f.expect(f"every condition: {operations}", SAFE, "w.c", "--setup=start()", f"--operations={operations}", every, "--calls=1")
        f.expect(f"C++: {operations}", SAFE, "w.cpp", "--setup=start()", f"--operations={operations}", "--property=linearizable", "--calls=1")
    for word, operations, pending in (("SIGNAL", "push(?), pop()", "pop"), ("WAKE", "down(), up()", "down"), ("RELEASE", "lock(), unlock()", "lock")):
        broken = WAITS.replace(word, "2" if word == "RELEASE" else "")
        for other, text in LACKS.items():
            broken = broken.replace(other, text)
        f.write("b.c", broken)
        f.write("spec.c", right)
        f.expect(f"without {word}", UNSAFE, "b.c", "--spec=spec.c", "--setup=start()", f"--operations={operations}", "--property=linearizable", "--report=run.trace",
                 out=["^UNSAFE: not linearizable: a call waits for ever", "^History$", rf"\|-{pending}\(\) \.\.\.", f"{pending}\\(\\) of client_. does not wait for ever"])
        f.expect(f"replayed without {word}", UNSAFE, "replay", "run.trace", "--spec=spec.c", "--setup=start()", f"--operations={operations}", out=["^History$"])
        for condition in ("sequential", "quiescent"):
            f.expect(f"{condition} without {word}", UNSAFE, "b.c", "--spec=spec.c", "--setup=start()", f"--operations={operations}", f"--property={condition}", out=["a call waits for ever"])
    f.expect("a deadlock between calls", UNSAFE, "w.c", "--operations=counted(), reset()", "--property=linearizable", "--calls=1", out=["a call waits for ever"])
    f.expect("an effect of a call that never returns", UNSAFE, "w.c", "--operations=adds_and_waits(), get()", "--property=linearizable", "--calls=1",
             out=["a call waits for ever", r"get\(\) of client_. returns 0, not 1"])
    f.expect("a meeting is in no order", UNSAFE, "w.c", "--operations=together()", "--property=linearizable", "--calls=1",
             out=["no order of the calls explains their results", r"together\(\) of client_. waits for ever"])
    f.expect("in JSON", UNSAFE, "w.c", "--operations=together()", "--property=linearizable", "--calls=1", "--json", out=['"waits": true'])
    f.expect("setup waits", UNSAFE, "w.c", "--setup=await()", "--operations=get()", "--property=linearizable", out=["before or behind the calls waits for ever"])
    for engine in ("dpor", "stateful", "naive", "stateless", "hunt"):
        f.expect(f"right: {engine}", SAFE, "w.c", "--operations=await(), set()", "--property=linearizable", "--calls=1", f"--engine={engine}")
        f.expect(f"wrong: {engine}", UNSAFE, "w.c", "--operations=counted(), reset()", "--property=linearizable", "--calls=1", f"--engine={engine}")


def traces(calls):
    """Two clients, each call: look how many calls of the other are over, one access to the object, say that it is over. The number of
    Mazurkiewicz traces, by all interleavings."""
    def conflict(a, b):
        return a[0] != b[0] and (a[1] == b[1] == "access" or {a[1], b[1]} == {"look", "over"})

    events = [[(c, kind, k) for k in range(calls) for kind in ("look", "access", "over")] for c in (0, 1)]
    pairs = [(a, b) for a in events[0] for b in events[1] if conflict(a, b)]
    found = set()
    for places in itertools.combinations(range(6 * calls), 3 * calls):
        sources = [iter(events[0]), iter(events[1])]
        at = {next(sources[i not in places]): i for i in range(6 * calls)}
        found.add(tuple(at[a] < at[b] for a, b in pairs))
    return len(found)


def counted(f):
    """Calls and returns are the only events of the property that the reduction sees: no execution more than that."""
    f.write("c.c", COUNTER)
    for calls in (1, 2):
        f.expect(f"{calls} calls", SAFE, "c.c", "--operations=next()", "--property=linearizable", f"--calls={calls}", "--engine=dpor", "--stats",
                 out=[rf"^  executions +{traces(calls)}$"])


PARTS = {"threads": [verdicts, variables, mistakes], "operations": [drawn], "consistency": [consistent], "waiting": [waiting], "counts": [counted]}


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
