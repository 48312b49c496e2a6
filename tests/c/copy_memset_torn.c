// expect: unsafe assert
// property: assert
// engines: auto naive stateful dpor
#include <assert.h>
#include <pthread.h>
#include <string.h>
static int a[3] = {1, 1, 1};
static void *clear(void *unused) {
  memset(a, 0, sizeof a);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, clear, 0);
  int seen[3];
  memcpy(seen, a, sizeof a);
  assert(seen[0] == seen[1] && seen[1] == seen[2]);
  pthread_join(t, 0);
  return 0;
}
