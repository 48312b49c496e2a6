// expect: safe
// engines: auto stateful
// assuming: a local object is not where one that has ended has been
// What is thread-local ends with its thread.
#include <assert.h>
#include <pthread.h>

static _Thread_local int x;
static int *kept[2];

static void *keep(void *at) {
  *(int **)at = &x;
  return 0;
}

int main(void) {
  pthread_t t;
  for (int k = 0; k < 2; k++) {
    pthread_create(&t, 0, keep, &kept[k]);
    pthread_join(t, 0);
  }
  assert(kept[0] != kept[1]);
  return 0;
}
