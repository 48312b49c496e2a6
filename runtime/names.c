// Texts that the system chooses: names of the machine, of signals and of errors. Where they can be looked at one text stands for all, and a SAFE is
// `bounded`. Beside them parts of names of files (libgen.h) and the words of time.h.
#define _GNU_SOURCE
#include <errno.h>
#include <libgen.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "model.h"

HELPER void one_of_many(void) {
  if (__allways_nondet_bool("another text of the system"))
    __allways_unsupported("bounded: texts of the system (errors, names of the machine) are one example each");
}

// --- errors and signals ----------------------------------------------------------------------------------------------

static int put_error(char *to, size_t n) {
  static const char text[] = "error";
  one_of_many();
  for (size_t i = 0; i < n && i < sizeof text; i++) to[i] = i + 1 == n ? '\0' : text[i];
  return n < sizeof text ? ERANGE : 0;
}

// glibc has a form of its own. Whether it uses the room is open.
char *strerror_r(int error, char *to, size_t n) {
  if (__allways_nondet_bool("strerror_r has a text of its own")) {
    one_of_many();
    return (char *)"error";
  }
  put_error(to, n);
  return to;
}

int __xpg_strerror_r(int error, char *to, size_t n);
int __xpg_strerror_r(int error, char *to, size_t n) { return put_error(to, n); }
char *strsignal(int n) { __allways_unsupported("the text of strsignal is looked at"); }
char *allways_plain_strsignal(int n);
char *allways_plain_strsignal(int n) { return (char *)"signal"; }

// --- the machine ------------------------------------------------------------------------------------------------------

int uname(struct utsname *out) {
  one_of_many();
  __builtin_memset(out, 0, sizeof *out);
  strcpy(out->sysname, "Linux");
  strcpy(out->nodename, "machine");
  strcpy(out->release, "6.1.0");
  strcpy(out->version, "#1 SMP");
  strcpy(out->machine, sizeof(void *) == 8 ? "x86_64" : "i686");
  return 0;
}

int gethostname(char *to, size_t n) {
  static const char text[] = "machine";
  one_of_many();
  if (n < sizeof text) {
    errno = ENAMETOOLONG;
    return -1;
  }
  memcpy(to, text, sizeof text);
  return 0;
}

// The environment is empty, so that the one that it asks for is that of C, too.
char *setlocale(int category, const char *name) {
  if (!name || !*name || strcmp(name, "C") == 0 || strcmp(name, "POSIX") == 0) return (char *)"C";
  __allways_unsupported("setlocale with another locale than that of C");
}

// --- names of files ---------------------------------------------------------------------------------------------------

// POSIX lets both write into the text or return one of their own: this is what glibc does.
char *__xpg_basename(char *path) {
  if (!path || !*path) return (char *)".";
  size_t n = strlen(path);
  while (n > 1 && path[n - 1] == '/') path[--n] = '\0';
  while (n > 1 && path[n - 1] != '/') n--;
  return path[n - 1] == '/' && path[n] ? path + n : path;
}

// Of string.h, with _GNU_SOURCE: what is behind the last slash.
char *model_basename(const char *path) __asm__("basename");
char *model_basename(const char *path) {
  const char *last = strrchr(path, '/');
  return (char *)(last ? last + 1 : path);
}

char *dirname(char *path) {
  size_t n = path ? strlen(path) : 0;
  if (n == 2 && path[0] == '/' && path[1] == '/') return path;
  while (n > 1 && path[n - 1] == '/') n--;
  while (n && path[n - 1] != '/') n--;
  if (!n) return (char *)".";
  size_t name = n;
  while (n > 1 && path[n - 1] == '/') n--;
  if (n == 1 && name == 2 && path[0] == '/') n = 2;  // two slashes at the begin are left
  path[n] = '\0';
  return path;
}

// --- time -------------------------------------------------------------------------------------------------------------

static char shown_time[64];

char *asctime_r(const struct tm *t, char *to) {
  static const char days[] = "SunMonTueWedThuFriSat", months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
  if (t->tm_wday < 0 || t->tm_wday > 6 || t->tm_mon < 0 || t->tm_mon > 11 || t->tm_year > 8099 || t->tm_year < -2899)
    __allways_unsupported("asctime of a date that is none, or far away");
  sprintf(to, "%.3s %.3s%3d %.2d:%.2d:%.2d %d\n", days + t->tm_wday * 3, months + t->tm_mon * 3, t->tm_mday, t->tm_hour,
          t->tm_min, t->tm_sec, 1900 + t->tm_year);
  return to;
}

char *asctime(const struct tm *t) { return asctime_r(t, shown_time); }

char *ctime_r(const time_t *t, char *to) {
  struct tm split;
  return asctime_r(localtime_r(t, &split), to);
}

char *ctime(const time_t *t) { return ctime_r(t, shown_time); }
