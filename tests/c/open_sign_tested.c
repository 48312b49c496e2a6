// expect: safe
// engines: auto naive
// Who tests the sign alone draws nothing: naive enumerates no integers. Through variables, results and comparison functions.
#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static int by_name(const void *a, const void *b) { return strcmp(*(const char *const *)a, *(const char *const *)b); }

static int order_of(const char *a, const char *b) {
  int order = strcmp(a, b);
  if (!order) order = memcmp(a, b, 1);
  return order;
}

static int largest(const char **words, int n, int (*compare)(const void *, const void *)) {
  int best = 0;
  for (int i = 1; i < n; i++)
    if (compare(&words[i], &words[best]) > 0) best = i;
  return best;
}

int main(void) {
  const char *words[] = {"pear", "apple", "fig"}, *wanted = "fig";
  assert(largest(words, 3, by_name) == 0);
  qsort(words, 3, sizeof *words, by_name);
  assert(words[0][0] == 'a' && words[2][0] == 'p');
  const char **found = bsearch(&wanted, words, 3, sizeof *words, by_name);
  assert(found == &words[1]);
  assert(order_of("a", "b") < 0 && order_of("b", "a") >= 1 && !order_of("a", "a"));
  assert(!(strncmp("ab", "ac", 2) > -1));
  assert(isalpha('a') && !isdigit('a') && isdigit('5') != 0);
  return 0;
}
