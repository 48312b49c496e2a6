// expect: unsafe assert
// engines: auto naive stateful
// Whoever unlocks takes the mutex from whoever holds it: having locked it is not to hold it.
#include <assert.h>
#include <pthread.h>
extern void __allways_lock(const void *), __allways_unlock(const void *);
extern _Bool __allways_holds(const void *);
int m;
volatile int x;
void *other(void *unused) {
  __allways_unlock(&m);
  x = 2;
  return 0;
}
int main(void) {
  pthread_t id;
  pthread_create(&id, 0, other, 0);
  __allways_lock(&m);
  x = 1;
  assert(__allways_holds(&m));
  return 0;
}
