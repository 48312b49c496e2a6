// Is what was taken for data (IR_DATA) a part of an object of synchronisation after all?
//
// The pass `guarded` lets a write go on without a step if nobody accesses the same data. That it is no part of a mutex, condition or the like which
// others use cannot be known before the run where its place in the object is not (heap objects, indices). So it is looked at in all runs that are explored: words that such
// writes meet, and words where objects of synchronisation are, by allocation site. Once a word is both the search cannot prove anything, and `verify` begins anew
// with --visible=shared.
//
// Why that is enough: take a run in which such a write meets what another process uses, up to the first such write. The writes before it met nothing, so the
// argument of pass_guarded.c holds up to there: some explored run has made the uses of that run, and the process comes to this write in it, or in
// one that goes on from the same state. Both are seen, in whatever order and run.
#include "base/hash.h"
#include "sem/sem_impl.h"

enum { WORD = 4 };  // bytes; no object of synchronisation begins at a smaller distance from data
enum { WRITTEN = 1, USED = 2 };

static uint32_t family_of(const world *m, uint32_t obj) {
  const alloc_site *site = heap_site(m, obj);
  return site ? m->base.ir->n_globals + 1 + (uint32_t)(site - m->sites.data) : obj;
}

static uint64_t word_key(uint32_t family, uint64_t word) { return hash_combine(family, word); }

// The word is now this as well. False: it is both.
static bool note_word(world *m, uint32_t family, uint64_t word, uint64_t what) {
  uint64_t key = word_key(family, word), known = 0;
  map64_get(&m->words, key, &known);
  if ((known | what) != known) map64_put(&m->words, key, known | what);
  return (known | what) != (WRITTEN | USED);
}

static bool is_broken(run *r) { return fork_unknown(r, SEM_DATA_IS_MUTEX), false; }

bool apart_used(run *r, event_id e) {
  world *m = r->m;
  uint32_t family = family_of(m, e.obj);
  uint64_t known = 0;
  if (!m->has_data) return true;
  map64_get(&m->words, word_key(family, e.offset / WORD), &known);
  if (!(known & USED)) vec_push(&m->used_words, ((used_word){family, e.offset}));
  bool fits = note_word(m, family, e.offset / WORD, USED);
  return (fits && !map64_get(&m->anywhere, family, NULL)) || is_broken(r);
}

// At a symbolic place: does it meet a word that is in use?
static bool written_somewhere(run *r, uint32_t family, value ptr, uint64_t bytes) {
  world *m = r->m;
  expr_table *t = m->base.terms;
  for (size_t k = 0; k < m->used_words.len; k++) {
    if (m->used_words.data[k].family != family) continue;
    uint64_t at = m->used_words.data[k].offset;
    expr distance = expr_sub(t, expr_const(t, 64, at), ptr.e);
    decision d = fork_decide(r, expr_ult(t, distance, expr_const(t, 64, bytes)));
    if (d == DECIDE_FORKED) return false;
    if (d == DECIDE_YES) return is_broken(r);
  }
  map64_put(&m->anywhere, family, 1);
  return true;
}

bool apart_written(run *r, value ptr, uint64_t bytes) {
  world *m = r->m;
  if (!m->has_data || !ptr.obj) return true;
  uint32_t family = family_of(m, ptr.obj);
  if (!value_is_concrete(ptr)) return written_somewhere(r, family, ptr, bytes);
  for (uint64_t w = ptr.bits / WORD; w <= (ptr.bits + bytes - 1) / WORD; w++)
    if (!note_word(m, family, w, WRITTEN)) return is_broken(r);
  return true;
}

bool apart_has_data(const ir_module *ir) {
  for (uint32_t f = 1; f <= ir->n_funcs; f++)
    for (uint32_t c = 0; c < ir->funcs[f].n_code; c++)
      if (ir->funcs[f].code[c].flags & IR_DATA) return true;
  return false;
}
