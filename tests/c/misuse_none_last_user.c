// expect: safe
// property: pthread-misuse,valid-memsafety
// engines: auto naive stateful dpor
// Who was the last to unlock it may destroy it at once, though another thread has just come out of it.
#include <pthread.h>
#include <stdlib.h>

struct object {
  pthread_mutex_t lock;
  int references;
};

static void *release(void *argument) {
  struct object *o = argument;
  pthread_mutex_lock(&o->lock);
  int left = --o->references;
  pthread_mutex_unlock(&o->lock);
  if (left == 0) {
    pthread_mutex_destroy(&o->lock);
    free(o);
  }
  return 0;
}

int main(void) {
  pthread_t t;
  struct object *o = malloc(sizeof *o);
  pthread_mutex_init(&o->lock, 0);
  o->references = 2;
  pthread_create(&t, 0, release, o);
  release(o);
  pthread_join(t, 0);
  return 0;
}
