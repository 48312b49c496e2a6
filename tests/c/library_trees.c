// expect: safe
// property: assert,valid-memsafety
// Two threads put keys into a tree of search.h under a lock.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <search.h>
#include <stdlib.h>

static void *root;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int keys[] = {2, 1, 3, 2};
static int seen[4], visits;

static int compare(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}

static void *put(void *arg) {
  pthread_mutex_lock(&lock);
  int **found = tsearch(arg, &root, compare);
  assert(found && **found == *(int *)arg);
  pthread_mutex_unlock(&lock);
  return 0;
}

static void visit(const void *node, VISIT when, int depth) {
  assert(depth >= 0);
  if (when == postorder || when == leaf) seen[visits++] = **(const int *const *)node;
}

static void nothing(void *key) {}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, put, &keys[1]);
  put(&keys[0]);
  pthread_join(t, 0);
  put(&keys[2]);
  put(&keys[3]);
  twalk(root, visit);
  assert(visits == 3 && seen[0] == 1 && seen[1] == 2 && seen[2] == 3);
  int other = 5;
  assert(!tfind(&other, &root, compare) && tfind(&keys[3], &root, compare));
  assert(tdelete(&keys[0], &root, compare) && !tfind(&keys[0], &root, compare) && !tdelete(&other, &root, compare));
  tdestroy(root, nothing);
  return 0;
}
