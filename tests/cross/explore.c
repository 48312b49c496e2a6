// Exhaustive search on the step interface, as plain as possible: no engine, no reduction; with a visited set only to
// see whether its keys hold all that matters.
#include "cross/outcome.h"

#include "sem/forms.h"
#include "state/store.h"

typedef struct explorer {
  const ir_module *m;
  sem *sem;
  const outcome_options *o;
  uint64_t max_steps;
  VEC(state *) todo;
  explore_mode mode;
  state_store *visited;  // EXPLORE_STORED, EXPLORE_TIMELESS
  outcome *out;
} explorer;

typedef VEC(const state_input *) input_vec;

static void literals_of(explorer *x, const state *s, input_vec *out) {
  for (const state_input *in = state_inputs(s); in != NULL; in = in->older) {
    if (!expr_is_const(x->sem->terms, in->literal)) vec_push(out, in);
  }
}

// The n-th assignment as a model; false if it violates the path condition.
static bool assignment(explorer *x, const input_vec *inputs, uint64_t n, const expr_vec *conjuncts, model *values) {
  expr_table *t = x->sem->terms;
  for (size_t i = 0; i < inputs->len; i++) {
    const state_input *in = inputs->data[i];
    uint64_t count = input_count(x->m, in->type, x->o->lo, x->o->hi);
    uint64_t bits = input_value(x->m, in->type, x->o->lo, n % count);
    model_set(values, in->literal, expr_const(t, expr_width(t, in->literal), bits));
    n /= count;
  }
  for (size_t i = 0; i < conjuncts->len; i++) {
    if (!expr_eval_true(t, conjuncts->data[i], values)) return false;
  }
  return true;
}

static void record_one(explorer *x, const state *s, const sem_succ *end) {
  strbuf text = {0};
  if (end->kind == SEM_VIOLATION) {
    outcome_violation_text(end->check, end->at, &text);
    outcome_add(&x->out->violations, sb_text(&text), 1);
  } else {
    x->out->finished++;
    sem_dump(x->sem, s, &text);
    outcome_add(&x->out->finals, sb_text(&text), 1);
  }
  sb_fini(&text);
}

// A symbolic end stands for as many runs as there are assignments that satisfy its path condition.
static void record(explorer *x, const sem_succ *end) {
  input_vec inputs = {0};
  expr_vec conjuncts = {0};
  literals_of(x, end->s, &inputs);
  pathcond_conjuncts(state_pathcond(end->s), &conjuncts);
  if (state_inputs(end->s) != NULL) x->out->has_inputs = true;
  if (end->kind != SEM_VIOLATION) x->out->paths++;
  uint64_t n = 1;
  for (size_t i = 0; i < inputs.len; i++) n *= input_count(x->m, inputs.data[i]->type, x->o->lo, x->o->hi);
  for (uint64_t i = 0; i < n; i++) {
    model *values = model_new();
    if (inputs.len == 0) {
      record_one(x, end->s, end);
    } else if (assignment(x, &inputs, i, &conjuncts, values)) {
      state *s = state_fork(end->s);
      sem_fix_inputs(x->sem, s, values);
      record_one(x, s, end);
      state_unref(s);
    }
    model_free(values);
  }
  vec_free(&inputs);
  vec_free(&conjuncts);
}

static bool seen_before(explorer *x, state *s) {
  if (x->visited == NULL || sem_interrupted(s)) return false;
  bool is_new = false;
  state_store_add(x->visited, s, x->mode == EXPLORE_TIMELESS && sem_time_abstractable(x->sem, s), &is_new);
  return !is_new;
}

static void take(explorer *x, sem_succ *succ) {
  switch (succ->kind) {
  case SEM_NEXT:
  case SEM_INTERRUPTED:
    if (seen_before(x, succ->s)) break;
    vec_push(&x->todo, succ->s);
    succ->s = NULL;
    break;
  case SEM_FINAL:
  case SEM_VIOLATION: record(x, succ); break;
  case SEM_CUT: break;
  case SEM_UNKNOWN:
    x->out->complete = false;
    x->out->why = "the step interface gave up";
    break;
  }
}

static void expand(explorer *x, state *s, proc_vec *procs, sem_out *next) {
  vec_clear(procs);
  sem_enabled(x->sem, s, procs);
  CHECK(procs->len > 0, "a state that is not final has an enabled process");
  for (size_t i = 0; i < procs->len; i++) {
    bool last = i + 1 == procs->len;
    if (x->out->steps++ >= x->max_steps) x->out->complete = false;
    sem_step(x->sem, last ? s : state_fork(s), procs->data[i], next);
    for (size_t k = 0; k < next->succs.len; k++) take(x, &next->succs.data[k]);
    sem_out_clear(next);
  }
}

void cross_explore_run(const ir_module *m, const outcome_options *o, explore_mode mode, uint64_t max_steps,
                       outcome *out) {
  *out = (outcome){.complete = true};
  expr_options eo = {0};
  smt_config sc = smt_default_config();
  expr_table *terms = expr_table_new(&eo);
  smt *solver = smt_new(terms, &sc);
  sem_options so = sem_default_options();
  so.checks = o->checks;
  so.pending_multi = o->multi;
  explorer x = {
      .m = m, .sem = sem_new(m, terms, solver, &so), .o = o, .max_steps = max_steps, .mode = mode, .out = out};
  if (mode != EXPLORE_ALL) x.visited = state_store_new(terms, solver);
  proc_vec procs = {0};
  sem_out next = {0};
  vec_push(&x.todo, sem_initial(x.sem));
  while (x.todo.len > 0 && out->complete) expand(&x, vec_pop(&x.todo), &procs, &next);
  while (x.todo.len > 0) state_unref(vec_pop(&x.todo));
  vec_free(&x.todo);
  if (x.visited != NULL) state_store_free(x.visited);
  vec_free(&procs);
  sem_out_fini(&next);
  sem_free(x.sem);
  smt_free(solver);
  expr_table_free(terms);
}
