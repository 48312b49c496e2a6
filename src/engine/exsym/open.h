// Open: numbers of stored states that wait to be expanded (symcpp-explicit-symbolic.md 3.4): first in first out, last in first
// out, or least key first with ties in order of insertion or against it.
#ifndef ENGINE_EXSYM_OPEN_H
#define ENGINE_EXSYM_OPEN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"

typedef enum open_kind { OPEN_QUEUE, OPEN_STACK, OPEN_HEAP } open_kind;

typedef struct open_item {
  uint64_t key;
  uint32_t index;
  uint32_t serial;
} open_item;

typedef struct open_set {
  open_kind kind;
  VEC(uint32_t) list;  // queue, stack
  size_t first;        // queue: those before have been taken
  VEC(open_item) heap;
  uint32_t serial;
  bool newest_first;  // ties
} open_set;

void open_fini(open_set *o);
void open_put(open_set *o, uint32_t index, uint64_t key);
bool open_get(open_set *o, uint32_t *index);  // false: empty
size_t open_count(const open_set *o);

#endif
