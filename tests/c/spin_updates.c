// expect: unsafe
// property: unreach-call
// engines: dpor stateless graph auto
// A loop that counts while it waits does something in every round: it is no loop that only looks.
#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);
atomic_int x, y;
void *counts(void *p) {
  while (x < 2) atomic_fetch_add(&x, 1);
  reach_error();
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, counts, 0);
  y = 1;
  pthread_join(t, 0);
  return 0;
}
