// Environment, names of files, words of time.h, search.h: results of drawn calls.
#define _GNU_SOURCE
#include <errno.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "draw.h"

char *__xpg_basename(char *path);
char *dirname(char *path);

static const char *const NAMES[] = {"A", "B", "AB", "C"};

static const char *shown(const char *s) { return s ? s : "(none)"; }

static void variables(void) {
  static char own[4][16];
  const char *name = NAMES[draw(4)];
  char value[8];
  draw_text(value, sizeof value, "xyz=");
  switch (draw(5)) {
  case 0: printf("set %d", setenv(name, value, (int)draw(2))); break;
  case 1: printf("unset %d", unsetenv(name)); break;
  case 2: {
    char *text = own[draw(4)];
    if (text[0]) break;
    sprintf(text, "%s=%s", name, value);
    printf("put %d", putenv(text));
    break;
  }
  case 3:
    errno = 0;
    printf("bad %d", draw(2) ? setenv("", value, 1) : setenv("A=B", value, 1));
    printf(" %d", errno == EINVAL);
    break;
  case 4:
    if (draw(4)) break;
    printf("clear %d", clearenv());
    memset(own, 0, sizeof own);
    break;
  }
  for (int i = 0; i < 4; i++) printf(" %s", shown(getenv(NAMES[i])));
  printf("\n");
}

static void paths(void) {
  char path[12], other[12];
  draw_text(path, sizeof path, "ab/.");
  memcpy(other, path, sizeof other);
  printf("path %s", path);
  printf(" %s", basename(path));
  printf(" %s", dirname(path));
  printf(" %s\n", __xpg_basename(other));
}

static void times(void) {
  struct tm t = {.tm_wday = (int)draw(7),
                 .tm_mon = (int)draw(12),
                 .tm_mday = (int)draw(31) + 1,
                 .tm_hour = (int)draw(24),
                 .tm_min = (int)draw(60),
                 .tm_sec = (int)draw(61),
                 .tm_year = (int)draw(2000) - 200};
  char text[64];
  printf("time %s", asctime_r(&t, text));
  printf("%d", strcmp(asctime(&t), text));
  printf("\n");
}

static int order(const void *a, const void *b) { return *(const int *)a % 5 - *(const int *)b % 5; }

struct link {
  struct link *next, *previous;
  int number;
};

static void searches(void) {
  int table[12], key = (int)draw(20);
  size_t n = draw(8);
  for (size_t i = 0; i < n; i++) table[i] = (int)draw(20);
  int *found = lfind(&key, table, &n, sizeof *table, order);
  printf("find %d", found ? *found : -1);
  found = lsearch(&key, table, &n, sizeof *table, order);
  printf(" %d %d %d\n", *found, (int)n, (int)(found - table));
  struct link links[4] = {{0}};
  for (int i = 0; i < 4; i++) {
    links[i].number = i;
    insque(&links[i], i ? &links[draw((unsigned)i)] : NULL);
  }
  remque(&links[1 + draw(3)]);
  for (struct link *l = &links[0]; l; l = l->next) printf(" %d", l->number);
  printf("\n");
}

int main(void) {
  clearenv();
  for (unsigned i = 0; i < ROUNDS; i++) {
    variables();
    paths();
    times();
    searches();
  }
  return 0;
}
