// expect: unsafe read-only
// property: valid-memsafety
// engines: naive dpor auto
// The second thread gets a string literal where the first one gets an array: only one of the orders writes to the literal.
#include <pthread.h>
#include <string.h>

static char room[8];
static char *name = room;

static void *fill(void *arg) {
  memset(name, 'x', 3);
  return arg;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, 0, fill, 0);
  name = "abc";
  pthread_join(id, 0);
  return 0;
}
