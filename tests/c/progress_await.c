// expect: unsafe progress
// property: progress
// The flag is set only if the thread sees the request in time.
#include <pthread.h>
#include <stdatomic.h>

atomic_int request, answer;

void *server(void *p) {
  if (request) answer = 1;
  return p;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, server, 0);
  request = 1;
  while (!answer) {
  }
  pthread_join(t, 0);
  return 0;
}
