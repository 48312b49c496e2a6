// expect: safe
// engines: auto naive
// Nobody looks at the results: nothing is drawn.
#include <stdio.h>

int main(void) {
  const char *word = "word";
  printf("%d\n", 12);
  printf("%s %d\n", word, 12);
  int n = fprintf(stdout, "%s\n", word);
  (void)n;
  puts(word);
  fputs(word, stdout);
  putchar('a');
  fwrite(word, 1, 4, stdout);
  fflush(stdout);
  return 0;
}
