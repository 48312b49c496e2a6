// expect: unknown
// options: --engine=values --property=no-overflow
// Too many turns in all, and a counter whose beginning leaves no room for the threads.
#include <pthread.h>
int near = 2147483640, far;
void *worker(void *arg) {
  for (int i = 0; i < 50000; i++)
    for (int k = 0; k <= 50000; k++) far++;
  near++;
  return 0;
}
int main(void) {
  pthread_t id;
  for (int t = 0; t < 8; t++) pthread_create(&id, 0, worker, 0);
  return 0;
}
