// Lines that only some schedules come to, one that no schedule does, and arms.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int turn, late;

static void *first(void *arg) {
  pthread_mutex_lock(&lock);
  if (turn == 1)
    late = 1;      // some
  else
    late = 2;      // others
  turn = 2;
  pthread_mutex_unlock(&lock);
  return arg;
}

static void *second(void *arg) {
  pthread_mutex_lock(&lock);
  if (turn == 3)
    late = 3;      // none
  turn = turn ? turn : 1;
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(late != 3);
  return 0;
}
