// The entry of the chain: normalises a question, cuts it into components and asks the layers, cheapest first.
#include "base/str.h"
#include "smt/smt_impl.h"

smt_config smt_default_config(void) {
  return (smt_config){
      .rlimit = 0, .seed = 0, .cache = true, .slice = true, .interval = true, .random = 32, .enumerate = 4096};
}

static const smt_backend *backend_of(smt_solver which) {
  switch (which) {
  case SMT_SOLVER_Z3: return &smt_backend_z3;
  case SMT_SOLVER_CVC5: return &smt_backend_cvc5;
  }
  UNREACHABLE("unknown solver");
}

bool smt_solver_exists(smt_solver which) { return which != SMT_SOLVER_CVC5 || smt_cvc5_exists(); }

smt *smt_new(expr_table *t, const smt_config *config) {
  smt *s = MEM_NEW(smt);
  s->t = t;
  s->config = config ? *config : smt_default_config();
  s->limit = s->config.rlimit;
  s->cache = smt_cache_new();
  s->backend = backend_of(s->config.solver);
  s->solver = s->backend->open(t, &s->config);
  s->stopper = smt_stopper_new();
  s->index = pathcond_index_new();
  s->nothing = model_new();
  s->mem = arena_new();
  return s;
}

void smt_free(smt *s) {
  if (!s) return;
  smt_stopper_free(s->stopper);  // first: its thread may be using the solver
  s->backend->close(s->solver);
  smt_cache_free(s->cache);
  pathcond_index_free(s->index);
  model_free(s->nothing);
  id_scratch_fini(&s->scratch);
  map64_fini(&s->literal_index);
  vec_free(&s->literal_sets);
  arena_free(s->mem);
  mem_free(s);
}

bool smt_collection_due(const smt *s, uint64_t least) {
  enum { LEAST = 1u << 20 };
  size_t words = smt_cache_words(s->cache);
  return words >= LEAST && words >= 2 * s->words_kept && words >= least;
}

void smt_collect(smt *s) {
  s->backend->forget(s->solver);
  smt_cache_collect(s->cache, s->t);
  pathcond_index_clear(s->index);
  id_scratch_fini(&s->scratch);
  map64_fini(&s->literal_index);
  vec_free(&s->literal_sets);
  arena_free(s->mem);
  s->mem = arena_new();
  s->words_kept = smt_cache_words(s->cache);
}

expr_table *smt_terms(smt *s) { return s->t; }
void smt_interrupt(smt *s) { smt_stopper_stop(s->stopper); }
bool smt_interrupted(const smt *s) { return smt_stopper_stopped(s->stopper); }
const smt_stats *smt_get_stats(const smt *s) { return &s->stats; }

// The layers, cheapest first; a question is booked on the deepest one that any of its components needed.
typedef enum layer { LAYER_REWRITE, LAYER_CACHE, LAYER_INTERVAL, LAYER_MODEL, LAYER_SOLVER } layer;

static void book(smt *s, layer deepest) {
  switch (deepest) {
  case LAYER_REWRITE: s->stats.by_rewrite++; break;
  case LAYER_CACHE: s->stats.by_cache++; break;
  case LAYER_INTERVAL: s->stats.by_interval++; break;
  case LAYER_MODEL: s->stats.by_model++; break;
  case LAYER_SOLVER: break;
  }
}

// `body` under the quantifier over `bound`, or EXPR_NONE for a question without one.
static void log_query(smt *s, const expr *conjuncts, size_t n, const expr *bound, size_t n_bound, expr body) {
  strbuf text = {0};
  sb_printf(&text, "; query %llu\n", (unsigned long long)s->stats.solver_calls + 1);
  if (expr_some(body))
    expr_print_smtlib_forall(s->t, conjuncts, n, bound, n_bound, body, &text);
  else
    expr_print_smtlib_query(s->t, conjuncts, n, &text);
  fputs(sb_text(&text), s->config.log);
  sb_fini(&text);
}

static smt_answer log_answer(smt *s, smt_answer a) {
  static const char *const name[] = {[SMT_UNSAT] = "unsat", [SMT_SAT] = "sat", [SMT_UNKNOWN] = "unknown"};
  fprintf(s->config.log, "; %s\n(reset)\n", name[a]);
  fflush(s->config.log);
  return a;
}

smt_answer smt_confirm(smt *s, const expr *conjuncts, size_t n, model **m) {
  bool good = *m && smt_model_satisfies(s->t, conjuncts, n, *m);
  CHECK(good || !*m || !s->config.validate, "a model of the solver does not satisfy its query");
  if (good) return SMT_SAT;
  model_free(*m);
  *m = NULL;
  return SMT_UNKNOWN;
}

static smt_answer ask_solver(smt *s, const expr *conjuncts, size_t n, model **out) {
  if (s->limit == SMT_NOTHING) return SMT_UNKNOWN;
  if (!s->config.log) return s->backend->check(s, conjuncts, n, out);
  log_query(s, conjuncts, n, NULL, 0, EXPR_NONE);
  return log_answer(s, s->backend->check(s, conjuncts, n, out));
}

// One component through all layers. On SAT *out is a model.
static smt_answer ask_layers(smt *s, const expr *conjuncts, size_t n, model **out, layer *used) {
  *out = NULL;
  *used = LAYER_CACHE;
  bool found = false;
  if (s->config.cache) {
    smt_answer a = smt_cache_find(s->cache, conjuncts, n, &found, out);
    if (found) return a;
  }
  *used = LAYER_INTERVAL;
  smt_answer a = s->config.interval ? smt_interval(s, conjuncts, n, out) : SMT_UNKNOWN;
  if (a == SMT_UNKNOWN && s->config.cache) {
    *used = LAYER_MODEL;
    if (smt_cache_try_models(s->cache, s->t, conjuncts, n, out)) a = SMT_SAT;
  }
  if (a == SMT_UNKNOWN) {
    *used = LAYER_SOLVER;
    a = ask_solver(s, conjuncts, n, out);
    if (a == SMT_UNKNOWN && s->limit != SMT_NOTHING && !smt_interrupted(s)) a = smt_last_tries(s, conjuncts, n, out);
  }
  // An interrupted question has no answer worth keeping; one that hit the usual limit would hit it again.
  bool passing = a == SMT_UNKNOWN && (smt_interrupted(s) || s->limit != s->config.rlimit);
  if (s->config.cache && !passing) smt_cache_put(s->cache, conjuncts, n, a, *out);
  return a;
}

// Splits, drops duplicates, finds a literal next to its negation. False: the conjunction is false.
static bool normalise(smt *s, const expr *conjuncts, size_t n, expr_vec *out) {
  expr_vec parts = {0};
  bool possible = true;
  for (size_t i = 0; i < n; i++) smt_split(s->t, expr_enrich(s->t, conjuncts[i]), &parts);
  id_scratch_begin(&s->scratch);
  for (size_t i = 0; i < parts.len && possible; i++) {
    expr c = parts.data[i];
    bool negated = expr_get_op(s->t, c) == EXPR_NOT;
    uint32_t atom = negated ? expr_arg(s->t, c, 0).id : c.id;
    if (expr_is_false(s->t, c)) {
      possible = false;
    } else if (id_scratch_has(&s->scratch, atom)) {
      possible = id_scratch_get(&s->scratch, atom) == negated;
    } else {
      id_scratch_put(&s->scratch, atom, negated);
      vec_push(out, c);
    }
  }
  vec_free(&parts);
  return possible;
}

// Copies the values of the component's own literals.
static void merge_model(smt *s, model *into, const model *from, const expr *conjuncts, size_t n) {
  for (size_t i = 0; i < n; i++) {
    literal_set set = smt_literals(s, conjuncts[i]);
    for (size_t j = 0; j < set.len; j++) {
      expr v = model_get(from, set.data[j]);
      if (expr_some(v)) model_set(into, set.data[j], v);
    }
  }
}

// Every component must be satisfiable. The last conjunct's component comes first: it is the one that is new.
static smt_answer ask_components(smt *s, const expr *c, size_t n, model *merged, layer *deepest) {
  uint32_t *part = mem_alloc(n * sizeof *part);
  size_t count = 1;
  if (s->config.slice)
    count = smt_components(s, c, n, part);
  else
    memset(part, 0, n * sizeof *part);
  uint32_t last = part[n - 1];
  smt_answer total = SMT_SAT;
  expr_vec own = {0};
  for (size_t k = 0; k < count && total != SMT_UNSAT; k++) {
    uint32_t want = k == 0 ? last : k <= last ? (uint32_t)k - 1 : (uint32_t)k;
    vec_clear(&own);
    for (size_t i = 0; i < n; i++)
      if (part[i] == want) vec_push(&own, c[i]);
    model *m;
    layer used;
    smt_answer a = ask_layers(s, own.data, own.len, &m, &used);
    if (used > *deepest) *deepest = used;
    if (a != SMT_SAT) total = a;
    if (m) merge_model(s, merged, m, own.data, own.len);
    model_free(m);
  }
  vec_free(&own);
  mem_free(part);
  return total;
}

// The question itself, without booking it. *deepest is the deepest layer that was needed.
static smt_answer answer_of(smt *s, const expr *conjuncts, size_t n, model **out, layer *deepest) {
  expr_vec list = {0};
  smt_answer answer = SMT_UNSAT;
  model *m = model_new();
  if (normalise(s, conjuncts, n, &list))
    answer = list.len ? ask_components(s, list.data, list.len, m, deepest) : SMT_SAT;
  vec_free(&list);
  if (answer == SMT_SAT && s->config.validate)
    CHECK(smt_model_satisfies(s->t, conjuncts, n, m), "a model does not satisfy its query");
  if (answer == SMT_SAT && out)
    *out = m;
  else
    model_free(m);
  return answer;
}

smt_answer smt_ask(smt *s, const expr *conjuncts, size_t n, model **out) {
  layer deepest = LAYER_REWRITE;
  if (out) *out = NULL;
  return smt_interrupted(s) ? SMT_UNKNOWN : answer_of(s, conjuncts, n, out, &deepest);
}

smt_answer smt_check(smt *s, const expr *conjuncts, size_t n, model **out) {
  if (out) *out = NULL;
  s->stats.queries++;
  layer deepest = LAYER_REWRITE;
  smt_answer answer = smt_interrupted(s) ? SMT_UNKNOWN : answer_of(s, conjuncts, n, out, &deepest);
  if (answer == SMT_UNKNOWN)
    s->stats.unknown++;
  else
    book(s, deepest);
  return answer;
}

smt_answer smt_check_within(smt *s, const expr *conjuncts, size_t n, model **out, uint64_t rlimit) {
  uint64_t usual = s->config.rlimit;
  if (rlimit && (!usual || rlimit < usual)) s->limit = rlimit;
  smt_answer answer = smt_check(s, conjuncts, n, out);
  s->limit = usual;
  return answer;
}

smt_answer smt_check_forall(smt *s, const expr *conjuncts, size_t n, const expr *bound, size_t n_bound, expr body,
                            uint64_t rlimit) {
  s->stats.queries++;
  body = expr_enrich(s->t, body);
  if (expr_is_false(s->t, body)) {
    s->stats.by_rewrite++;
    return SMT_UNSAT;
  }
  smt_answer a = SMT_UNKNOWN;
  s->limit = rlimit;
  if (!smt_interrupted(s)) a = smt_forall(s, conjuncts, n, bound, n_bound, &body);
  s->limit = s->config.rlimit;
  if (a == SMT_UNKNOWN && !smt_interrupted(s)) {
    if (s->config.log) log_query(s, conjuncts, n, bound, n_bound, body);
    a = s->backend->forall(s, conjuncts, n, bound, n_bound, body, rlimit);
    if (s->config.log) log_answer(s, a);
  }
  if (a == SMT_UNKNOWN) s->stats.unknown++;
  return a;
}
