// expect: safe
// property: assert,no-data-race
// engines: auto stateful dpor
// Several threads draw: between them they see the numbers of the seed, each once.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int drawn[2];
static void *draw(void *at) {
  *(int *)at = rand();
  return 0;
}

int main(void) {
  pthread_t t[2];
  srand(5);
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, draw, &drawn[i]);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  srand(5);
  int a = rand(), b = rand();
  assert((a == drawn[0] && b == drawn[1]) || (a == drawn[1] && b == drawn[0]));
  return 0;
}
