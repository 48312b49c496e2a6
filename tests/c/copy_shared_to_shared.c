// expect: unsafe assert
// property: assert
// engines: auto naive stateful dpor
// From one shared object to another each part is read first and written then: what was written between is lost.
#include <assert.h>
#include <pthread.h>
struct one {
  int a;
};
static struct one from, to;
static void *copier(void *unused) {
  to = from;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, copier, 0);
  from.a = 1;
  to.a = 2;
  pthread_join(t, 0);
  assert(to.a != 0);  // read 0, then came both writes, then 0 was written
  return 0;
}
