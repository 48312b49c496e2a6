// expect: unsafe race
// property: no-data-race
// One thread prints what another one changes.
#include <pthread.h>
#include <stdio.h>
static char bytes[4];
static void *change(void *unused) {
  bytes[3] = 1;
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, change, 0);
  fwrite(bytes, sizeof bytes, 1, stdout);
  pthread_join(t, 0);
  return 0;
}
