// Threads, atomics, thread-local variables; deterministic output whatever the schedule.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
int n;
atomic_int a;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int ready;
__thread int tl = 5;
_Atomic long al;
atomic_flag fl = ATOMIC_FLAG_INIT;
_Atomic(char *) ap;
static pthread_key_t key;
pthread_once_t on = PTHREAD_ONCE_INIT;
int onced;
static void once(void) { onced++; }
void *w(void *p) {
  long k = (long)p;
  pthread_once(&on, once);
  for (int i = 0; i < 3; i++) {
    pthread_mutex_lock(&m);
    n += k;
    pthread_mutex_unlock(&m);
    atomic_fetch_add(&a, 1);
    tl++;
  }
  long e = 100;
  while (!atomic_compare_exchange_weak(&al, &e, e + 100 + k))
    ;
  __sync_fetch_and_add(&ready, 1);
  pthread_mutex_lock(&m);
  pthread_cond_broadcast(&c);
  pthread_mutex_unlock(&m);
  return (void *)(long)tl;
}
int noarg() {
  __atomic_fetch_nand(&ready, 0, __ATOMIC_SEQ_CST);
  return 3;
}
int main(int argc, char **argv) {
  pthread_t t[3], u;
  for (long i = 0; i < 3; i++) pthread_create(&t[i], 0, w, (void *)(i + 1));
  pthread_mutex_lock(&m);
  while (ready != 3) pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  long s = 0;
  for (int i = 0; i < 3; i++) {
    void *r;
    pthread_join(t[i], &r);
    s += (long)r;
  }
  printf("%d %d %ld %d %ld %d\n", n, a, s, tl, al, onced);
  pthread_create(&u, 0, (void *(*)(void *))noarg, 0);
  pthread_join(u, 0);
  printf("%d %d\n", ready, argc);
  printf("%d\n", atomic_flag_test_and_set(&fl));
  printf("%d\n", atomic_exchange(&a, 4));
  exit(0);
}
