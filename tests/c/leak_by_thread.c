// expect: unsafe leak
// property: valid-memsafety
// What a thread was given and what it returned is lost when nobody keeps it: no model does.
#include <pthread.h>
#include <stdlib.h>
void *thread(void *unused) { return malloc(1); }
int main(void) {
  pthread_t id;
  void *result;
  pthread_create(&id, 0, thread, malloc(1));
  pthread_join(id, &result);
  free(result);
  pthread_create(&id, 0, thread, 0);
  pthread_join(id, &result);
  return 0;
}
