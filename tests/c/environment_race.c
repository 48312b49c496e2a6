// expect: unsafe use-after-free
// setenv in one thread while another one reads what getenv gave it.
#include <pthread.h>
#include <stdlib.h>

static void *change(void *unused) {
  setenv("MODE", "slow", 1);
  return NULL;
}

int main(void) {
  pthread_t t;
  setenv("MODE", "fast", 1);
  pthread_create(&t, NULL, change, NULL);
  char first = *getenv("MODE");
  pthread_join(t, NULL);
  return first;
}
