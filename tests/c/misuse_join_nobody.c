// expect: unsafe pthread-misuse
// property: pthread-misuse
// engines: auto naive stateful dpor
// Nobody's number: the thread was never made.
#include <pthread.h>

static pthread_t made;

static void *work(void *unused) { return unused; }

int main(int n, char **words) {
  if (n > 1) pthread_create(&made, 0, work, 0);
  pthread_join(made, 0);
  return words == 0;
}
