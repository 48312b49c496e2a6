// expect: unsafe double-free
// It may free the old object: who frees it again does so twice.
#include <stdlib.h>

int main(void) {
  char *p = malloc(4);
  if (!realloc(p, 0)) free(p);
  return 0;
}
