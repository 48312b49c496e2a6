// expect: safe
// property: pthread-misuse
// engines: auto naive stateful dpor
// Nobody uses what is overwritten: it is as good as new, also after it was destroyed.
#include <pthread.h>
#include <string.h>

static struct box {
  int n;
  pthread_mutex_t m;
  pthread_cond_t c;
  pthread_rwlock_t l;
} b;

static void *worker(void *unused) {
  pthread_mutex_lock(&b.m);
  while (!b.n) pthread_cond_wait(&b.c, &b.m);
  pthread_mutex_unlock(&b.m);
  pthread_rwlock_rdlock(&b.l);
  pthread_rwlock_rdlock(&b.l);
  pthread_rwlock_unlock(&b.l);
  pthread_rwlock_unlock(&b.l);
  return unused;
}

int main(void) {
  for (int i = 0; i < 2; i++) {
    pthread_t t;
    memset(&b, 0, sizeof b);
    pthread_create(&t, 0, worker, 0);
    pthread_mutex_lock(&b.m);
    b.n = 1;
    pthread_cond_signal(&b.c);
    pthread_mutex_unlock(&b.m);
    pthread_join(t, 0);
    if (i) pthread_mutex_destroy(&b.m);
  }
  pthread_mutex_init(&b.m, 0);
  pthread_mutex_lock(&b.m);
  b.n = 2;
  pthread_mutex_unlock(&b.m);
  return 0;
}
