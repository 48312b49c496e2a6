// expect: unsafe pthread-misuse
// property: pthread-misuse
#include <pthread.h>
#include <stdlib.h>

struct account {
  pthread_mutex_t lock;
  int money;
};

int main(void) {
  struct account *a = malloc(sizeof *a);
  a->money = 0;
  if (pthread_mutex_trylock(&a->lock) == 0) pthread_mutex_unlock(&a->lock);
  free(a);
  return 0;
}
