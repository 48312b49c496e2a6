// expect: safe
// A line of the standard input: any bytes, ended at the room or behind the first '\n'.
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  char line[6];
  if (!fgets(line, sizeof line, stdin)) return 0;
  size_t n = strlen(line);
  assert(n < sizeof line);
  for (size_t i = 0; i + 1 < n; i++) assert(line[i] != '\n');
  return 0;
}
