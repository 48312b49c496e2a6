// The reader looks at the flag without the lock: the signal may come between the look and the wait.
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t arrived = PTHREAD_COND_INITIALIZER;
static atomic_bool ready;
static int message;

static void *reader(void *unused) {
  if (!ready) {
    pthread_mutex_lock(&lock);
    pthread_cond_wait(&arrived, &lock);
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, reader, NULL);
  message = 42;
  ready = true;
  pthread_cond_signal(&arrived);
  pthread_join(thread, NULL);
}
