// Three transfers at once: each locks the account it takes from, then the one it gives to.
#include <pthread.h>

struct account {
  int balance;
  pthread_mutex_t lock;
};

static struct account anna = {100, PTHREAD_MUTEX_INITIALIZER};
static struct account bert = {100, PTHREAD_MUTEX_INITIALIZER};
static struct account cleo = {100, PTHREAD_MUTEX_INITIALIZER};

static void transfer(struct account *from, struct account *to, int amount) {
  pthread_mutex_lock(&from->lock);
  pthread_mutex_lock(&to->lock);
  from->balance -= amount;
  to->balance += amount;
  pthread_mutex_unlock(&to->lock);
  pthread_mutex_unlock(&from->lock);
}

static void *rent(void *unused) {
  transfer(&anna, &bert, 50);
  return unused;
}
static void *shopping(void *unused) {
  transfer(&bert, &cleo, 20);
  return unused;
}
static void *salary(void *unused) {
  transfer(&cleo, &anna, 80);
  return unused;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, rent, NULL);
  pthread_create(&threads[1], NULL, shopping, NULL);
  pthread_create(&threads[2], NULL, salary, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
}
