// The one way to get memory. Never returns NULL: when the system has none left the handler is called (the
// application ends with verdict UNKNOWN, reason memory) and does not come back.
// Live and peak bytes are counted; `mem_live() == 0` at exit is checked in debug builds.
#ifndef BASE_MEM_H
#define BASE_MEM_H

#include <stddef.h>
#include <stdint.h>

void *mem_alloc(size_t size);
void *mem_zalloc(size_t size);
void *mem_realloc(void *p, size_t size);
void mem_free(void *p);
// Small blocks for objects that come and go by the million: kept in lists by size, never given back. The size must be
// told again when a block is freed; it is not 0. Not zeroed. Under sanitizers each is an allocation of its own.
#define MEM_BLOCK_MAX 1024u
void *mem_block(size_t size);
void mem_block_free(void *p, size_t size);
// Tables that are read at random: asks for large pages, which spare address translation. Contents are not touched.
void mem_prefer_large_pages(void *p, size_t size);
char *mem_strdup(const char *s);
char *mem_strndup(const char *s, size_t n);

size_t mem_live(void);
size_t mem_peak(void);
void mem_set_oom_handler(void (*handler)(void));

#define MEM_NEW(T) ((T *)mem_zalloc(sizeof(T)))
#define MEM_NEW_N(T, n) ((T *)mem_zalloc(sizeof(T) * (size_t)(n)))

#endif
