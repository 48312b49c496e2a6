// setup: init()
// operations: put(?), take()
// expect: safe
// broken NO_SEQUENCE: unsafe
// broken EARLY: unsafe
// broken HASTY: unsafe
// clients: 2
// calls: 2
// A ring of two cells, each with the number of the turn for which it is ready, for many producers and consumers (Vyukov 2010).
#include <stdatomic.h>

enum { CELLS = 2 };
static struct {
  atomic_uint turn;
  int value;
} ring[CELLS];
static atomic_uint in, out;

void init(void) {
  for (unsigned i = 0; i < CELLS; i++) atomic_store(&ring[i].turn, i);
}

int put(int value) {
  unsigned at = atomic_load(&in);
  for (;;) {
    unsigned turn = atomic_load(&ring[at % CELLS].turn);
    if ((int)(turn - at) < 0 && at - atomic_load(&out) >= CELLS) return 0;
    if (turn == at) {
#ifdef NO_SEQUENCE  // two may have the same cell
      atomic_store(&in, at + 1);
      break;
#else
      if (atomic_compare_exchange_strong(&in, &at, at + 1)) break;
#endif
    } else {
      at = atomic_load(&in);
    }
  }
#ifdef EARLY  // ready before it is
  atomic_store(&ring[at % CELLS].turn, at + 1);
  ring[at % CELLS].value = value;
#else
  ring[at % CELLS].value = value;
  atomic_store(&ring[at % CELLS].turn, at + 1);
#endif
  return 1;
}

int take(void) {
  unsigned at = atomic_load(&out);
  for (;;) {
    unsigned turn = atomic_load(&ring[at % CELLS].turn);
#ifdef HASTY  // as published: somebody may be about to put
    if ((int)(turn - (at + 1)) < 0) return -1;
#else
    if ((int)(turn - (at + 1)) < 0 && atomic_load(&in) == at) return -1;
#endif
    if (turn == at + 1) {
      if (atomic_compare_exchange_strong(&out, &at, at + 1)) break;
    } else {
      at = atomic_load(&out);
    }
  }
  int value = ring[at % CELLS].value;
  atomic_store(&ring[at % CELLS].turn, at + CELLS);
  return value;
}
