// Eight threads fill an array and sum it up behind a barrier; the barrier waits for seven.
#include <assert.h>
#include <pthread.h>

enum { THREADS = 8 };
static pthread_barrier_t filled;
static int part[THREADS];

static void *worker(void *number) {
  int own = *(int *)number, sum = 0;
  part[own] = 1;
  pthread_barrier_wait(&filled);
  if (own == 0) {
    for (int i = 0; i < THREADS; i++) sum += part[i];
    assert(sum == THREADS);
  }
  return NULL;
}

int main(void) {
  static int numbers[THREADS];
  pthread_t threads[THREADS];
  pthread_barrier_init(&filled, NULL, THREADS - 1);
  for (int i = 0; i < THREADS; i++) {
    numbers[i] = i;
    pthread_create(&threads[i], NULL, worker, &numbers[i]);
  }
  for (int i = 0; i < THREADS - 1; i++) pthread_join(threads[i], NULL);
}
