// expect: unsafe
// property: unreach-call
// engines: naive stateful dpor hunt
// Nobody knows what lets a process go on that waits for a condition: not only who writes what it will read has to be run.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
extern void reach_error(void);
atomic_int x;
sem_t s;
void *writer(void *p) {
  x = 1;
  return 0;
}
void *reader(void *p) {
  sem_wait(&s);
  if (x == 0) reach_error();
  return 0;
}
void *poster(void *p) {
  sem_post(&s);
  return 0;
}
int main(void) {
  pthread_t t[3];
  sem_init(&s, 0, 0);
  pthread_create(&t[0], 0, writer, 0);
  pthread_create(&t[1], 0, reader, 0);
  pthread_create(&t[2], 0, poster, 0);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  return 0;
}
