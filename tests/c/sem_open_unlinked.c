// expect: unsafe deadlock
// property: deadlock
// Unlinked: who opens it by its name has another one.
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
static void *w(void *arg) {
  sem_t *s = sem_open("/go", O_CREAT, 0600, 0);
  sem_post(s);
  return 0;
}
int main(void) {
  pthread_t t;
  sem_t *s = sem_open("/go", O_CREAT, 0600, 0);
  pthread_create(&t, 0, w, 0);
  sem_unlink("/go");
  sem_wait(s);
  pthread_join(t, 0);
}
