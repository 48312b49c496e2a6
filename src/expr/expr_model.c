// Models: sorted pairs (literal, value). Copying is one memcpy, which matters since every fork may copy one.
#include "expr/expr_impl.h"

typedef struct model_pair {
  uint32_t var, value;
} model_pair;
struct model {
  VEC(model_pair) pairs;
};

model *model_new(void) { return MEM_NEW(model); }

model *model_dup(const model *m) {
  model *copy = model_new();
  if (m->pairs.len) {
    vec_reserve(&copy->pairs, m->pairs.len);
    memcpy(copy->pairs.data, m->pairs.data, m->pairs.len * sizeof *m->pairs.data);
    copy->pairs.len = m->pairs.len;
  }
  return copy;
}

void model_free(model *m) {
  if (!m) return;
  vec_free(&m->pairs);
  mem_free(m);
}

// Position of the first pair whose literal is not below var.
static size_t find(const model *m, uint32_t var) {
  size_t lo = 0, hi = m->pairs.len;
  while (lo < hi) {
    size_t mid = lo + (hi - lo) / 2;
    if (m->pairs.data[mid].var < var)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo;
}

void model_set(model *m, expr var, expr value) {
  size_t i = find(m, var.id);
  if (i < m->pairs.len && m->pairs.data[i].var == var.id) {
    m->pairs.data[i].value = value.id;
    return;
  }
  model_pair pair = {var.id, value.id};
  vec_push(&m->pairs, pair);
  memmove(m->pairs.data + i + 1, m->pairs.data + i, (m->pairs.len - 1 - i) * sizeof pair);
  m->pairs.data[i] = pair;
}

expr model_get(const model *m, expr var) {
  size_t i = find(m, var.id);
  return i < m->pairs.len && m->pairs.data[i].var == var.id ? (expr){m->pairs.data[i].value} : EXPR_NONE;
}

size_t model_count(const model *m) { return m->pairs.len; }
