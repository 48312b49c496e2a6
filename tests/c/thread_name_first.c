// expect: unsafe assert
// property: assert
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <string.h>
int main(void) {
  char n[16];
  pthread_getname_np(pthread_self(), n, 16);
  assert(strcmp(n, "main"));
}
