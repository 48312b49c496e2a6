// expect: unsafe deadlock
// options: --property=deadlock
// Two transfers in opposite directions lock the two accounts in opposite orders: each can hold what the other needs.
#include <pthread.h>

struct account {
  pthread_mutex_t lock;
  int balance;
};

static struct account first = {PTHREAD_MUTEX_INITIALIZER, 100}, second = {PTHREAD_MUTEX_INITIALIZER, 100};

static void transfer(struct account *from, struct account *to, int amount) {
  pthread_mutex_lock(&from->lock);
  pthread_mutex_lock(&to->lock);
  from->balance -= amount;
  to->balance += amount;
  pthread_mutex_unlock(&to->lock);
  pthread_mutex_unlock(&from->lock);
}

static void *back(void *unused) {
  transfer(&second, &first, 30);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, back, NULL);
  transfer(&first, &second, 10);
  pthread_join(t, NULL);
  return 0;
}
