// expect: safe
// property: deadlock,no-data-race
#include <pthread.h>
#include <stdio.h>
static int n;
static void *w(void *arg) {
  flockfile(stdout);
  flockfile(stdout);
  n++;
  funlockfile(stdout);
  n++;
  funlockfile(stdout);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, w, 0);
  w(0);
  pthread_join(t, 0);
  return n != 4;
}
