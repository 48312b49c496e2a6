#include "base/mem.h"

#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// The counters belong to the process, as the heap does. Plain words: one thread of the process works on the
// verification problem (parallel runs are processes), and an atomic add per allocation would show in profiles.
static size_t live_bytes, peak_bytes;
static void (*oom_handler)(void);

// Exit status 2 is "unknown": without memory nothing was decided.
static _Noreturn void out_of_memory(void) {
  static const char text[] = "allways: out of memory\n";
  void (*handler)(void) = oom_handler;
  oom_handler = NULL;
  if (handler) handler();
  ssize_t written = write(STDERR_FILENO, text, sizeof text - 1);
  (void)written;
  _exit(2);
}

static void count_in(void *p) {
  live_bytes += malloc_usable_size(p);
  if (live_bytes > peak_bytes) peak_bytes = live_bytes;
}

void *mem_alloc(size_t size) {
  void *p = malloc(size ? size : 1);
  if (!p) out_of_memory();
  count_in(p);
  return p;
}

void *mem_zalloc(size_t size) {
  void *p = calloc(1, size ? size : 1);
  if (!p) out_of_memory();
  count_in(p);
  return p;
}

void *mem_realloc(void *p, size_t size) {
  size_t before = p ? malloc_usable_size(p) : 0;
  void *q = realloc(p, size ? size : 1);
  if (!q) out_of_memory();
  live_bytes -= before;
  count_in(q);
  return q;
}

void mem_free(void *p) {
  if (!p) return;
  live_bytes -= malloc_usable_size(p);
  free(p);
}

char *mem_strdup(const char *s) {
  size_t size = strlen(s) + 1;
  return memcpy(mem_alloc(size), s, size);
}

char *mem_strndup(const char *s, size_t n) {
  size_t len = strnlen(s, n);
  char *copy = mem_alloc(len + 1);
  memcpy(copy, s, len);
  copy[len] = '\0';
  return copy;
}

size_t mem_live(void) { return live_bytes; }
size_t mem_peak(void) { return peak_bytes; }
void mem_set_oom_handler(void (*handler)(void)) { oom_handler = handler; }
