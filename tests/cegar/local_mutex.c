// expect: unsafe
// only: nowhere
// Each call has a mutex of its own, and the first one leaves its mutex locked.
#include <pthread.h>
extern void reach_error(void);
static void work(int round) {
  pthread_mutex_t mine = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&mine);
  if (round == 1) reach_error();
}
int main(void) {
  for (int i = 0; i < 2; i++) work(i);
  return 0;
}
