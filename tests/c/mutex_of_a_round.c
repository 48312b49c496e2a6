// expect: unsafe assert
// engines: naive stateful stateless dpor auto
// property: assert
// A variable of a block is another one in every round: its mutex is not locked, its once has not run.
#include <assert.h>
#include <pthread.h>
static int runs;
static void run(void) { runs++; }
int main(void) {
  for (int i = 0; i < 3; i++) {
    pthread_mutex_t mine = PTHREAD_MUTEX_INITIALIZER;
    pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_mutex_lock(&mine);
    pthread_once(&once, run);
    assert(runs < 3);
  }
  return 0;
}
