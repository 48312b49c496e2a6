// expect: unsafe bounds
// property: bounds
// To a file, too.
#include <stdio.h>
int main(void) {
  char bytes[4] = {1, 2, 3, 4};
  FILE *f = fopen("x", "w");
  if (!f) return 1;
  fwrite(bytes, sizeof bytes, 2, f);
  fclose(f);
  return 0;
}
