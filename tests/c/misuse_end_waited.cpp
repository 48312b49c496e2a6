// expect: unsafe pthread-misuse
// property: pthread-misuse
// flags: -std=c++20
// options: --spurious-wakeups=off
// The memory of a condition variable is given back while somebody waits for it.
#include <pthread.h>
#include <stdlib.h>
#include <thread>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static bool waits;

int main() {
  auto *c = static_cast<pthread_cond_t *>(calloc(1, sizeof(pthread_cond_t)));
  std::thread t([c] {
    pthread_mutex_lock(&m);
    waits = true;
    pthread_cond_wait(c, &m);
    pthread_mutex_unlock(&m);
  });
  pthread_mutex_lock(&m);
  bool now = waits;
  pthread_mutex_unlock(&m);
  if (now) free(c);
  t.detach();
}
