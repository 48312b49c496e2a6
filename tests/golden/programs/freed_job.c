#include <pthread.h>
#include <stdlib.h>
struct job { int id, result; };
static void *worker(void *arg) {
  struct job *j = arg;
  j->result = j->id * 2;
  return NULL;
}
int main(void) {
  pthread_t t;
  struct job *j = malloc(sizeof *j);
  j->id = 7;
  pthread_create(&t, NULL, worker, j);
  free(j);
  pthread_join(t, NULL);
}
