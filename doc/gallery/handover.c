// Two threads hand a number to each other, 120 times; the counter is one byte of a signed type.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t to_adder, to_checker;
static signed char number = 10;

static void *adder(void *unused) {
  for (int i = 0; i < 120; i++) {
    sem_wait(&to_adder);
    number = (signed char)(number + 1);
    sem_post(&to_checker);
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  sem_init(&to_adder, 0, 0);
  sem_init(&to_checker, 0, 0);
  pthread_create(&thread, NULL, adder, NULL);
  for (int i = 0; i < 120; i++) {
    sem_post(&to_adder);
    sem_wait(&to_checker);
    assert(number > 0);
  }
  pthread_join(thread, NULL);
}
