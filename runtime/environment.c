// The environment (stdlib.h). It is empty when the program begins, as the arguments are (the grade of a SAFE says so: ir_module.without_arguments);
// what the program puts there it finds again. POSIX lets the text that getenv returned end when its variable changes; in glibc it stays.
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "model.h"

enum { MOST = 16 };

static char *variables[MOST];  // "name=value"; the first that is null ends them
static _Bool ours[MOST];       // made by setenv

static size_t length_of_name(const char *name) {
  size_t n = 0;
  while (name[n] && name[n] != '=') n++;
  return n;
}

// Its place, or that behind the last one.
static int find(const char *name, size_t n) {
  int k = 0;
  while (k < MOST && variables[k] && (strncmp(variables[k], name, n) != 0 || variables[k][n] != '=')) k++;
  if (k == MOST) __allways_unsupported("more than 15 variables of the environment");
  return k;
}

// To be called in a region.
static void put_at(int k, char *text, _Bool made) {
  if (k == MOST - 1) __allways_unsupported("more than 15 variables of the environment");
  char *old = ours[k] ? variables[k] : NULL;
  variables[k] = text;
  ours[k] = made;
  if (!__allways_libc_glibc) free(old);
}

char *getenv(const char *name) {
  size_t n = length_of_name(name);
  char *value = NULL;
  __allways_atomic_begin();
  int k = variables[0] ? find(name, n) : 0;
  if (variables[k]) value = variables[k] + n + 1;
  __allways_atomic_end();
  return value;
}

char *secure_getenv(const char *name) { return getenv(name); }

static int refuse_name(const char *name) {
  if (name && *name && !name[length_of_name(name)]) return 0;
  errno = EINVAL;
  return -1;
}

int setenv(const char *name, const char *value, int overwrite) {
  if (refuse_name(name)) return -1;
  size_t n = strlen(name), m = strlen(value);
  char *made = malloc(n + m + 2);
  if (!made) return -1;
  memcpy(made, name, n);
  made[n] = '=';
  memcpy(made + n + 1, value, m + 1);
  __allways_atomic_begin();
  int k = find(name, n);
  _Bool kept = variables[k] && !overwrite;
  if (!kept) put_at(k, made, 1);
  __allways_atomic_end();
  if (kept) free(made);
  return 0;
}

static void remove_variable(const char *name, size_t n) {
  __allways_atomic_begin();
  int k = find(name, n);
  if (variables[k]) {
    put_at(k, NULL, 0);
    for (; k + 1 < MOST && variables[k + 1]; k++) {
      variables[k] = variables[k + 1];
      ours[k] = ours[k + 1];
      variables[k + 1] = NULL;
      ours[k + 1] = 0;
    }
  }
  __allways_atomic_end();
}

int unsetenv(const char *name) {
  if (refuse_name(name)) return -1;
  remove_variable(name, strlen(name));
  return 0;
}

// The text itself becomes part of the environment. glibc takes one without `=` as the end of a variable.
int putenv(char *text) {
  size_t n = length_of_name(text);
  if (!text[n]) {
    remove_variable(text, n);
    return 0;
  }
  __allways_atomic_begin();
  put_at(find(text, n), text, 0);
  __allways_atomic_end();
  return 0;
}

int clearenv(void) {
  __allways_atomic_begin();
  for (int k = 0; k < MOST && variables[k]; k++) put_at(k, NULL, 0);
  __allways_atomic_end();
  return 0;
}
