// expect: unsafe assert
// property: assert
// engines: auto naive stateful dpor
// Functions of the library go from byte to byte.
#include <assert.h>
#include <pthread.h>
#include <string.h>
static char name[4] = "ab";
static void *writer(void *unused) {
  strcpy(name, "cd");
  return 0;
}
int main(void) {
  pthread_t t;
  char seen[4];
  pthread_create(&t, 0, writer, 0);
  memcpy(seen, name, sizeof name);
  assert(strcmp(seen, "ab") == 0 || strcmp(seen, "cd") == 0);
  pthread_join(t, 0);
  return 0;
}
