#include "base/arena.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "base/mem.h"

// Memory that is not handed out is hidden from the program under AddressSanitizer, so that a pointer that outlives
// its mark is reported instead of reading the next owner's data.
#if defined(__SANITIZE_ADDRESS__)
#define ARENA_POISON 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ARENA_POISON 1
#endif
#endif
#ifdef ARENA_POISON
#include <sanitizer/asan_interface.h>
#define hide(p, n) ASAN_POISON_MEMORY_REGION((p), (n))
#define show(p, n) ASAN_UNPOISON_MEMORY_REGION((p), (n))
#else
#define hide(p, n) ((void)(p), (void)(n))
#define show(p, n) ((void)(p), (void)(n))
#endif

enum { ALIGN = 16, FIRST_BLOCK = 4096, LARGEST_BLOCK = 1 << 20 };

typedef struct block {
  struct block *older;
  size_t size, used;
  _Alignas(ALIGN) char data[];
} block;

struct arena {
  block *newest;
  block *spare;  // kept by a release, so that mark/release at the edge of a block does not call the heap each time
  size_t next_size;
};

arena *arena_new(void) {
  arena *a = MEM_NEW(arena);
  a->next_size = FIRST_BLOCK;
  return a;
}

static void block_free(block *b) {
  if (!b) return;
  show(b->data, b->size);
  mem_free(b);
}

void arena_free(arena *a) {
  if (!a) return;
  for (block *b = a->newest, *older; b; b = older) {
    older = b->older;
    block_free(b);
  }
  block_free(a->spare);
  mem_free(a);
}

static void add_block(arena *a, size_t need) {
  block *b = a->spare;
  if (b && b->size >= need) {
    a->spare = NULL;
  } else {
    size_t size = need > a->next_size ? need : a->next_size;
    b = mem_alloc(sizeof(block) + size);
    b->size = size;
    hide(b->data, b->size);
    if (a->next_size < LARGEST_BLOCK) a->next_size *= 2;
  }
  b->used = 0;
  b->older = a->newest;
  a->newest = b;
}

void *arena_alloc(arena *a, size_t size) {
  CHECK(size <= SIZE_MAX / 2, "size of an allocation overflowed");
  size_t rounded = size ? (size + ALIGN - 1) & ~(size_t)(ALIGN - 1) : ALIGN;
  if (!a->newest || a->newest->size - a->newest->used < rounded) add_block(a, rounded);
  char *p = a->newest->data + a->newest->used;
  a->newest->used += rounded;
  show(p, size);
  return memset(p, 0, size);
}

char *arena_strdup(arena *a, const char *s) { return arena_copy(a, s, strlen(s) + 1); }

char *arena_strndup(arena *a, const char *s, size_t n) {
  size_t len = strnlen(s, n);
  char *copy = arena_alloc(a, len + 1);
  memcpy(copy, s, len);
  return copy;
}

void *arena_copy(arena *a, const void *data, size_t size) {
  void *copy = arena_alloc(a, size);
  if (size) memcpy(copy, data, size);
  return copy;
}

char *arena_printf(arena *a, const char *fmt, ...) {
  va_list ap, again;
  va_start(ap, fmt);
  va_copy(again, ap);
  int len = vsnprintf(NULL, 0, fmt, ap);
  va_end(ap);
  CHECK(len >= 0, "formatting failed");
  char *text = arena_alloc(a, (size_t)len + 1);
  vsnprintf(text, (size_t)len + 1, fmt, again);
  va_end(again);
  return text;
}

arena_mark arena_get_mark(const arena *a) { return (arena_mark){a->newest, a->newest ? a->newest->used : 0}; }

void arena_release(arena *a, arena_mark m) {
  while (a->newest != m.block) {
    block *b = a->newest;
    CHECK(b, "mark does not belong to this arena or was released already");
    a->newest = b->older;
    if (!a->spare || a->spare->size < b->size) {
      block *worse = a->spare;
      a->spare = b;
      hide(b->data, b->size);
      b = worse;
    }
    block_free(b);
  }
  if (a->newest) {
    CHECK(m.used <= a->newest->used, "marks are released in the reverse order of their making");
    hide(a->newest->data + m.used, a->newest->used - m.used);
    a->newest->used = m.used;
  }
}
