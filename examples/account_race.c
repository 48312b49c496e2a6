// expect: unsafe race
// options: --property=no-data-race
// The balance is protected by a mutex in deposit, but the audit reads it without.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance;

static void *deposit(void *unused) {
  pthread_mutex_lock(&lock);
  balance += 100;
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void *audit(void *unused) {
  if (balance < 0) printf("overdrawn\n");
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, deposit, NULL);
  pthread_create(&b, NULL, audit, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
