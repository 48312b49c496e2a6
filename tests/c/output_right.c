// expect: safe
// property: bounds,null,no-data-race,uninitialised
// Prints all that there is, and nothing that others change; bytes without a value may be copied.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static char bytes[300], other;
static void *change(void *unused) {
  other = 1;
  return unused;
}
int main(void) {
  pthread_t t;
  char *p = malloc(8);
  pthread_create(&t, 0, change, 0);
  write(1, bytes, sizeof bytes);
  write(1, 0, 0);
  fwrite(p, 2, 4, stdout);
  fwrite(p, 0, 4, stdout);
  free(p);
  pthread_join(t, 0);
  return 0;
}
