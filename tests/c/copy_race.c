// expect: unsafe race
// property: no-data-race
// engines: auto naive stateful dpor
// A copy races with an access to its last part.
#include <pthread.h>
struct pair {
  int a, b;
};
static struct pair shared;
static void *writer(void *unused) {
  shared.b = 1;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  struct pair seen = shared;
  pthread_join(t, 0);
  return seen.a;
}
