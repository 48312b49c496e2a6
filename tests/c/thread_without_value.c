// expect: safe
// property: unreach-call,no-data-race,valid-memsafety
// engines: auto naive
// A thread function that ends without a value: undefined only if somebody looks at it.
#include <pthread.h>
extern void reach_error(void);
int x;
void *add(void *p) { x++; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, add, 0);
  pthread_join(t, 0);
  if (x != 1) reach_error();
  return 0;
}
