// expect: unsafe use-after-free
// property: valid-memsafety
// The argument of a thread is a literal of a block that is left before the thread reads it.
#include <pthread.h>

struct job {
  int x;
};

static void *work(void *p) { return (void *)(long)((struct job *)p)->x; }

int main(void) {
  pthread_t t;
  for (int i = 0; i < 1; i++) pthread_create(&t, 0, work, &(struct job){i});
  pthread_join(t, 0);
  return 0;
}
