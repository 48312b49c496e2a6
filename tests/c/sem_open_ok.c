// expect: safe bounded
// property: assert,deadlock,no-data-race
// Two threads open the same semaphore by its name.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
static int data;
static void *w(void *arg) {
  sem_t *s = sem_open("/go", O_CREAT, 0600, 0);
  data = 1;
  sem_post(s);
  sem_close(s);
  return 0;
}
int main(void) {
  pthread_t t;
  sem_unlink("/go");
  sem_t *s = sem_open("/go", O_CREAT | O_EXCL, 0600, 0);
  assert(s != SEM_FAILED);
  pthread_create(&t, 0, w, 0);
  sem_wait(s);
  assert(data == 1);
  pthread_join(t, 0);
  sem_close(s);
  sem_unlink("/go");
}
