// expect: unsafe progress
// property: progress
// Both see the other one's flag, both step back, for ever: nobody is stuck, and nobody comes through.
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
