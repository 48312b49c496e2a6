// expect: unsafe deadlock
// property: deadlock
// engines: naive stateful stateless dpor hunt auto
// Two spin locks made of words, taken in opposite orders: both threads go round for ever, each in the lock that the other one has.
#include <pthread.h>
#include <stdatomic.h>
static atomic_int first, second;
static void take(atomic_int *word) {
  int free;
  do free = 0;
  while (!atomic_compare_exchange_weak(word, &free, 1));
}
static void give(atomic_int *word) { atomic_store(word, 0); }
static void *forwards(void *unused) {
  take(&first);
  take(&second);
  give(&second);
  give(&first);
  return unused;
}
static void *backwards(void *unused) {
  take(&second);
  take(&first);
  give(&first);
  give(&second);
  return unused;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, forwards, NULL);
  pthread_create(&b, NULL, backwards, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
