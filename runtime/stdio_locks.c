// stdio.h: locks of streams, and functions that take none. What others write to a stream that is locked does not wait: it shows nowhere.
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdio_ext.h>

#include "model.h"

struct stream_lock {
  int holder, depth;  // 1 + its number
};
HELPER struct stream_lock *lock_of(FILE *f) { return SHADOW(struct stream_lock, f); }

void flockfile(FILE *f) {
  struct stream_lock *l = lock_of(f);
  int me = 1 + __allways_self();
  __allways_atomic_begin();
  __allways_await_begin();
  __allways_await((l->holder == 0) | (l->holder == me));
  l->holder = me;
  l->depth++;
  __allways_atomic_end();
}

int ftrylockfile(FILE *f) {
  struct stream_lock *l = lock_of(f);
  int me = 1 + __allways_self();
  __allways_atomic_begin();
  _Bool free = (l->holder == 0) | (l->holder == me);
  if (free) {
    l->holder = me;
    l->depth++;
  }
  __allways_atomic_end();
  return !free;
}

void funlockfile(FILE *f) {
  struct stream_lock *l = lock_of(f);
  __allways_atomic_begin();
  if (l->holder == 1 + __allways_self() && !--l->depth) l->holder = 0;
  __allways_atomic_end();
}

MODEL int fputc_unlocked(int c, FILE *f) { return fputc(c, f); }
MODEL int fputs_unlocked(const char *restrict s, FILE *restrict f) { return fputs(s, f); }
MODEL size_t fwrite_unlocked(const void *restrict from, size_t size, size_t n, FILE *restrict f) { return fwrite(from, size, n, f); }
MODEL int fflush_unlocked(FILE *f) { return fflush(f); }
MODEL int(getc_unlocked)(FILE *f) { return fgetc(f); }
MODEL int fgetc_unlocked(FILE *f) { return fgetc(f); }
MODEL int(getchar_unlocked)(void) { return getchar(); }
MODEL size_t fread_unlocked(void *restrict to, size_t size, size_t n, FILE *restrict f) { return fread(to, size, n, f); }
MODEL int(feof_unlocked)(FILE *f) { return feof(f); }
MODEL int(ferror_unlocked)(FILE *f) { return ferror(f); }
MODEL void(clearerr_unlocked)(FILE *f) { clearerr(f); }

MODEL int fileno(FILE *f) {
  if (f != stdin && f != stdout && f != stderr) __allways_unsupported("the descriptor of a file");
  return f == stdin ? 0 : f == stdout ? 1 : 2;
}
MODEL int(fileno_unlocked)(FILE *f) { return fileno(f); }
MODEL void setbuffer(FILE *restrict f, char *restrict buffer, size_t size) {}
MODEL int __fsetlocking(FILE *f, int kind) { return FSETLOCKING_INTERNAL; }
