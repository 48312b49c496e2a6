// expect: unsafe assert
// getline keeps '\n' if there is one: the last line may have none.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char *line = NULL;
  size_t room = 0;
  ssize_t n = getline(&line, &room, stdin);
  if (n > 0) {
    assert((size_t)n < room && line[n] == 0);
    assert(line[n - 1] == '\n');
  }
  free(line);
  return 0;
}
