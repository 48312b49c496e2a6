// expect: unsafe deadlock
// property: deadlock
// engines: naive stateful stateless dpor hunt auto
// The thread looks before it is told and ends; the program waits for it alone.
#include <pthread.h>
#include <stdatomic.h>
static atomic_int told, done;
static void *work(void *unused) {
  if (told) done = 1;
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  told = 1;
  while (!done) ;
  pthread_join(t, NULL);
  return 0;
}
