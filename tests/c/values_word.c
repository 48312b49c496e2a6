// expect: safe
// options: --engine=values --property=no-overflow,bounds
// A word that is taken in an atomic region and released by who has it protects as a mutex does.
#include <pthread.h>
#include <stdlib.h>
int word, next = 1, memory[65];
static void assume(int c) {
  if (!c) abort();
}
void __VERIFIER_atomic_acquire(int *l) {
  assume(*l == 0);
  *l = 1;
}
void __VERIFIER_atomic_release(int *l) {
  assume(*l == 1);
  *l = 0;
}
void *thread(void *arg) {
  int mine = 0;
  __VERIFIER_atomic_acquire(&word);
  if (next + 2 - 1 <= 65) {
    mine = next;
    next += 2;
  }
  __VERIFIER_atomic_release(&word);
  if (mine) memory[mine + 1] = memory[mine];
  return 0;
}
int main(void) {
  pthread_t id;
  while (1) pthread_create(&id, 0, thread, 0);
}
