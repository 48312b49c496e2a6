// expect: unsafe assert
// engines: auto stateful dpor
// A thread's own variables are aligned as they are declared and no more; two threads have them at different addresses.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
static _Thread_local _Alignas(64) char line[64];
static _Thread_local int plain[4];
static char *seen;
static void *other(void *p) {
  assert((uintptr_t)line % 64 == 0 && line != seen);
  return p;
}
int main(void) {
  pthread_t t;
  seen = line;
  assert(((uintptr_t)seen & 63) == 0);
  pthread_create(&t, 0, other, 0);
  pthread_join(t, 0);
  assert((uintptr_t)plain % 8 == 0);
  return 0;
}
