// expect: unsafe race
// property: no-data-race
// A tree of search.h is no more than memory: two threads that change it need a lock.
#include <pthread.h>
#include <search.h>

static void *root;
static int keys[] = {1, 2};

static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static void *put(void *arg) { return tsearch(arg, &root, compare); }

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, put, &keys[1]);
  put(&keys[0]);
  pthread_join(t, 0);
  return 0;
}
