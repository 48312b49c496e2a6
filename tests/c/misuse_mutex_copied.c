// expect: unsafe pthread-misuse
// property: pthread-misuse
// A copy of a mutex is none.
#include <pthread.h>

struct box {
  pthread_mutex_t lock;
  int value;
};

int main(void) {
  struct box a, b;
  a.value = 1;
  pthread_mutex_init(&a.lock, 0);
  b = a;
  pthread_mutex_lock(&b.lock);
  return 0;
}
