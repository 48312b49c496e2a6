// expect: unsafe unreach-call
// property: unreach-call
// options: --por=dpor
// engines: stateless stateful
// The run in which thread0 gets the lock ends with two processes that wait: what the other one would have done counts too.
#include <pthread.h>
extern void reach_error(void);
pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
void *thread0(void *arg) {
  if (pthread_rwlock_tryrdlock(&rw) == 0) {
    pthread_rwlock_wrlock(&rw);
    pthread_rwlock_unlock(&rw);
    pthread_rwlock_unlock(&rw);
  }
  return arg;
}
void *thread1(void *arg) {
  pthread_rwlock_wrlock(&rw);
  pthread_rwlock_unlock(&rw);
  return arg;
}
int main(void) {
  pthread_t id[2];
  pthread_create(&id[0], 0, thread0, 0);
  pthread_create(&id[1], 0, thread1, 0);
  pthread_join(id[0], 0);
  pthread_join(id[1], 0);
  reach_error();
  return 0;
}
