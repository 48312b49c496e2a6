// expect: unsafe deadlock
// property: deadlock
// A stream that stays locked.
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>
static void *w(void *arg) {
  flockfile(stdout);
  putc_unlocked('x', stdout);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, w, 0);
  pthread_join(t, 0);
  flockfile(stdout);
}
