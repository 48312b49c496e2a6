// expect: safe
// property: no-data-race
// engines: lockset dpor auto
// The mutex is given back on the way out of the block and held on the way on: the two do not meet at the end of the block.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int shared;

static void look(int *p) { *p = shared; }

static void *work(void *arg) {
  pthread_mutex_lock(&m);
  {
    int k = 0;
    look(&k);
    if (k) {
      pthread_mutex_unlock(&m);
      return arg;
    }
  }
  shared++;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
