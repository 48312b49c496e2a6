// expect: unknown
// property: unreach-call,deadlock
// options: --max-transitions=250000
// outcomes: unreach-call safe, deadlock unknown
// The states are too many to be counted, so nothing is known about deadlocks; that the two numbers agree has a proof.
#include <pthread.h>
void reach_error(void) {}
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static unsigned x, y;

static void *step(void *arg) {
  for (;;) {
    pthread_mutex_lock(&m);
    x = x * 3 + 1;
    y = y * 3 + 1;
    pthread_mutex_unlock(&m);
  }
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, step, 0);
  for (;;) {
    pthread_mutex_lock(&m);
    if (x != y) reach_error();
    pthread_mutex_unlock(&m);
  }
}
