// Bounded buffer: 3 producers of 3 items each, 2 consumers (5 and 4 items), 4 slots; two semaphores,
// and an atomic region for each access to the buffer.
#include <pthread.h>
#include <semaphore.h>

#define SLOTS 4
#define ITEMS 3
#define PRODUCERS 3
extern void reach_error(void), __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

static sem_t vacant, filled;
static int slot[SLOTS], first, used;

static void *produce(void *arg) {
  for (int i = 1; i <= ITEMS; i++) {
    sem_wait(&vacant);
    __VERIFIER_atomic_begin();
    if (used == SLOTS) reach_error();
    slot[(first + used) % SLOTS] = i;
    used++;
    __VERIFIER_atomic_end();
    sem_post(&filled);
  }
  return arg;
}

static void *consume(void *arg) {
  for (int n = (int)(long)arg; n > 0; n--) {
    sem_wait(&filled);
    __VERIFIER_atomic_begin();
    if (slot[first] < 1 || slot[first] > ITEMS) reach_error();
    slot[first] = 0;
    first = (first + 1) % SLOTS;
    used--;
    __VERIFIER_atomic_end();
    sem_post(&vacant);
  }
  return 0;
}

int main(void) {
  pthread_t t[PRODUCERS + 2];
  sem_init(&vacant, 0, SLOTS);
  sem_init(&filled, 0, 0);
  for (int i = 0; i < PRODUCERS; i++) pthread_create(&t[i], 0, produce, 0);
  pthread_create(&t[PRODUCERS], 0, consume, (void *)5L);
  pthread_create(&t[PRODUCERS + 1], 0, consume, (void *)4L);
  for (int i = 0; i < PRODUCERS + 2; i++) pthread_join(t[i], 0);
  return 0;
}
