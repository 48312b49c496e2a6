// expect: safe
// property: valid-memsafety
// engines: direct auto
// Every access names its object, whatever the threads compute.
#include <pthread.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
static struct { int a, b[3]; } g;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *unused) {
  volatile int own[2] = {0, 0};
  while (__VERIFIER_nondet_int()) {
    pthread_mutex_lock(&m);
    g.b[2] += own[1]++;
    pthread_mutex_unlock(&m);
  }
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  pthread_mutex_lock(&m);
  memset(&g, 0, sizeof g);
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return 0;
}
