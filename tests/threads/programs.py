"""Random small thread programs: how they are drawn, written as C, and made smaller.

A program is a list of bodies; body 0 is what main does between creating the others and joining them. A body is a list of
statements, a statement a tuple (kind, ...) whose lists are bodies again, so that one walk makes every kind smaller. A program
uses a few *themes* only: constructs meet more often than if each program drew from all of them.
"""
import re

GLOBALS = ["g0", "g1", "g2"]

# kind: (text, is it a theme of its own, does a native run say something). A, B: globals; V: 0..2; W: 0..2 (another).
SIMPLE = {
    "plain": (["A = V;", "A = B;", "A = (A + B + V) & 3;", "A++;", "t = A; B = t & V;", "t = V;", "A = t;"], True),
    "atomic": (["__atomic_fetch_xor(&A, V, 5);", "__sync_bool_compare_and_swap(&A, V, W);", "t = __atomic_fetch_add(&A, 1, 5);",
                "t = __atomic_exchange_n(&A, V, 5);", "__atomic_store_n(&A, V, 5);", "t = __atomic_load_n(&A, 5);",
                "t = __sync_val_compare_and_swap(&A, V, W); B = t;", "__atomic_fetch_or(&A, t, 5);"], True),
    "input": (["A = nd();", "t = nd();", "A = nd() == V ? B : W;", "if (nd() == V) A = W;", "switch (nd()) { case 0: A = V; break; case 1: t = A; "
               "break; }", "t = nd(); A = t; if (t == V) B = W;", "if (A == nd()) B = V;"], True),
    "array": (["arr[nd()] = V;", "A = arr[nd()];", "arr[A & 3] = B & 3;", "t = arr[arr[A & 3] & 3];", "arr[V]++;", "A = arr[B & 3] + V;"], True),
    "pointer": (["p0 = &A;", "p0 = &arr[V];", "if (p0) *p0 = V;", "if (p0) A = *p0;", "p1 = p0;", "if (p1 == &A) B = V;",
                 "p1 = nd() ? &A : &B;", "if (p1) { (*p1)++; }", "p0 = 0;"], True),
    "parts": (["*(volatile char *)&A = V;", "((volatile short *)&A)[1] = V;", "t = *(volatile unsigned char *)&A;", "pair0.a = V;", "pair0.b = A;",
               "A = pair0.a + pair0.b;", "pair0 = pair1;", "A = u0.c[1];", "u0.c[V] = W;", "u0.n = V;", "u0.s[nd() & 1] = W;"], True),
    "heap": (["q = malloc(sizeof *q); *q = V; A = *q; free(q);", "q = calloc(2, sizeof *q); q[nd() & 1] = V; A = q[1]; free(q);",
              "q = malloc(sizeof *q); *q = V; if (__sync_bool_compare_and_swap(&h0, 0, q)) ; else free(q);",
              "q = __atomic_exchange_n(&h0, 0, 5); if (q) { A = *q; free(q); }", "q = __atomic_load_n(&h0, 5); if (q == 0) A = V;"], True),
    "own": (["tl = V;", "A = tl;", "tl = A;", "tl++;", "pt = &tl; if (pt) A = *pt;"], True),
    "semaphore": (["sem_wait(&s0); A = V; sem_post(&s0);", "sem_post(&s0);", "if (sem_trywait(&s0) == 0) A = B;", "sem_wait(&s0);",
                   "sem_getvalue(&s0, &t); A = t;"], True),
    "condition": (["pthread_mutex_lock(&m0); while (!A) pthread_cond_wait(&c0, &m0); B = V; pthread_mutex_unlock(&m0);",
                   "pthread_mutex_lock(&m0); A = V; pthread_cond_signal(&c0); pthread_mutex_unlock(&m0);",
                   "pthread_mutex_lock(&m0); A = 1; pthread_cond_broadcast(&c0); pthread_mutex_unlock(&m0);",
                   "pthread_mutex_lock(&m0); if (A == V) pthread_cond_wait(&c0, &m0); pthread_mutex_unlock(&m0);", "pthread_cond_signal(&c0);"], True),
    # Waiting that may end for no reason: in loops and without, after something was done, in time; and looking again and again.
    "wakes": (["pthread_mutex_lock(&m0); while (ld(A) != V) pthread_cond_wait(&c0, &m0); B = W; pthread_mutex_unlock(&m0);",
               "pthread_mutex_lock(&m0); B = W; while (!A) pthread_cond_wait(&c0, &m0); pthread_mutex_unlock(&m0);",
               "pthread_mutex_lock(&m0); if (!A) pthread_cond_wait(&c0, &m0); B = A & 3; pthread_mutex_unlock(&m0);",
               "pthread_mutex_lock(&m0); { int n = 0; while (A != V) { pthread_cond_wait(&c0, &m0); n ^= 1; } B = n; } pthread_mutex_unlock(&m0);",
               "pthread_mutex_lock(&m1); pthread_mutex_lock(&m0); while (!A) pthread_cond_wait(&c0, &m0); B = V; pthread_mutex_unlock(&m0); pthread_mutex_unlock(&m1);",
               "pthread_mutex_lock(&m0); pthread_mutex_lock(&m1); while (!A) pthread_cond_wait(&c0, &m0); pthread_mutex_unlock(&m1); pthread_mutex_unlock(&m0);",
               "pthread_mutex_lock(&m0); do pthread_cond_wait(&c0, &m0); while (!A); B = V; pthread_mutex_unlock(&m0);",
               "pthread_mutex_lock(&m0); while (!A) pthread_cond_wait(&c0, &m0); while (ld(B) != V) pthread_cond_wait(&c0, &m0); pthread_mutex_unlock(&m0);",
               "pthread_mutex_lock(&m0); t = A; while (!ld(B)) pthread_cond_wait(&c0, &m0); g2 = t & 3; pthread_mutex_unlock(&m0);",
               "pthread_mutex_lock(&m0); while (!ld(A)) { pthread_mutex_unlock(&m0); pthread_mutex_lock(&m0); if (ld(B)) break; pthread_cond_wait(&c0, &m0); } pthread_mutex_unlock(&m0);",
               "pthread_mutex_lock(&m0); if (!A && pthread_cond_timedwait(&c0, &m0, &soon) == 0) B = V; pthread_mutex_unlock(&m0);",
               "pthread_mutex_lock(&m0); A = V; pthread_mutex_unlock(&m0); pthread_cond_signal(&c0);", "__atomic_store_n(&A, 1, 5); pthread_cond_broadcast(&c0);",
               "pthread_mutex_lock(&m0); t = A; pthread_mutex_unlock(&m0); if (t == V) { __atomic_store_n(&B, W, 5); pthread_cond_signal(&c0); }",
               "while (1) { pthread_mutex_lock(&m0); if (A == V) { pthread_mutex_unlock(&m0); break; } pthread_mutex_unlock(&m0); }",
               "do { pthread_mutex_lock(&m1); t = A; pthread_mutex_unlock(&m1); } while (t == V);",
               "while (ld(A) != V) { pthread_mutex_lock(&m0); pthread_mutex_lock(&m1); t = B; pthread_mutex_unlock(&m0); pthread_mutex_unlock(&m1); }"], False),
    "ends": (["if (A == V) pthread_exit(0);", "if (A == V) exit(0);", "if (A == V) abort();", "if (nd() == V) return arg;",
              "if (A == V) pthread_exit(&g0);"], True),
    "halfway": (["__VERIFIER_atomic_begin(); A = V; if (B == W) abort(); A++; __VERIFIER_atomic_end();",
                 "__VERIFIER_atomic_begin(); A++; __VERIFIER_assume(B != W); B = A & 3; __VERIFIER_atomic_end();",
                 "__VERIFIER_atomic_begin(); pthread_mutex_lock(&m0); A = V; if (B == W) exit(0); pthread_mutex_unlock(&m0); __VERIFIER_atomic_end();",
                 "__VERIFIER_atomic_begin(); t = nd(); A = t; if (t == V) abort(); B = t; __VERIFIER_atomic_end();",
                 "__VERIFIER_atomic_begin(); if (A == V) pthread_exit(0); B = V; if (A == W) pthread_exit(0); A++; __VERIFIER_atomic_end();",
                 "__VERIFIER_atomic_begin(); t = __atomic_fetch_add(&A, 1, 5); if (t > V) abort(); __VERIFIER_atomic_end(); B = t;"], False),
    "assume": (["__VERIFIER_assume(A == V);", "t = nd(); __VERIFIER_assume(t < V);", "__VERIFIER_assume(A <= B);"], False),
    "once": (["pthread_once(&once, first);", "pthread_setspecific(key, (void *)&A);", "if (pthread_getspecific(key) == &A) B = V;"], True),
    # Loops that wait: a round that fails changes nothing.
    "spin": (["while (!A) ;", "while (ld(A) != V) ;", "while (!__sync_bool_compare_and_swap(&A, V, W)) ;", "do { t = A; } while (t != V);",
              "while (1) { if (ld(A) == V) break; sched_yield(); }", "while (ld(A) != ld(B)) ;", "while (ld(A) != V || ld(B) == W) ;",
              "do { t = ld(A); u = ld(B); } while (t == u);", "while (!cas1(&A, V, W)) ;", "{ int e = V; while (!cas2(&A, &e, W)) e = V; }",
              "while (__atomic_exchange_n(&A, V, 5) == V) ;", "while (__atomic_fetch_or(&A, 0, 5) != V) ;", "t = nd(); while (ld(A) == t) ;",
              "while (pthread_mutex_trylock(&m0)) ; A = V; pthread_mutex_unlock(&m0);", "while (sem_trywait(&s0)) ; A++; sem_post(&s0);",
              "while (ld(A) != V) for (int i = 0; i < 2; i++) t += arr[i]; B = t & 1;", "while ((q = ld(h0)) == 0) ; A = V;",
              "do { t = ld(A); } while (!__sync_bool_compare_and_swap(&A, t, (t + 1) & 3));", "while (ld(A) == V) if (ld(B) == W) { B = V; break; }",
              "while (ld(A) == V) if (ld(B) == W) return arg;", "while (!cas1(&lk, 0, 1)) while (ld(lk)) ; A = V; lk = 0;",
              "do { __VERIFIER_atomic_begin(); t = A; if (t == V) B = W; __VERIFIER_atomic_end(); } while (t != V);"], False),
    # Loops that look as if they waited, and something changes, or goes wrong, in a round that fails.
    "rounds": (["{ int n = 0; while (ld(A) != V) n ^= 1; B = n; }", "{ int n = 0; while (ld(A) != V && n < 3) n++; B = n & 3; }",
                "while (ld(A) != V) __atomic_store_n(&B, W, 5);", "while (ld(A) != V) __atomic_fetch_xor(&B, 1, 5);", "while (ld(A) != V) tl ^= 1; B = tl;",
                "while (ld(A) != nd()) ;", "while (ld(A) != V) t = nd(); B = t & 1;", "t = 0; while (ld(A) != V) t = ld(B); B = t;",
                "while (__atomic_exchange_n(&A, V, 5) == W) ;", "while (__atomic_fetch_xor(&A, 1, 5) != V) ;", "{ int e = V; while (!cas2(&A, &e, W)) ; B = e; }",
                "{ int e[2] = {V, 0}; while (ld(A) != V) { e[1] ^= 1; pt = 0; } B = e[1]; }", "while (ld(A) != V) { q = malloc(4); free(q); }",
                "while (ld(A) != V) { q = malloc(4); if (!q) return arg; }", "while (ld(A) != V) t = arr[ld(B) + W];", "while (ld(A) != V) t = W / ld(B);",
                "while (ld(A) != V) if (ld(B) == W) reach_error();", "while (ld(A) != V) t = *p0;", "while (ld(A) != V) { pthread_mutex_lock(&m0); pthread_mutex_unlock(&m0); }",
                "while (pthread_mutex_trylock(&m0)) ;", "while (ld(A) != V) { B++; B--; }",
                "do { q = ld(h0); } while (q && !__sync_bool_compare_and_swap(&h0, q, 0)); if (q) { A = *q; free(q); }",
                "{ int *n = malloc(sizeof *n); *n = V; do { q = ld(h0); } while (!__sync_bool_compare_and_swap(&h0, q, n)); if (q) free(q); }",
                "{ int *s = 0; while (ld(A) != V) { s = ld(h0); if (s == q) t ^= 1; q = s; } B = t; }",
                "{ int n = 0; while (1) { int k = n; if (ld(A) == V) { B = k; break; } n = (n + 1) & 1; } }",
                "{ int n = ld(B); while (ld(A) != V) { if (ld(B) != n) { n = ld(B); g2 = n & 3; } } }"], False),
    # Records that are copied before all of them is set; code that is found through a variable.
    "record": (["{ struct pair l; l.a = V; pair0 = l; }", "{ struct pair l; l.a = V; l.b = W; pair1 = l; }", "pair1 = pair0;", "A = pair0.b & 3;",
                "{ struct pair l = pair0; A = l.a == pair0.a; }", "{ struct pair l, k; l.b = V; k = l; A = k.b; }", "pair1.a = A; pair0 = pair1;",
                "{ struct pair l, k; k = l; if (l.a == V) A = k.a; }"], False),
    "code": (["code = set0;", "code = set1;", "if (code) code();", "code();", "p1 = &A;", "p1 = &A; code = set1;", "if (code == set0) A = V;"], False),
    # Regions that wait inside, so that others see half of them.
    "inside": (["__VERIFIER_atomic_begin(); A = V; pthread_mutex_lock(&m0); A = W; pthread_mutex_unlock(&m0); __VERIFIER_atomic_end();",
                "__VERIFIER_atomic_begin(); A = V; sem_wait(&s0); A = W; sem_post(&s0); __VERIFIER_atomic_end();",
                "__VERIFIER_atomic_begin(); A = V; pthread_rwlock_wrlock(&rw); A = W; pthread_rwlock_unlock(&rw); __VERIFIER_atomic_end();",
                "__VERIFIER_atomic_begin(); A = V; __VERIFIER_atomic_begin(); pthread_mutex_lock(&m1); __VERIFIER_atomic_end(); A = W; __VERIFIER_atomic_end(); pthread_mutex_unlock(&m1);",
                "pthread_mutex_lock(&m0); t = B; pthread_mutex_unlock(&m0);", "pthread_rwlock_rdlock(&rw); t = B; pthread_rwlock_unlock(&rw);",
                "if (A == V) B = W;"], False),
    # Loops without end around regions of several steps.
    "ever": (["while (1) { __VERIFIER_atomic_begin(); for (int i = 0; i < 2; i++) A = (A + 1) & 3; __VERIFIER_atomic_end(); }",
              "while (A != V) { __VERIFIER_atomic_begin(); for (int i = 0; i < 2; i++) t ^= 1; if (t) B = W; __VERIFIER_atomic_end(); }",
              "while (1) { __VERIFIER_atomic_begin(); pthread_mutex_lock(&m0); t = t ^ 1; A = t; pthread_mutex_unlock(&m0); __VERIFIER_atomic_end(); if (B == W) break; }",
              "while (1) { pthread_mutex_lock(&m0); A = (A + V) & 3; pthread_mutex_unlock(&m0); if (B == W) break; }",
              "while (1) { __VERIFIER_atomic_begin(); while (t < 2) t++; t = 0; if (A == V) pthread_exit(0); __VERIFIER_atomic_end(); }"], False),
    "wild": (["p0 = &t;", "p1 = p0; if (p1) *p1 = V;", "A = arr[B];", "arr[A + V] = 1;", "free((void *)h0);", "if (h0) A = *h0;",
              "h0 = malloc(sizeof *h0);", "A = *p0;", "A = leak(&t);", "p0 = leak2();", "A = 2147483646 + B;", "A = V / B;", "A = 1 << (A * 16);",
              "A = u; ", "A = arr[nd() + V];", "h0 = realloc((void *)h0, 8); h0[1] = V;", "q = malloc(sizeof *q); A = *q;", "A = -A - 2147483647;"], False),
}
NESTED = {
    "if": ["if (A == V) {"], "else": ["if (A > V) ; else {"], "loop": ["for (int i = 0; i < 2; i++) {"], "lock": ["pthread_mutex_lock(&mV);{"],
    "try": ["if (pthread_mutex_trylock(&mV) == 0) {"], "recursive": ["pthread_mutex_lock(&mr);{"], "region": ["__VERIFIER_atomic_begin(); {"],
    "read": ["pthread_rwlock_rdlock(&rw);{", "if (pthread_rwlock_tryrdlock(&rw) == 0) {"],
    "write": ["pthread_rwlock_wrlock(&rw);{", "if (pthread_rwlock_trywrlock(&rw) == 0) {"], "goto": ["{ int n = 0; again_N: if (n++ < 2) {"],
    "spinlock": ["while (__atomic_exchange_n(&lk, 1, 5)) ;{"], "draws": ["if (nd()) {", "for (int k = nd(); k > 0; k--) {"],
}
CLOSE = {"lock": "} pthread_mutex_unlock(&mV);", "try": "pthread_mutex_unlock(&mV); }", "recursive": "} pthread_mutex_unlock(&mr);",
         "region": "} __VERIFIER_atomic_end();", "read": None, "write": None, "goto": "goto again_N; } }", "spinlock": "} __atomic_store_n(&lk, 0, 5);"}
THEMES = {kind: [kind] for kind in SIMPLE} | {"locks": ["lock", "try", "lock"], "recursive": ["recursive", "lock"], "region": ["region", "region"],
                                              "rw": ["read", "write"], "goto": ["goto"], "spinlock": ["spinlock"], "spin": ["spin", "spin", "atomic"],
                                              "rounds": ["rounds", "spin"], "wakes": ["wakes", "wakes", "condition"], "tried": ["wakes", "try"], "draws": ["draws", "input"],
                                              "spawn": ["spawn", "spawn"], "waits": ["waits", "lock"], "inside": ["inside", "inside", "waits"], "ending": ["region", "ends", "halfway"],
                                              "halfway": ["halfway", "halfway", "ends"]}
NOT_NATIVE = {"region", "inside", "waits", "halfway", "assume", "wild", "spin", "rounds", "wakes", "record", "code", "ever"}
PROPERTIES = ["unreach-call", "no-data-race", "deadlock", "valid-memsafety", "no-overflow", "uninitialised", "bounds,null", "div-by-zero"]


class Program:
    def __init__(self, bodies, kinds, joined=True, argument="0"):
        self.bodies, self.kinds, self.joined, self.argument = bodies, kinds, joined, argument

    def with_bodies(self, bodies):
        return Program(bodies, self.kinds, self.joined, self.argument)

    def is_native(self):
        """Do native runs show only what the semantics allows? (No undefined behaviour, nothing that only a verifier has.)"""
        return self.argument == "0" and not any(kind in NOT_NATIVE for kind in kinds_of(self.bodies))


def kinds_of(bodies):
    for body in bodies:
        for s in body:
            yield s[0]
            yield from kinds_of([part for part in s if isinstance(part, list)])


# --- drawing

def draw_statement(r, kinds, depth):
    names = (r.choice(GLOBALS), r.choice(GLOBALS), r.randrange(3), r.randrange(3))
    kind = r.choice(kinds)
    if kind in SIMPLE:
        return (kind, r.randrange(len(SIMPLE[kind][0])), *names)
    if depth == 0:
        return ("plain", r.randrange(len(SIMPLE["plain"][0])), *names)
    if kind == "spawn":
        return ("spawn", r.choice(["join", "join", "detach", "leave", "cancel"]), draw_body(r, kinds, 0, 2), draw_body(r, kinds, 0, 1))
    if kind == "waits":
        return ("waits", "inside", draw_body(r, kinds, 0, 2), draw_body(r, kinds, 0, 1))
    return (kind, r.randrange(len(NESTED[kind])), *names, draw_body(r, kinds, depth - 1, 2))


def draw_body(r, kinds, depth, most):
    return [draw_statement(r, kinds, depth) for _ in range(r.randint(1, most))]


def draw_program(r, always=()):
    """always: themes that the program has in any case."""
    kinds = ["plain", "plain", "if"]
    for theme in [*always, *r.sample(sorted(THEMES), r.choice([0, 0, 1] if always else [1, 2, 2, 3]))]:
        kinds += THEMES[theme] * 2
    threads = r.choice([1, 2, 2, 2, 3])
    bodies = [draw_body(r, kinds, 1, 2) if r.random() < 0.4 else []] + [draw_body(r, kinds, 2, 3 if n == 0 and threads < 3 else 2) for n in range(threads)]
    argument = "(void *)&own" if r.random() < 0.25 else "0"
    return Program(bodies, kinds, r.random() < 0.8 or argument == "0" and r.random() < 0.5, argument)


# --- writing

class Writer:
    def __init__(self):
        self.lines, self.children, self.labels, self.is_spawning = [], [], 0, 0

    def filled(self, text, s):
        """The single capital letters of a pattern stand for what was drawn."""
        drawn = dict(zip("ABVW", map(str, s[2:6])))
        return re.sub(r"\b[ABVW]\b", lambda m: drawn[m.group()], text)

    def statement(self, s, pad):
        kind = s[0]
        if kind in SIMPLE:
            self.lines.append(pad + self.filled(SIMPLE[kind][0][s[1]], s))
        elif kind in ("spawn", "waits"):
            self.spawn(s, pad)
        else:
            self.labels += 1
            close = CLOSE.get(kind, "}")
            opening, label = NESTED[kind][s[1]], self.labels
            if close is None:
                close = "} pthread_rwlock_unlock(&rw);" if ";{" in opening else "pthread_rwlock_unlock(&rw); }"
            mutex = ("m%d" % (s[4] % 2))
            opening, close = (x.replace("mV", mutex).replace("again_N", f"again_{label}") for x in (opening, close))
            self.lines.append(pad + self.filled(opening, s))
            self.body(s[6], pad + "  ")
            self.lines.append(pad + self.filled(close, s))

    def spawn(self, s, pad):
        child = Writer()
        child.labels, child.is_spawning = self.labels + 50, self.is_spawning + 1
        name = f"child{len(self.children)}_{self.is_spawning}_{self.labels}"
        self.labels += 1
        child.function(name, s[2])
        self.children += child.children + child.lines
        end = {"join": "pthread_join(id, 0);", "detach": "pthread_detach(id);", "leave": "",
               "cancel": "pthread_cancel(id); pthread_join(id, 0);",
               "inside": "__VERIFIER_atomic_begin(); g0 = 1; pthread_join(id, 0); g0 = 2; __VERIFIER_atomic_end();"}[s[1]]
        self.lines.append(f"{pad}{{ pthread_t id; pthread_create(&id, 0, {name}, 0);")
        self.body(s[3], pad + "  ")
        self.lines.append(f"{pad}  {end} }}")

    def body(self, statements, pad):
        for s in statements:
            self.lines.append(pad + "PAUSE;")
            self.statement(s, pad)

    def function(self, name, statements):
        self.lines += [f"void *{name}(void *arg) {{", "  int t = 0, u; int *q = 0; (void)u; (void)q;"]
        self.lines.append("  if (arg) { *(int *)arg = *(int *)arg + 1; }")
        self.body(statements, "  ")
        self.lines += ["  (void)t;", "  return 0;", "}"]


HEAD = """#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
extern void reach_error(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern int __VERIFIER_nondet_int(void);
volatile int g0, g1, g2, arr[4] = {0, 1, 2, 0}, lk;
volatile int *p0, *p1, *pt;
int *h0;
_Thread_local volatile int tl;
struct pair { int a, b; };
volatile struct pair pair0, pair1;
volatile union { int n; unsigned char c[4]; short s[2]; } u0;
pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER, m1 = PTHREAD_MUTEX_INITIALIZER, mr;
pthread_cond_t c0 = PTHREAD_COND_INITIALIZER;
struct timespec soon;
pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
pthread_once_t once = PTHREAD_ONCE_INIT;
pthread_key_t key;
sem_t s0;
#define ld(x) __atomic_load_n(&(x), 5)
static void first(void) { g0++; }
static void set0(void) { g0 = 1; }
static void set1(void) { *p1 = 2; }
void (*volatile code)(void);
static int cas1(volatile int *p, int from, int to) { return __atomic_compare_exchange_n(p, &from, to, 0, 5, 5); }
static int cas2(volatile int *p, int *from, int to) { return __atomic_compare_exchange_n(p, from, to, 0, 5, 5); }
static int leak(int *p) { int k = 1; p0 = &k; return p ? *p : k; }
static volatile int *leak2(void) { volatile int k = 1; volatile int *p = &k; return p; }
"""


def program_text(program, target, is_native=False):
    """target: final values at which the error function is called; native: the program prints them instead."""
    out = [HEAD]
    if is_native:
        out += ["#define PAUSE (rand() % 3 ? (void)0 : (void)sched_yield())", "static int nd(void) { return rand() % 3; }"]
    else:
        out += ["#define PAUSE ((void)0)", "static int nd(void) { return __VERIFIER_nondet_int(); }"]
    writer = Writer()
    for n, body in enumerate(program.bodies[1:]):
        writer.function(f"thread{n}", body)
    threads = writer.lines
    count = len(program.bodies) - 1
    writer.lines = []
    writer.labels += 200
    writer.body(program.bodies[0], "  ")
    out += writer.children + threads
    out += ["int main(void) {", f"  int t = 0, u; int *q = 0; void *arg = 0; volatile int own = 0; pthread_t id[{max(count, 1)}]; (void)t; (void)u; (void)q; (void)arg; (void)own;",
            "  pthread_mutexattr_t at; pthread_mutexattr_init(&at); pthread_mutexattr_settype(&at, PTHREAD_MUTEX_RECURSIVE); pthread_mutex_init(&mr, &at);",
            "  sem_init(&s0, 0, 1); pthread_key_create(&key, 0);"]
    if is_native:
        out.append("  struct timespec now; clock_gettime(CLOCK_MONOTONIC, &now); srand((unsigned)now.tv_nsec); ualarm(100000, 0);")
    out += [f"  pthread_create(&id[{n}], 0, thread{n}, {program.argument});" for n in range(count)]
    # main's part is a function's body: what ends it early ends main
    out += [line.replace("return arg;", "return 0;") for line in writer.lines]
    out += [f"  pthread_join(id[{n}], 0);" for n in range(count) if program.joined]
    if is_native:
        out.append('  printf("%d %d %d\\n", g0, g1, g2);')
    else:
        out.append("  if (" + " && ".join(f"{g} == {v}" for g, v in zip(GLOBALS, target)) + ") reach_error();")
    out += ["  return 0;", "}"]
    return "\n".join(out) + "\n"


# --- shrinking

def smaller_bodies(statements):
    for i, s in enumerate(statements):
        yield statements[:i] + statements[i + 1:]
        for k, part in enumerate(s):
            if isinstance(part, list):
                yield statements[:i] + part + statements[i + 1:]
                for shorter in smaller_bodies(part):
                    yield statements[:i] + [s[:k] + (shorter,) + s[k + 1:]] + statements[i + 1:]


def smaller_programs(program):
    for n in range(1, len(program.bodies)):
        yield program.with_bodies(program.bodies[:n] + program.bodies[n + 1:])
    for n, body in enumerate(program.bodies):
        for less in smaller_bodies(body):
            yield program.with_bodies(program.bodies[:n] + [less] + program.bodies[n + 1:])
    if program.argument != "0":
        yield Program(program.bodies, program.kinds, program.joined, "0")
