#include "match/pack.h"

#include "base/hash.h"
#include "state/keyset.h"

// Reads back what key_put wrote.
static const uint8_t *key_read(const uint8_t *p, uint64_t *x) {
  *x = 0;
  if (*p < 240) {
    *x = *p;
    return p + 1;
  }
  unsigned n = *p - 239u;
  for (unsigned i = 0; i < n; i++) *x |= (uint64_t)p[1 + i] << (8 * i);
  return p + 1 + n;
}

void pack_init(pack *p) {
  memset(p, 0, sizeof *p);
  vec_reserve(&p->text, 1);
  vec_push(&p->starts, 0);
  vec_push(&p->cells, (pack_cell){0});
}

void pack_fini(pack *p) {
  vec_free(&p->text);
  vec_free(&p->starts);
  vec_free(&p->alike);
  map64_fini(&p->by_hash);
  vec_free(&p->terms);
  vec_free(&p->cells);
  vec_free(&p->bytes);
  map64_fini(&p->cell_ids);
}

static uint32_t add_string(pack *p, const uint8_t *data, size_t len) {
  uint64_t hash = hash_bytes(data, len, 0), newest = 0;
  map64_get(&p->by_hash, hash, &newest);
  for (uint64_t i = newest; i; i = p->alike.data[i - 1]) {
    uint64_t start = p->starts.data[i - 1];
    if (p->starts.data[i] - start == len && (len == 0 || memcmp(p->text.data + start, data, len) == 0))
      return (uint32_t)i - 1;
  }
  uint32_t id = (uint32_t)p->alike.len;
  vec_push(&p->alike, (uint32_t)newest);
  map64_put(&p->by_hash, hash, (uint64_t)id + 1);
  vec_reserve(&p->text, p->text.len + len);
  if (len) memcpy(p->text.data + p->text.len, data, len);
  p->text.len += len;
  vec_push(&p->starts, p->text.len);
  return id;
}

// Most words are small: eight of one byte each are written at once.
static uint8_t *put_words(uint8_t *end, const uint64_t *w, size_t n) {
  size_t i = 0;
  for (; i + 8 <= n; i += 8, w += 8) {
    if ((w[0] | w[1] | w[2] | w[3] | w[4] | w[5] | w[6] | w[7]) < 128) {
      for (unsigned k = 0; k < 8; k++) end[k] = (uint8_t)w[k];
      end += 8;
    } else {
      for (unsigned k = 0; k < 8; k++) end = key_put(end, w[k]);
    }
  }
  for (; i < n; i++) end = key_put(end, *w++);
  return end;
}

uint32_t pack_data(pack *p, const view *v) {
  vec_reserve(&p->bytes, (v->words.len + 1) * KEY_MAX);
  uint8_t *end = p->bytes.data;
  size_t from = 0;
  for (size_t i = 0; i <= v->mask.len; i++) {
    size_t to = i < v->mask.len ? v->mask.data[i] : v->words.len;
    if (to > from) end = put_words(end, v->words.data + from, to - from);
    from = to + 1;
  }
  return add_string(p, p->bytes.data, (size_t)(end - p->bytes.data));
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

packed pack_add(pack *p, const view *v) { return pack_put(p, v, pack_data(p, v)); }

packed pack_put(pack *p, const view *v, uint32_t data) {
  CHECK(p->terms.len + v->terms.len < UINT32_MAX, "too many stored terms");
  packed r = {.data = data, .terms = (uint32_t)p->terms.len, .pc = add_pathcond(p, &v->pc)};
  for (size_t i = 0; i < v->terms.len; i++) vec_push(&p->terms, v->terms.data[i]);
  return r;
}

static void read_words(const pack *p, uint32_t data, const pos_vec *mask, view *out) {
  size_t next = 0;
  const uint8_t *at = p->text.data + p->starts.data[data], *end = p->text.data + p->starts.data[data + 1];
  vec_clear(&out->words);
  while (at < end || next < mask->len) {
    uint64_t word = 0;
    if (next < mask->len && mask->data[next] == out->words.len) {
      next++;
    } else {
      at = key_read(at, &word);
    }
    vec_push(&out->words, word);
  }
}

void pack_open(const pack *p, packed at, const pos_vec *mask, bool words, view *out) {
  vec_clear(&out->words);
  if (words) read_words(p, at.data, mask, out);
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

static size_t map_bytes(const map64 *m) { return m->cap * sizeof *m->entries + m->slots * sizeof(uint32_t); }

size_t pack_bytes(const pack *p) {
  return p->text.cap + p->starts.cap * sizeof(uint64_t) + p->alike.cap * sizeof(uint32_t) + map_bytes(&p->by_hash) +
         p->terms.cap * sizeof(expr) + p->cells.cap * sizeof(pack_cell) + map_bytes(&p->cell_ids) + p->bytes.cap;
}
