// expect: unsafe ltl
// property: ltl
// options: --ltl=G(request==1->F(answer==1))
// The server looks once: it may come before the request.
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
  pthread_join(t, 0);
  return 0;
}
