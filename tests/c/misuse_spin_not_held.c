// expect: unsafe pthread-misuse
// property: pthread-misuse
#include <pthread.h>

static pthread_spinlock_t s;

static void *other(void *unused) {
  pthread_spin_unlock(&s);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_spin_init(&s, PTHREAD_PROCESS_PRIVATE);
  pthread_spin_lock(&s);
  pthread_create(&t, 0, other, 0);
  pthread_join(t, 0);
  return 0;
}
