// expect: unsafe read-only
// property: valid-memsafety
// A thread writes to a member of a constant of its creator.
#include <pthread.h>

struct limits {
  int least, most;
};

static void *widen(void *p) {
  ((struct limits *)p)->most++;
  return 0;
}

int main(void) {
  const struct limits l = {.least = 1};
  pthread_t t;
  pthread_create(&t, 0, widen, (void *)&l);
  pthread_join(t, 0);
  return 0;
}
