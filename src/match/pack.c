#include "match/pack.h"

void pack_init(pack *p) {
  memset(p, 0, sizeof *p);
  p->words = word_store_new();
  vec_push(&p->cells, (pack_cell){0});
}

void pack_fini(pack *p) {
  word_store_free(p->words);
  vec_free(&p->terms);
  vec_free(&p->cells);
  map64_fini(&p->cell_ids);
}

static uint32_t add_pathcond(pack *p, const expr_vec *pc) {
  uint32_t at = 0;
  for (size_t i = 0; i < pc->len; i++) {
    uint64_t key = (uint64_t)at << 32 | pc->data[i].id, id;
    if (!map64_get(&p->cell_ids, key, &id)) {
      id = p->cells.len;
      vec_push(&p->cells, ((pack_cell){at, (uint32_t)i + 1, pc->data[i]}));
      map64_put(&p->cell_ids, key, id);
    }
    at = (uint32_t)id;
  }
  return at;
}

packed pack_put(pack *p, const view *v) {
  CHECK(p->terms.len + v->terms.len < UINT32_MAX, "too many stored terms");
  packed r = {.data = v->data, .terms = (uint32_t)p->terms.len, .pc = add_pathcond(p, &v->pc)};
  for (size_t i = 0; i < v->terms.len; i++) vec_push(&p->terms, v->terms.data[i]);
  return r;
}

void pack_open(const pack *p, packed at, const pos_vec *mask, bool words, view *out) {
  out->data = at.data;
  vec_clear(&out->words);
  if (words) view_read(out, p->words);
  vec_clear(&out->mask);
  vec_clear(&out->terms);
  for (size_t i = 0; i < mask->len; i++) {
    vec_push(&out->mask, mask->data[i]);
    vec_push(&out->terms, p->terms.data[at.terms + i]);
  }
  size_t n = p->cells.data[at.pc].length;
  vec_reserve(&out->pc, n);
  out->pc.len = n;
  for (uint32_t cell = at.pc; cell; cell = p->cells.data[cell].older) out->pc.data[--n] = p->cells.data[cell].c;
}

size_t pack_pin(pack *p, expr_table *t) {
  size_t term = expr_pins_next(t, &p->pinned_terms, p->terms.len),
         cell = expr_pins_next(t, &p->pinned_cells, p->cells.len);
  size_t looked_at = p->terms.len - term + p->cells.len - cell;
  for (; term < p->terms.len; term++) expr_pin(t, p->terms.data[term]);
  for (; cell < p->cells.len; cell++) expr_pin(t, p->cells.data[cell].c);
  return looked_at;
}

static size_t map_bytes(const map64 *m) { return m->cap * sizeof *m->entries + m->slots * sizeof(uint32_t); }

size_t pack_bytes(const pack *p) {
  return word_store_bytes(p->words) + p->terms.cap * sizeof(expr) + p->cells.cap * sizeof(pack_cell) +
         map_bytes(&p->cell_ids);
}
