// expect: safe
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  int a = 0, b = 0, n = 0;
  long c = 0;
  char word[8], letter;
  assert(sscanf(" 12, -7 abc x", "%d,%i %7s %c", &a, &b, word, &letter) == 4);
  assert(a == 12 && b == -7 && strcmp(word, "abc") == 0 && letter == 'x');
  assert(sscanf("ff end", "%lx%n", &c, &n) == 1 && c == 255 && n == 2);
  assert(sscanf("no", "%d", &a) == 0 && sscanf("", "%d", &a) == EOF && sscanf("1", "%*d") == 0);
  int read = scanf("%d", &a);
  assert(read == 1 || read == 0 || read == EOF);
  return 0;
}
