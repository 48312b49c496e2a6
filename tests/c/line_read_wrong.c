// expect: unsafe bounds
// The line may be empty as far as strlen sees (its first byte is zero), and need not end with '\n'.
#include <stdio.h>
#include <string.h>

int main(void) {
  char line[8];
  if (!fgets(line, sizeof line, stdin)) return 0;
  line[strlen(line) - 1] = 0;
  return 0;
}
