// expect: safe
// property: pthread-misuse
// engines: lockset auto
// Without running anything: global mutexes, in pairs, and threads that are joined once; the numbers have no end.
#include <pthread.h>

static pthread_mutex_t made, plain = PTHREAD_MUTEX_INITIALIZER;
static struct {
  int count;
  pthread_mutex_t lock;
} box;
static unsigned x;

static void *worker(void *unused) {
  for (;;) {
    pthread_mutex_lock(&plain);
    pthread_mutex_lock(&made);
    x = x * 3 + 1;
    pthread_mutex_unlock(&made);
    pthread_mutex_unlock(&plain);
    pthread_mutex_lock(&box.lock);
    int stop = ++box.count == 1000000;
    pthread_mutex_unlock(&box.lock);
    if (stop) return unused;
  }
}

int main(void) {
  pthread_t a, b;
  pthread_mutex_init(&made, 0);
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
