// expect: safe
// options: --engine=values --property=no-overflow
// 3000 threads of six changes each, two of them through a pointer, whoever interferes: nothing overflows.
#include <pthread.h>
int total, slots[4], *where = &total;
void *worker(void *arg) {
  for (int i = 0; i < 2; i++) {
    total++;
    *where = *where + 2;
    slots[i]--;
  }
  return 0;
}
int main(void) {
  pthread_t id;
  for (int t = 0; t < 3000; t++) pthread_create(&id, 0, worker, 0);
  where = &slots[3];
  total -= 5;
  return 0;
}
