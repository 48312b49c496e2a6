// expect: safe
// property: pthread-misuse
// The same place on the stack and in the heap, initialised anew; without a call that destroys.
#include <pthread.h>
#include <stdlib.h>

static void on_stack(void) {
  pthread_mutex_t m;
  pthread_mutex_init(&m, 0);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
}

int main(void) {
  for (int i = 0; i < 3; i++) {
    pthread_mutex_t *m = malloc(sizeof *m), inner;
    pthread_mutex_init(m, 0);
    pthread_mutex_lock(m);
    pthread_mutex_unlock(m);
    free(m);
    pthread_mutex_init(&inner, 0);
    pthread_mutex_lock(&inner);
    pthread_mutex_unlock(&inner);
    on_stack();
  }
  return 0;
}
