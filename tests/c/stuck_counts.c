// expect: safe
// property: deadlock
// engines: naive stateful dpor hunt auto
// Loops that only read and count: each ends by itself, though nobody does anything that others see for many steps.
#include <pthread.h>
static int cells[30], sums[2];
static void *add(void *which) {
  int sum = 0;
  for (int round = 0; round < 2; round++)
    for (const int *at = cells; at < cells + 30; at++) sum += *at;
  sums[which != NULL] = sum;
  return NULL;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, add, NULL);
  pthread_create(&b, NULL, add, cells);
  cells[3] = 1;
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return sums[0] + sums[1];
}
