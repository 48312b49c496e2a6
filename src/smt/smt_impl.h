// Inside of the solver chain; included by src/smt/*.c only.
//
// One file per layer. A layer gets the conjuncts of one component and answers or passes (SMT_UNKNOWN = "not me").
#ifndef SMT_SMT_IMPL_H
#define SMT_SMT_IMPL_H

#include <stdatomic.h>

#include "base/arena.h"
#include "base/map64.h"
#include "smt/smt.h"

// Numbers attached to term ids for the length of one traversal. By pages, because ids grow with the run and few are in use.
enum { ID_PAGE_BITS = 9, ID_PAGE = 1 << ID_PAGE_BITS };
typedef struct id_number {
  uint32_t stamp, value;
} id_number;
typedef struct id_scratch {
  VEC(id_number *) pages;  // NULL: nothing was ever attached there
  uint32_t now;
} id_scratch;
void id_scratch_begin(id_scratch *x);
void id_scratch_fini(id_scratch *x);
void id_scratch_put(id_scratch *x, uint32_t id, uint32_t value);
static inline bool id_scratch_has(const id_scratch *x, uint32_t id) {
  size_t page = id >> ID_PAGE_BITS;
  return page < x->pages.len && x->pages.data[page] && x->pages.data[page][id & (ID_PAGE - 1)].stamp == x->now;
}
static inline uint32_t id_scratch_get(const id_scratch *x, uint32_t id) {  // it has one
  return x->pages.data[id >> ID_PAGE_BITS][id & (ID_PAGE - 1)].value;
}

// The literals of a conjunct, collected once.
typedef struct literal_set {
  const expr *data;
  size_t len;
} literal_set;

typedef struct smt_cache smt_cache;
typedef struct smt_stopper smt_stopper;
typedef struct pathcond_index pathcond_index;

// A solver at the end of the chain. Its own state hangs in smt.solver.
typedef struct smt_backend {
  void *(*open)(expr_table *t, const smt_config *config);  // starts nothing: most runs never need a solver
  void (*close)(void *self);
  // Within s->limit. On SMT_SAT *out is a model that was evaluated (smt_confirm).
  smt_answer (*check)(smt *s, const expr *conjuncts, size_t n, model **out);
  smt_answer (*forall)(smt *s, const expr *conjuncts, size_t n, const expr *bound, size_t n_bound, expr body,
                       uint64_t rlimit);
  void (*forget)(void *self);  // all terms
} smt_backend;
extern const smt_backend smt_backend_z3, smt_backend_cvc5;

struct smt {
  expr_table *t;
  smt_config config;
  uint64_t limit;  // of the question at hand: the configured one, or that of a quantified question
  smt_stats stats;
  smt_cache *cache;
  const smt_backend *backend;
  void *solver;
  smt_stopper *stopper;
  pathcond_index *index;
  uint64_t serial;  // of the youngest node of a path condition
  model *nothing;   // the model of `true`
  id_scratch scratch;
  map64 literal_index;  // conjunct -> position in literal_sets
  VEC(literal_set) literal_sets;
  size_t words_kept;  // of remembered answers, when terms were last collected
  arena *mem;
};

// smt_chain.c: smt_check for a part of another question, which is not booked.
smt_answer smt_ask(smt *s, const expr *conjuncts, size_t n, model **out);

// smt_forall.c: conjuncts & for all `bound`: *body. SMT_UNKNOWN: not decided; *body is then an equivalent, simpler one.
smt_answer smt_forall(smt *s, const expr *conjuncts, size_t n, const expr *bound, size_t n_bound, expr *body);

// smt_slice.c
literal_set smt_literals(smt *s, expr e);
// part[i] := number of the component of conjunct i, numbered by first occurrence; returns how many there are.
size_t smt_components(smt *s, const expr *conjuncts, size_t n, uint32_t *part);

// pathcond_index.c
pathcond_index *pathcond_index_new(void);
void pathcond_index_free(pathcond_index *x);
void pathcond_index_clear(pathcond_index *x);

// smt_rewrite.c: the conjuncts of c, with nested conjunctions split and constants true dropped.
void smt_split(expr_table *t, expr c, expr_vec *out);

// smt_interval.c
smt_answer smt_interval(smt *s, const expr *conjuncts, size_t n, model **out);

// smt_tries.c: behind a solver without an answer; as often as the configuration says.
smt_answer smt_last_tries(smt *s, const expr *conjuncts, size_t n, model **out);

// smt_cache.c
smt_cache *smt_cache_new(void);
void smt_cache_free(smt_cache *c);
// The remembered answer for this set of conjuncts, if any (*found). *out is a copy.
smt_answer smt_cache_find(smt_cache *c, const expr *conjuncts, size_t n, bool *found, model **out);
// A remembered model that satisfies all conjuncts.
bool smt_cache_try_models(smt_cache *c, expr_table *t, const expr *conjuncts, size_t n, model **out);
void smt_cache_put(smt_cache *c, const expr *conjuncts, size_t n, smt_answer a, const model *m);
size_t smt_cache_words(const smt_cache *c);
void smt_cache_collect(smt_cache *c, expr_table *t);  // drops answers to questions with terms that are about to die
bool smt_model_satisfies(expr_table *t, const expr *conjuncts, size_t n, const model *m);

// smt_stop.c: makes smt_interrupt safe from signal handlers and without races.
smt_stopper *smt_stopper_new(void);
void smt_stopper_free(smt_stopper *x);
void smt_stopper_stop(smt_stopper *x);
bool smt_stopper_stopped(const smt_stopper *x);
// Around a solver call: between enter and leave a stop calls `cut(arg)` until leave. False: stopped, do not start.
bool smt_stopper_enter(smt_stopper *x, void (*cut)(void *arg), void *arg);
void smt_stopper_leave(smt_stopper *x);

// smt_chain.c: what a backend says after SAT. An answer whose model *m is missing or wrong is none.
smt_answer smt_confirm(smt *s, const expr *conjuncts, size_t n, model **m);

// smt_z3.c: does Z3 accept the text as an SMT-LIB script, and what does it say to it? For tests of the printer.
bool smt_z3_run_script(smt *s, const char *script, smt_answer *answer);

// smt_cvc5.c
bool smt_cvc5_exists(void);

#endif
