#include "base/mem.h"

#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
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

// --- blocks --------------------------------------------------------------------------------------------------------

#ifdef ALLWAYS_SANITIZED
void *mem_block(size_t size) { return mem_alloc(size); }

void mem_block_free(void *p, size_t size) {
  (void)size;
  mem_free(p);
}
#else
enum { BLOCK_UNIT = 16, BLOCK_CLASSES = MEM_BLOCK_MAX / BLOCK_UNIT, SLAB = 1 << 18 };
typedef struct block {
  struct block *next;
} block;
// Free blocks by size, and the rest of the newest slab. They belong to the process like the counters above.
static block *free_blocks[BLOCK_CLASSES + 1];
static char *slab_next, *slab_end;

static void *carve(size_t size) {
  if ((size_t)(slab_end - slab_next) < size) {
    slab_next = malloc(SLAB);  // what is left of the old one is smaller than one block
    if (!slab_next) out_of_memory();
    slab_end = slab_next + SLAB;
  }
  void *p = slab_next;
  slab_next += size;
  return p;
}

void *mem_block(size_t size) {
  if (size > MEM_BLOCK_MAX) return mem_alloc(size);
  size_t class = (size + BLOCK_UNIT - 1) / BLOCK_UNIT;
  live_bytes += class * BLOCK_UNIT;
  if (live_bytes > peak_bytes) peak_bytes = live_bytes;
  block *b = free_blocks[class];
  if (!b) return carve(class * BLOCK_UNIT);
  free_blocks[class] = b->next;
  return b;
}

void mem_block_free(void *p, size_t size) {
  if (size > MEM_BLOCK_MAX) {
    mem_free(p);
    return;
  }
  size_t class = (size + BLOCK_UNIT - 1) / BLOCK_UNIT;
  live_bytes -= class * BLOCK_UNIT;
  block *b = p;
  b->next = free_blocks[class];
  free_blocks[class] = b;
}
#endif

void mem_prefer_large_pages(void *p, size_t size) {
  const uintptr_t page = (uintptr_t)1 << 21;
  uintptr_t from = ((uintptr_t)p + page - 1) & ~(page - 1), to = ((uintptr_t)p + size) & ~(page - 1);
  // Only advice: without it everything works, more slowly.
  if (from < to) (void)madvise((void *)from, to - from, MADV_HUGEPAGE);
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
