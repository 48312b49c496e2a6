// expect: safe
// property: no-data-race
// engines: auto naive stateless stateful dpor hunt modular
// A copy of no bytes is no access, whether the code says so or a value.
#include <pthread.h>
#include <string.h>
struct nothing {};
struct nothing from, to;
int shared;
unsigned length;
void *copies(void *arg) {
  to = from;
  memcpy(&shared, &length, length);
  memset(&shared, 1, length);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, copies, 0);
  to = from;
  shared = 1;
  pthread_join(t, 0);
  return 0;
}
