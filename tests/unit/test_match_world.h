// Views built by hand, for the tests of matching.
#ifndef TEST_MATCH_WORLD_H
#define TEST_MATCH_WORLD_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "base/mem.h"
#include "match/esm.h"
#include "match/sbc.h"

typedef struct bench {
  sem m;  // terms and solver only
  esm *structure;
  sbc_options o;
  uint32_t width;  // of new literals
  view a, b;       // is a covered by b?
  pos_vec at;
  size_t live;
} bench;

static inline void bench_open(bench *w, const expr_options *eo) {
  memset(w, 0, sizeof *w);
  w->live = mem_live();
  w->m.terms = expr_table_new(eo);
  smt_config sc = smt_default_config();
  w->m.solver = smt_new(w->m.terms, &sc);
  w->structure = esm_new(w->m.terms);
  w->o = sbc_default_options();
  w->width = 8;
}

static inline void bench_close(bench *w) {
  view_fini(&w->a);
  view_fini(&w->b);
  vec_free(&w->at);
  esm_free(w->structure);
  smt_free(w->m.solver);
  expr_table_free(w->m.terms);
  assert_int_equal(mem_live(), w->live);
}

static inline void view_reset(view *v) {
  vec_clear(&v->words);
  vec_clear(&v->mask);
  vec_clear(&v->terms);
  vec_clear(&v->pc);
}

static inline void bench_next(bench *w) {
  view_reset(&w->a);
  view_reset(&w->b);
}

// A literal drawn at the given line.
static inline expr literal_at(bench *w, const char *name, uint32_t line) {
  expr_var_info info = {.name = name, .type_tag = w->width, .at = {.line = line}};
  return expr_var(w->m.terms, sort_bv(w->width), &info);
}

static inline expr literal(bench *w, const char *name) { return literal_at(w, name, 1); }

static inline expr number(bench *w, uint64_t n) { return expr_const(w->m.terms, w->width, n); }
static inline expr plus(bench *w, expr x, expr y) { return expr_add(w->m.terms, x, y); }
static inline expr times(bench *w, expr x, expr y) { return expr_mul(w->m.terms, x, y); }

static inline void put_word(view *v, uint64_t word) { vec_push(&v->words, word); }

// Constants are words, as in states.
static inline void put(bench *w, view *v, expr e) {
  if (expr_is_const(w->m.terms, e)) {
    put_word(v, expr_const_u64(w->m.terms, e));
    return;
  }
  vec_push(&v->mask, (uint32_t)v->words.len);
  vec_push(&v->terms, e);
  vec_push(&v->words, (uint64_t)0);
}

static inline void assume(view *v, expr c) { vec_push(&v->pc, c); }

// Positions to compare; false: the concrete parts differ already.
static inline bool comparable(bench *w) {
  assert_int_equal(w->a.words.len, w->b.words.len);
  pos_union(&w->a.mask, &w->b.mask, &w->at);
  for (size_t i = 0, next = 0; i < w->a.words.len; i++) {
    if (next < w->at.len && w->at.data[next] == i)
      next++;
    else if (w->a.words.data[i] != w->b.words.data[i])
      return false;
  }
  return true;
}

static inline bool says_esm(bench *w, bool rename) {
  return comparable(w) && pos_same(&w->a.mask, &w->b.mask) && esm_views(w->structure, &w->a, &w->b, rename, false);
}

static inline bool says_sbc(bench *w, sbc_relation rel, bool mapped) {
  if (!comparable(w)) return false;
  sbc *c = sbc_new(&w->m, &w->o);
  bool yes = mapped ? sbc_mapped(c, &w->a, &w->b, &w->at, rel) : sbc_plain(c, &w->a, &w->b, &w->at, rel);
  sbc_free(c);
  return yes;
}

static inline bool says_witness(bench *w) {
  if (!comparable(w)) return false;
  sbc *c = sbc_new(&w->m, &w->o);
  bool yes = sbc_witness(c, &w->a, &w->b, &w->at);
  sbc_free(c);
  return yes;
}

// *unknown: the solver did not answer.
static inline bool says_ess(bench *w, bool *unknown) {
  if (!comparable(w)) return false;
  sbc *c = sbc_new(&w->m, &w->o);
  bool yes = sbc_subsumed(c, &w->a, &w->b, &w->at, w->o.ess_rlimit);
  if (unknown) *unknown = sbc_unknown(c) > 0;
  sbc_free(c);
  return yes;
}

static inline smt_answer answers_ess(bench *w) {
  if (!comparable(w)) return SMT_SAT;
  sbc *c = sbc_new(&w->m, &w->o);
  smt_answer answer = sbc_subsumption(c, &w->a, &w->b, &w->at, w->o.ess_rlimit);
  sbc_free(c);
  return answer;
}

static inline bool says_refuted(bench *w) {
  if (!comparable(w)) return true;
  sbc *c = sbc_new(&w->m, &w->o);
  bool no = sbc_refuted(c, &w->a, &w->b, &w->at);
  sbc_free(c);
  return no;
}

static inline size_t count_mappings(bench *w, sbc_each *each, void *arg) {
  comparable(w);
  sbc *c = sbc_new(&w->m, &w->o);
  size_t n = sbc_mappings(c, &w->a, &w->b, &w->at, each, arg);
  sbc_free(c);
  return n;
}

#endif
