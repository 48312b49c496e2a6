// expect: safe
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
static int box;
static void *give(void *unused) { return &box; }
int main(void) {
  pthread_t t;
  void *result = 0;
  pthread_create(&t, 0, give, 0);
  if (pthread_tryjoin_np(t, &result) == 0) assert(result == &box);
  return 0;
}
