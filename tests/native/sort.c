#define _GNU_SOURCE
// What qsort and bsearch compare, in which order, and what they make of equal elements.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct item {
  int key, number;
};

static int shown;
static int by_key(const void *a, const void *b) {
  const struct item *x = a, *y = b;
  if (shown) printf("%d.%d ", x->number, y->number);
  return x->key - y->key;
}

static int by_distance(const void *a, const void *b, void *from) {
  const struct item *x = a, *y = b;
  printf("%d~%d ", x->number, y->number);
  return abs(x->key - *(int *)from) - abs(y->key - *(int *)from);
}

static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

int main(void) {
  unsigned seed = 7;
  for (int n = 0; n < 14; n++) {
    struct item items[14], key = {3, 99};
    for (int i = 0; i < n; i++) {
      seed = seed * 1103515245u + 12345u;
      items[i].key = (int)(seed >> 16) % 5;
      items[i].number = i;
    }
    shown = 1;
    qsort(items, (size_t)n, sizeof *items, by_key);
    printf("\n");
    for (int i = 0; i < n; i++) printf("%d/%d ", items[i].key, items[i].number);
    struct item *found = bsearch(&key, items, (size_t)n, sizeof *items, by_key);
    printf("found %d\n", found ? found->number : -1);
    qsort_r(items, (size_t)n, sizeof *items, by_distance, &key.key);
    for (int i = 0; i < n; i++) printf("%d/%d ", items[i].key, items[i].number);
  }
  const char *words[] = {"one", "two", "three", "four", "five", "six"};
  qsort(words, 6, sizeof *words, by_name);
  for (int i = 0; i < 6; i++) printf("%s ", words[i]);
  printf("\n%d %d\n", strcmp(words[0], words[1]), strncmp(words[1], words[0], 3));
  void *none = malloc(0), *some = malloc(3);
  printf("%d %d\n", none != 0, realloc(some, 0) != 0);
  free(none);
  return 0;
}
