// expect: safe
// engines: auto
// What loggers call: local time is open, but a time of day; texts have the length that their form has.
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int main(void) {
  time_t now = 1700000000;
  struct tm parts, universal;
  char text[32], *line = NULL;
  localtime_r(&now, &parts);
  assert(parts.tm_hour >= 0 && parts.tm_hour < 24 && parts.tm_mon == 10);
  gmtime_r(&now, &universal);
  assert(strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S", &universal) == 19);
  assert(strcmp(text, "2023-11-14 22:13:20") == 0);
  assert(asprintf(&line, "[%s] %d", text, 42) == 24);
  assert(line[22] == '4' && line[24] == 0);
  free(line);
  return 0;
}
