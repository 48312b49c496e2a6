#include "engine/trace/canon.h"

#include <string.h>

void canon_fini(canon *c) {
  vec_free(&c->bytes);
  vec_free(&c->index);
  vec_free(&c->last);
  vec_free(&c->by_proc);
  vec_free(&c->count);
  vec_free(&c->first);
}

static void put(canon *c, uint64_t x) {
  vec_reserve(&c->bytes, c->bytes.len + KEY_MAX);
  uint8_t *end = key_put(c->bytes.data + c->bytes.len, x);
  c->bytes.len = (size_t)(end - c->bytes.data);
}

// Events sorted by process, in order; `index` is the number of an event within its process.
static proc_id sort_events(canon *c, const canon_event *e, size_t from, size_t n) {
  proc_id top = 0;
  for (size_t i = from; i < n; i++) top = e[i].proc > top ? e[i].proc : top;
  vec_reserve(&c->count, top + 2u);
  vec_reserve(&c->first, top + 2u);
  vec_reserve(&c->last, top + 2u);
  vec_reserve(&c->index, n);
  vec_reserve(&c->by_proc, n);
  memset(c->count.data, 0, (top + 2u) * sizeof(uint32_t));
  for (size_t i = from; i < n; i++) c->index.data[i] = c->count.data[e[i].proc]++;
  uint32_t at = 0;
  for (proc_id p = 0; p <= top; p++) {
    c->first.data[p] = at;
    at += c->count.data[p];
  }
  for (size_t i = from; i < n; i++) c->by_proc.data[c->first.data[e[i].proc] + c->index.data[i]] = (uint32_t)i;
  return top;
}

// The last event of each other process before j that depends on it.
static void put_event(canon *c, const canon_event *e, size_t from, uint32_t j, proc_id top, const canon_pairs *pairs) {
  memset(c->last.data, 0, (top + 1u) * sizeof(uint32_t));
  for (uint32_t i = j; i-- > from && !pairs;) {
    if (e[i].proc == e[j].proc || c->last.data[e[i].proc] || !touches_own_dependent(e[i].touched, e[j].touched))
      continue;
    c->last.data[e[i].proc] = c->index.data[i] + 1;
  }
  for (uint32_t k = pairs ? pairs->first[j] : 0; pairs && k < pairs->first[j + 1]; k++) {
    uint32_t i = pairs->pairs[k];
    if (i >= from) c->last.data[e[i].proc] = c->index.data[i] + 1;
  }
  for (proc_id p = 0; p <= top; p++) {
    if (!c->last.data[p]) continue;
    put(c, p + 1u);
    put(c, c->last.data[p] - 1);
  }
  put(c, 0);
}

void canon_append(canon *c, const canon_event *e, size_t from, size_t n, const canon_pairs *pairs) {
  put(c, n - from);
  if (n == from) return;
  proc_id top = sort_events(c, e, from, n);
  for (proc_id p = 0; p <= top; p++) {
    uint32_t k = c->count.data[p];
    if (!k) continue;
    put(c, p);
    put(c, k);
    for (uint32_t i = 0; i < k; i++) put_event(c, e, from, c->by_proc.data[c->first.data[p] + i], top, pairs);
  }
}

void canon_make(canon *c, const canon_event *e, size_t n) {
  vec_clear(&c->bytes);
  canon_append(c, e, 0, n, NULL);
}

// Where the event of v stands that has the process and number of u[i]; m: nowhere.
static size_t same_event(const canon_event *u, size_t i, const canon_event *v, size_t m) {
  size_t number = 0, at = 0;
  for (size_t k = 0; k < i; k++) number += u[k].proc == u[i].proc;
  for (; at < m; at++) {
    if (v[at].proc == u[i].proc && number-- == 0) break;
  }
  return at;
}

bool canon_swapped(const canon_event *u, size_t n, const canon_event *v, size_t m) {
  for (size_t j = 0; j < n; j++) {
    size_t b = same_event(u, j, v, m);
    for (size_t i = 0; i < j && b < m; i++) {
      if (u[i].proc == u[j].proc || !touches_own_dependent(u[i].touched, u[j].touched)) continue;
      size_t a = same_event(u, i, v, m);
      if (a < m && b < a && touches_own_dependent(v[a].touched, v[b].touched)) return true;
    }
  }
  return false;
}

void canon_print(const uint8_t *bytes, size_t len, strbuf *out) {
  uint64_t n;
  const uint8_t *at = key_get(bytes, &n), *first = at, *end = bytes + len;
  while (at < end) {
    uint64_t proc, events, from, index;
    sb_puts(out, at > first ? " | " : "");
    at = key_get(key_get(at, &proc), &events);
    sb_printf(out, "%llu:", (unsigned long long)proc);
    for (uint64_t i = 0; i < events; i++) {
      const char *before = " ";
      for (at = key_get(at, &from); from; at = key_get(at, &from)) {
        at = key_get(at, &index);
        sb_printf(out, "%s%llu.%llu", before, (unsigned long long)from - 1, (unsigned long long)index);
        before = ",";
      }
      if (*before == ' ') sb_puts(out, " -");
    }
  }
}
