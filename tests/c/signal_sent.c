// expect: unknown
// Nothing is known of a handler that runs in the middle of another thread.
#include <pthread.h>
#include <signal.h>
#include <stddef.h>

static void handle(int n) { (void)n; }

static void *run(void *main_thread) {
  pthread_kill(*(pthread_t *)main_thread, SIGUSR1);
  return NULL;
}

int main(void) {
  pthread_t t, self = pthread_self();
  signal(SIGUSR1, handle);
  pthread_create(&t, NULL, run, &self);
  pthread_join(t, NULL);
  return 0;
}
