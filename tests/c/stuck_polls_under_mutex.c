// expect: unsafe deadlock
// property: deadlock
// engines: naive stateful stateless dpor hunt auto
// Two threads look for each other's word, again and again, under one mutex. Nobody writes any: the mutex goes to and fro for ever.
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int word[2];
static void wait_for(int which) {
  for (;;) {
    pthread_mutex_lock(&m);
    int there = word[which];
    pthread_mutex_unlock(&m);
    if (there) return;
  }
}
static void *other(void *unused) {
  wait_for(0);
  pthread_mutex_lock(&m);
  word[1] = 1;
  pthread_mutex_unlock(&m);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, other, NULL);
  wait_for(1);
  pthread_mutex_lock(&m);
  word[0] = 1;
  pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
  return 0;
}
