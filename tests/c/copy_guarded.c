// expect: safe
// property: assert
// engines: auto naive stateful dpor
// executions: 2
// Copies under a mutex are part of the step that takes it: two orders of two sections.
#include <assert.h>
#include <pthread.h>
#include <string.h>
struct pair {
  int a, b;
  char name[8];
};
static struct pair shared;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *writer(void *unused) {
  struct pair mine = {1, 1, "one"};
  pthread_mutex_lock(&lock);
  shared = mine;
  pthread_mutex_unlock(&lock);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  struct pair seen;
  pthread_mutex_lock(&lock);
  memcpy(&seen, &shared, sizeof seen);
  pthread_mutex_unlock(&lock);
  assert(seen.a == seen.b && (seen.a == 0) == (seen.name[2] == 0));
  pthread_join(t, 0);
  return 0;
}
