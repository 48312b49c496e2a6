// sc: unknown may end while others run
// auto-sc: safe
// tso: unknown
// rc11: unknown
// auto-rc11: safe robust
// property: valid-memsafety
// The program may end when the thread has come to any place: what it has lost by then is not followed. (By interleavings there is no leak.)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static void *other(void *unused) {
  int *p = malloc(sizeof *p);
  free(p);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, other, NULL);
  pthread_detach(t);
}
