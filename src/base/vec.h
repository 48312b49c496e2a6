// Growable arrays: `VEC(int) v = {0}; vec_push(&v, 3); for (size_t i = 0; i < v.len; i++) use(v.data[i]); vec_free(&v);`
// Name a vector type with a typedef where it crosses a function boundary: `typedef VEC(expr) expr_vec;`
#ifndef BASE_VEC_H
#define BASE_VEC_H

#include <stddef.h>
#include <string.h>

#include "base/check.h"
#include "base/mem.h"

#define VEC(T)       \
  struct {           \
    T *data;         \
    size_t len, cap; \
  }

// Grows `data` so that it holds at least `need` elements; used by the macros below only.
void *vec_grow(void *data, size_t *cap, size_t need, size_t elem_size);

#define vec_reserve(v, n) \
  ((n) > (v)->cap ? (void)((v)->data = vec_grow((v)->data, &(v)->cap, (n), sizeof *(v)->data)) : (void)0)
#define vec_push(v, x) (vec_reserve((v), (v)->len + 1), (v)->data[(v)->len++] = (x))
#define vec_pop(v) (DCHECK((v)->len > 0, "nothing is left to be taken"), (v)->data[--(v)->len])
#define vec_last(v) (*(DCHECK((v)->len > 0, "there is no last one"), &(v)->data[(v)->len - 1]))
#define vec_clear(v) ((v)->len = 0)
#define vec_free(v) (mem_free((v)->data), (v)->data = NULL, (v)->len = (v)->cap = 0)

#endif
