// Bounded buffer: 3 producers, 2 consumers, 4 slots, 3 items each producer; a monitor of one mutex and two conditions.
#include <pthread.h>

#define SLOTS 4
#define ITEMS 3
#define PRODUCERS 3
#define CONSUMERS 2
extern void reach_error(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER, not_empty = PTHREAD_COND_INITIALIZER;
static int slot[SLOTS], first, used, taken;

static void *produce(void *arg) {
  for (int i = 1; i <= ITEMS; i++) {
    pthread_mutex_lock(&lock);
    while (used == SLOTS) pthread_cond_wait(&not_full, &lock);
    slot[(first + used) % SLOTS] = i;
    used++;
    if (used > SLOTS) reach_error();
    pthread_cond_broadcast(&not_empty);
    pthread_mutex_unlock(&lock);
  }
  return arg;
}

static void *consume(void *arg) {
  for (;;) {
    pthread_mutex_lock(&lock);
    while (used == 0 && taken < PRODUCERS * ITEMS) pthread_cond_wait(&not_empty, &lock);
    if (taken == PRODUCERS * ITEMS) {
      pthread_mutex_unlock(&lock);
      return arg;
    }
    if (slot[first] < 1 || slot[first] > ITEMS) reach_error();
    slot[first] = 0;
    first = (first + 1) % SLOTS;
    used--;
    taken++;
    pthread_cond_broadcast(&not_full);
    if (taken == PRODUCERS * ITEMS) pthread_cond_broadcast(&not_empty);
    pthread_mutex_unlock(&lock);
  }
}

int main(void) {
  pthread_t t[PRODUCERS + CONSUMERS];
  for (int i = 0; i < PRODUCERS; i++) pthread_create(&t[i], 0, produce, 0);
  for (int i = 0; i < CONSUMERS; i++) pthread_create(&t[PRODUCERS + i], 0, consume, 0);
  for (int i = 0; i < PRODUCERS + CONSUMERS; i++) pthread_join(t[i], 0);
  return 0;
}
