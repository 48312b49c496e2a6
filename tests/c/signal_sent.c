// expect: unknown
// Nothing is known of a handler that runs in the middle of another thread.
#include <pthread.h>
#include <signal.h>

static void handle(int n) { (void)n; }

int main(void) {
  signal(SIGUSR1, handle);
  pthread_kill(pthread_self(), SIGUSR1);
  return 0;
}
