// Makes a program text smaller while a property of it stays: by lines, blocks with their braces, then parenthesised
// parts and numbers. Knows nothing of the language but braces and parentheses; the predicate rejects what no longer
// parses.
#ifndef GEN_SHRINK_H
#define GEN_SHRINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Has the property. Must answer the same for the same text.
typedef bool (*shrink_test)(void *arg, const char *text, size_t len);

// The smaller text (mem_free it). `budget` bounds the number of calls of the predicate.
char *shrink(const char *text, shrink_test test, void *arg, uint64_t budget);

#endif
