// sbrk and brk: the end of the data segment, which begins as 64 KiB of zeros. That nothing is accessed behind the break is not looked at. Functions of the
// library (malloc, and who calls it) may move the break between two calls: what they take is one page here.
#define _DEFAULT_SOURCE
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

#include "model.h"

enum { MOST = 1 << 16 };
static char segment[MOST] __attribute__((aligned(4096)));
static ptrdiff_t used;

static int move_to(ptrdiff_t end) {
  if (end > MOST) __allways_unsupported("bounded: the data segment (sbrk) does not grow beyond 64 KiB");
  if (end < 0 || (end > used && __allways_malloc_may_fail && __allways_nondet_bool("sbrk fails"))) {
    errno = ENOMEM;
    return -1;
  }
  if (end < used) __builtin_memset(segment + end, 0, (size_t)(used - end));
  used = end;
  return 0;
}

void *sbrk(intptr_t by) {
  if (by > 0 && used && used + 4096 < MOST && __allways_nondet_bool("the library moves the break")) used += 4096;
  ptrdiff_t before = used;
  if (by && move_to(before + by)) return (void *)-1;
  return segment + before;
}

int brk(void *end) { return move_to((char *)end - segment); }
