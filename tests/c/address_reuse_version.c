// expect: unsafe assert
// engines: naive auto stateful stateless dpor
// Under a mutex, a pointer that has not changed is taken for contents that have not.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static int *current;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void *replace(void *arg) {
  pthread_mutex_lock(&mutex);
  free(current);
  current = malloc(sizeof *current);
  *current = 7;
  pthread_mutex_unlock(&mutex);
  return arg;
}
int main(void) {
  pthread_t t;
  current = malloc(sizeof *current);
  *current = 3;
  pthread_create(&t, 0, replace, 0);
  pthread_mutex_lock(&mutex);
  int *seen = current, value = *current;
  pthread_mutex_unlock(&mutex);
  pthread_mutex_lock(&mutex);
  if (current == seen) assert(*current == value);
  pthread_mutex_unlock(&mutex);
  pthread_join(t, 0);
  free(current);
  return 0;
}
