// expect: unsafe unreach-call
// property: unreach-call
// engines: hunt auto
// Two preemptions show it, but a thousand equal threads have more orders than can be counted.
#include <pthread.h>
extern void reach_error(void);
pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER, word = PTHREAD_MUTEX_INITIALIZER;
int x;
void add(int by) {
  pthread_mutex_lock(&word);
  x += by;
  pthread_mutex_unlock(&word);
}
void *late(void *p) {
  pthread_mutex_lock(&word);
  int seen = x;
  pthread_mutex_unlock(&word);
  if (seen) {
    add(1);
    add(-1);
  }
  return p;
}
int main(void) {
  pthread_t t[1000];
  for (int i = 0; i < 1000; i++) pthread_create(&t[i], 0, late, 0);
  add(1);
  add(-1);
  pthread_mutex_lock(&word);
  if (x != 0) reach_error();
  pthread_mutex_unlock(&word);
  for (int i = 0; i < 1000; i++) pthread_join(t[i], 0);
  return 0;
}
