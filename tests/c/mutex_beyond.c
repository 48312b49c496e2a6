// expect: unsafe bounds
// engines: auto naive stateful dpor cegar
#include <pthread.h>
static pthread_mutex_t m[2];
static int which = 1;
static void *moves(void *unused) {
  which = 2;
  return NULL;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, moves, NULL);
  if (!pthread_mutex_trylock(&m[which])) pthread_mutex_unlock(&m[1]);
  return 0;
}
