// expect: safe
// property: deadlock
// engines: naive stateful auto
// A loop without a way out that does nothing is meant: no thread waits for anything in vain.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
static atomic_int word;
static void *work(void *unused) {
  while (!word) ;
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  word = 1;
  for (;;) sched_yield();
}
