// expect: unsafe race
// property: no-data-race
// The name of a file is read when it is opened.
#include <pthread.h>
#include <stdio.h>
static char name[] = "a";
static void *change(void *unused) {
  name[0] = 'b';
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, change, 0);
  FILE *f = fopen(name, "w");
  pthread_join(t, 0);
  return f == 0;
}
