// What the headers of glibc call instead of library functions with _FORTIFY_SOURCE: `room` is how much the destination holds, and accesses are looked at
// here anyway.
#define _GNU_SOURCE
#include <poll.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <syslog.h>
#include <unistd.h>

#include "model.h"

ssize_t __read_chk(int number, void *to, size_t n, size_t room);
ssize_t __read_chk(int number, void *to, size_t n, size_t room) { return read(number, to, n); }
ssize_t __recv_chk(int number, void *to, size_t n, size_t room, int flags);
ssize_t __recv_chk(int number, void *to, size_t n, size_t room, int flags) { return recv(number, to, n, flags); }
int __poll_chk(struct pollfd *fds, nfds_t n, int timeout, size_t room);
int __poll_chk(struct pollfd *fds, nfds_t n, int timeout, size_t room) { return poll(fds, n, timeout); }
long __fdelt_chk(long number);
long __fdelt_chk(long number) {
  if (number < 0 || number >= 1024) __allways_unsupported("a set of descriptors (select) that is too small");
  return number / (8 * (long)sizeof(long));
}

char *__fgets_chk(char *to, size_t room, int n, FILE *f);
char *__fgets_chk(char *to, size_t room, int n, FILE *f) { return fgets(to, n, f); }
size_t __fread_chk(void *to, size_t room, size_t size, size_t n, FILE *f);
size_t __fread_chk(void *to, size_t room, size_t size, size_t n, FILE *f) { return fread(to, size, n, f); }

char *__strncat_chk(char *to, const char *from, size_t n, size_t room);
char *__strncat_chk(char *to, const char *from, size_t n, size_t room) { return strncat(to, from, n); }
char *__stpcpy_chk(char *to, const char *from, size_t room);
char *__stpcpy_chk(char *to, const char *from, size_t room) { return stpcpy(to, from); }
void __explicit_bzero_chk(void *to, size_t n, size_t room);
void __explicit_bzero_chk(void *to, size_t n, size_t room) { explicit_bzero(to, n); }

int __vprintf_chk(int flag, const char *format, va_list ap);
int __vprintf_chk(int flag, const char *format, va_list ap) { return vprintf(format, ap); }
int __vfprintf_chk(FILE *f, int flag, const char *format, va_list ap);
int __vfprintf_chk(FILE *f, int flag, const char *format, va_list ap) { return vfprintf(f, format, ap); }
int __vdprintf_chk(int number, int flag, const char *format, va_list ap);
int __vdprintf_chk(int number, int flag, const char *format, va_list ap) { return vdprintf(number, format, ap); }
int __vasprintf_chk(char **to, int flag, const char *format, va_list ap);
int __vasprintf_chk(char **to, int flag, const char *format, va_list ap) { return vasprintf(to, format, ap); }
void __vsyslog_chk(int priority, int flag, const char *format, va_list ap);
void __vsyslog_chk(int priority, int flag, const char *format, va_list ap) { vsyslog(priority, format, ap); }

#define WITH_ARGUMENTS(call) \
  va_list ap;                \
  va_start(ap, format);      \
  int n = call;              \
  va_end(ap);                \
  return n

int __dprintf_chk(int number, int flag, const char *format, ...);
int __dprintf_chk(int number, int flag, const char *format, ...) { WITH_ARGUMENTS(vdprintf(number, format, ap)); }
int __asprintf_chk(char **to, int flag, const char *format, ...);
int __asprintf_chk(char **to, int flag, const char *format, ...) { WITH_ARGUMENTS(vasprintf(to, format, ap)); }
void __syslog_chk(int priority, int flag, const char *format, ...);
void __syslog_chk(int priority, int flag, const char *format, ...) {
  va_list ap;
  va_start(ap, format);
  vsyslog(priority, format, ap);
  va_end(ap);
}
