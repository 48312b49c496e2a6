// expect: unsafe null
// engines: auto naive stateful dpor cegar
// The pointer gets its only value behind the start of the thread, whose code is known only when the function pointer is.
#include <pthread.h>
int cell, *pointer;
void (*code)(void);
static void writes(void) { *pointer = 1; }
void *runs(void *unused) {
  code();
  return 0;
}
int main(void) {
  pthread_t t;
  code = writes;
  pthread_create(&t, 0, runs, 0);
  pointer = &cell;
  pthread_join(t, 0);
  return 0;
}
