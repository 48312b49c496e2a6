// Producer and consumer commute while something is stored; whoever takes that into account sees a queue of one element at most, and no
// fact about all of its cells is needed. WRONG: the consumer also goes on when nothing is stored, and the order matters.
#include <pthread.h>
#include <stdlib.h>
extern void reach_error(void);
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
#ifdef WRONG
#define NOTHING_STORED 0
#else
#define NOTHING_STORED (end <= begin)
#endif
int *cells, room, begin, end, last = 3;

void *puts_in(void *p) {
  while (__VERIFIER_nondet_bool()) {
    __VERIFIER_atomic_begin();
    if (end < 0 || end >= room || cells[end] != 3) abort();
    end++;
    __VERIFIER_atomic_end();
  }
  return 0;
}

void *takes_out(void *p) {
  while (__VERIFIER_nondet_bool()) {
    __VERIFIER_atomic_begin();
    if (NOTHING_STORED || begin < 0 || begin >= room) abort();
    last = cells[begin];
    begin++;
    __VERIFIER_atomic_end();
  }
  return 0;
}

int main() {
  pthread_t i, j;
  room = __VERIFIER_nondet_int();
  if (room < 0 || room > 1000000) abort();
  begin = end = __VERIFIER_nondet_int();
  cells = malloc(room * sizeof *cells);
  for (int k = 0; k < room; k++) cells[k] = __VERIFIER_nondet_int();
  pthread_create(&i, 0, puts_in, 0);
  pthread_create(&j, 0, takes_out, 0);
  pthread_join(i, 0);
  pthread_join(j, 0);
  if (last != 3) reach_error();
  return 0;
}
