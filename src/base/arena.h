// Memory with one lifetime: everything allocated from an arena dies with it, or with the release of a mark.
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stddef.h>
#include <stdint.h>

typedef struct arena arena;
typedef struct arena_mark {
  void *block;
  size_t used;
} arena_mark;

arena *arena_new(void);
void arena_free(arena *a);
void *arena_alloc(arena *a, size_t size);  // zeroed, aligned to 16
char *arena_strdup(arena *a, const char *s);
char *arena_strndup(arena *a, const char *s, size_t n);
void *arena_copy(arena *a, const void *data, size_t size);
char *arena_printf(arena *a, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
arena_mark arena_get_mark(const arena *a);
void arena_release(arena *a, arena_mark m);

#define ARENA_NEW(a, T) ((T *)arena_alloc((a), sizeof(T)))
#define ARENA_NEW_N(a, T, n) ((T *)arena_alloc((a), sizeof(T) * (size_t)(n)))

#endif
