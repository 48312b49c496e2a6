// expect: safe
// property: deadlock
// They may step back for ever, but need not: no deadlock.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int left, right;

static void pass(atomic_int *mine, atomic_int *other) {
  *mine = 1;
  while (*other) {
    *mine = 0;
    *mine = 1;
  }
  *mine = 0;
}

static void *thread(void *arg) {
  pass(&right, &left);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, thread, NULL);
  pass(&left, &right);
  pthread_join(t, NULL);
  return 0;
}
