// expect: safe
// property: unreach-call
// A pointer that is defined elsewhere keeps nothing from being decided that does not use it.
#include <pthread.h>

extern struct device { void *driver; int (*open)(void); int users; } *devices, first_device;
extern void reach_error(void);

int counter;

static void *worker(void *arg) {
  counter = 1;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  pthread_join(t, NULL);
  first_device.users = counter;
  if (first_device.users != 1) reach_error();
  return counter == 7 ? devices->users : 0;
}
