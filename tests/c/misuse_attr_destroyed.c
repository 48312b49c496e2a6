// expect: unsafe pthread-misuse
// property: pthread-misuse
// A thread is made by attributes that were destroyed in another function.
#include <pthread.h>

static pthread_attr_t *given(pthread_attr_t *a) {
  pthread_attr_init(a);
  pthread_attr_setdetachstate(a, PTHREAD_CREATE_JOINABLE);
  pthread_attr_destroy(a);
  return a;
}

static void *run(void *a) { return a; }

int main(void) {
  pthread_attr_t a;
  pthread_t t;
  pthread_create(&t, given(&a), run, NULL);
  pthread_join(t, NULL);
  return 0;
}
