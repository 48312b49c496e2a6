// err.h and error.h: messages on the standard error, and the end of the program. Its name and the text of the error are not looked at.
#define _GNU_SOURCE
#include <err.h>
#include <errno.h>
#include <error.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "model.h"

int allways_plain_vfprintf(FILE *f, const char *format, va_list ap);

static void put_message(const char *format, va_list ap, const char *end) {
  fputs("program: ", stderr);
  if (format) allways_plain_vfprintf(stderr, format, ap);
  fputs(end, stderr);
}

#define WITH_ERROR ": error\n"

void vwarn(const char *format, va_list ap) { put_message(format, ap, WITH_ERROR); }
void vwarnx(const char *format, va_list ap) { put_message(format, ap, "\n"); }

void verr(int status, const char *format, va_list ap) {
  vwarn(format, ap);
  exit(status);
}

void verrx(int status, const char *format, va_list ap) {
  vwarnx(format, ap);
  exit(status);
}

#define WITH_ARGUMENTS(call) \
  va_list ap;                \
  va_start(ap, format);      \
  call;                      \
  va_end(ap)

void warn(const char *format, ...) { WITH_ARGUMENTS(vwarn(format, ap)); }
void warnx(const char *format, ...) { WITH_ARGUMENTS(vwarnx(format, ap)); }

void err(int status, const char *format, ...) {
  WITH_ARGUMENTS(vwarn(format, ap));
  exit(status);
}

void errx(int status, const char *format, ...) {
  WITH_ARGUMENTS(vwarnx(format, ap));
  exit(status);
}

void error(int status, int number, const char *format, ...) {
  WITH_ARGUMENTS(put_message(format, ap, number ? WITH_ERROR : "\n"));
  if (status) exit(status);
}
