// expect: safe
// property: pthread-misuse
// Each is joined or detached once: by another, by itself, by its attributes; one is neither.
#include <pthread.h>

static pthread_t first;

static void *nothing(void *unused) { return unused; }

static void *detached(void *unused) {
  pthread_detach(pthread_self());
  return unused;
}

static void *joins(void *unused) {
  pthread_join(first, 0);
  return unused;
}

int main(void) {
  pthread_t t[4];
  pthread_attr_t a;
  pthread_attr_init(&a);
  pthread_attr_setdetachstate(&a, PTHREAD_CREATE_DETACHED);
  pthread_create(&first, 0, nothing, 0);
  pthread_create(&t[0], &a, nothing, 0);
  pthread_attr_setdetachstate(&a, PTHREAD_CREATE_JOINABLE);
  pthread_create(&t[1], &a, joins, 0);
  pthread_create(&t[2], 0, detached, 0);
  pthread_create(&t[3], 0, nothing, 0);
  pthread_join(t[1], 0);
  return 0;
}
