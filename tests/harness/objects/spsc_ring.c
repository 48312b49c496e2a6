// threads: a = put(x); b = put(y) | c = take(); d = take()
// decl: int x, y;
// setup: x = __VERIFIER_nondet_int() & 7; y = __VERIFIER_nondet_int() & 7
// finally: assert(a == 1 && (c == -1 || c == x) && (d == -1 || d == (c == -1 ? x : y)) && b <= 1)
// expect: safe
// broken EARLY: unsafe
// broken FULL: unsafe
// A ring of one free cell for one producer and one consumer: each moves one index.
#include <stdatomic.h>
int __VERIFIER_nondet_int(void);

enum { CELLS = 2 };
static int ring[CELLS];
static atomic_uint in, out;

int put(int value) {
  unsigned at = atomic_load(&in);
#ifdef FULL  // overwrites what nobody has taken
  if (at - atomic_load(&out) == CELLS) return 0;
#else
  if (at - atomic_load(&out) == CELLS - 1) return 0;
#endif
#ifdef EARLY
  atomic_store(&in, at + 1);
  ring[at % CELLS] = value;
#else
  ring[at % (CELLS - 1)] = value;
  atomic_store(&in, at + 1);
#endif
  return 1;
}

int take(void) {
  unsigned at = atomic_load(&out);
  if (at == atomic_load(&in)) return -1;
#ifdef EARLY
  int value = ring[at % CELLS];
#else
  int value = ring[at % (CELLS - 1)];
#endif
  atomic_store(&out, at + 1);
  return value;
}
