// links: engine sem front_ivl
// Dynamic partial order reduction for threads against exhaustive enumeration: random little programs over a few variables
// and mutexes, as a step interface of their own. Every maximal execution (complete, deadlocked or cut) must be found up to
// the order of independent steps, and found once; wake-up trees must start no run in vain.
#include "test_sem_world.h"

#include "base/hash.h"
#include "base/map64.h"
#include "base/rng.h"
#include "engine/engine.h"
#include "state/state_impl.h"

enum { MAX_PROC = 4, MAX_OPS = 6, VARS = 3, MUTEXES = 2, MAX_TOUCH = 6 };

typedef enum mock_op {
  OP_READ,
  OP_WRITE,
  OP_CAS,
  OP_IF,
  OP_LOCK,
  OP_UNLOCK,
  OP_TRY,
  OP_ASSUME,
  OP_SPAWN,
  OP_JOIN,  // one place each
  OP_AWAIT,
  OP_AWAIT_BOTH,
  OP_REGION,
  OP_FORK
} mock_op;
static const char *const op_names[] = {"read",   "write", "cas",  "if",    "lock",       "unlock", "try",
                                       "assume", "spawn", "join", "await", "await-both", "region", "fork"};

typedef struct mock_instr {
  mock_op op;
  uint8_t x, k, y;
} mock_instr;
typedef struct mock_program {
  unsigned n_procs;
  bool spawns;  // only process 1 is there at the begin
  unsigned n[MAX_PROC + 1];
  mock_instr code[MAX_PROC + 1][MAX_OPS];
} mock_program;

typedef struct mock_state {
  uint32_t parent;  // the state before the step that led here
  uint8_t proc, outcome, n_touched;
  touch touched[MAX_TOUCH];
  bool begun, inside;
  uint8_t pc[MAX_PROC + 1], var[VARS], holder[MUTEXES];
  bool live[MAX_PROC + 1], fresh[MAX_PROC + 1], parked[MAX_PROC + 1];
} mock_state;

typedef struct mock {
  sem base;
  world *w;
  const mock_program *prog;
  VEC(mock_state) states;
  expr inputs[MAX_PROC + 1][MAX_OPS];
  map64 found;     // canonical executions -> how often
  bool searching;  // executions are found by the engine, not by enumeration
  size_t missing, twice;
} mock;

// --- the meaning of programs ----------------------------------------------------------------------------------------------

static bool has_ended(const mock *m, const mock_state *s, proc_id p) {
  return s->live[p] && !s->parked[p] && s->pc[p] >= m->prog->n[p];
}

static bool can_step(const mock *m, const mock_state *s, proc_id p) {
  if (!s->live[p] || s->parked[p] || has_ended(m, s, p)) return false;
  const mock_instr *i = &m->prog->code[p][s->pc[p]];
  if (i->op == OP_LOCK) return s->holder[i->x % MUTEXES] == 0;
  if (i->op == OP_AWAIT) return s->var[i->x] == i->k;
  if (i->op == OP_AWAIT_BOTH) return s->var[i->x] == s->var[i->y];
  if (i->op == OP_JOIN) return has_ended(m, s, i->k) && !s->fresh[i->k];
  return true;
}

static void list_enabled(const mock *m, const mock_state *s, proc_vec *out) {
  if (!s->begun) {
    vec_push(out, PROC_KERNEL);
    return;
  }
  if (s->inside) {
    vec_push(out, s->proc);
    return;
  }
  for (proc_id p = 1; p <= m->prog->n_procs; p++) {
    if (!s->fresh[p]) continue;
    vec_push(out, p);
    return;
  }
  size_t before = out->len;
  for (proc_id p = 1; p <= m->prog->n_procs; p++) {
    if (can_step(m, s, p)) vec_push(out, p);
  }
  if (out->len == before) vec_push(out, PROC_KERNEL);
}

static void touched(mock_state *s, touch_mode mode, uint32_t obj, uint32_t detail) {
  assert_true(s->n_touched < MAX_TOUCH);
  s->touched[s->n_touched++] =
      (touch){.mode = mode, .obj = obj, .detail = detail, .flags = TOUCH_ATOMIC, .offset = 4, .size = 4};
}

static void put(mock_state *s, uint8_t x, uint8_t v) {
  touched(s, TOUCH_WRITE, 1 + x, 0);
  s->var[x] = v;
}

// The place of the region is the operation that was just executed.
static void enter(mock_state *s, proc_id p) {
  touched(s, TOUCH_ENTER, 1, 0);
  s->touched[s->n_touched - 1].offset = s->pc[p];
}

// Executes one operation of p in place.
static void execute(const mock *m, mock_state *s, proc_id p, unsigned outcome) {
  s->proc = (uint8_t)p;
  s->outcome = (uint8_t)outcome;
  s->n_touched = 0;
  s->inside = false;
  if (s->fresh[p]) {
    s->fresh[p] = false;
    if (has_ended(m, s, p)) touched(s, TOUCH_END, p, 0);
    return;
  }
  const mock_instr *i = &m->prog->code[p][s->pc[p]++];
  uint8_t mutex = i->x % MUTEXES;
  switch (i->op) {
  case OP_READ: touched(s, TOUCH_READ, 1u + i->x, 0); break;
  case OP_WRITE: put(s, i->x, i->k); break;
  case OP_CAS:
    touched(s, TOUCH_READ, 1u + i->x, 0);
    if (s->var[i->x] == i->k) put(s, i->x, (uint8_t)(i->k + 1));
    break;
  case OP_IF:
    touched(s, TOUCH_READ, 1u + i->x, 0);
    if (s->var[i->x] == i->k && s->pc[p] < m->prog->n[p]) s->pc[p]++;
    break;
  case OP_LOCK:
    s->holder[mutex] = (uint8_t)p;
    touched(s, TOUCH_ACQUIRE, 10u + mutex, 0);
    break;
  case OP_UNLOCK:
    s->holder[mutex] = 0;
    touched(s, TOUCH_RELEASE, 10u + mutex, 0);
    break;
  case OP_TRY:
    if (s->holder[mutex]) {
      touched(s, TOUCH_TRY, 10u + mutex, 0);
      if (s->pc[p] < m->prog->n[p]) s->pc[p]++;
    } else {
      s->holder[mutex] = (uint8_t)p;
      touched(s, TOUCH_ACQUIRE, 10u + mutex, 1);
    }
    break;
  case OP_ASSUME:
    touched(s, TOUCH_READ, 1u + i->x, 0);
    s->parked[p] = s->var[i->x] != i->k;
    break;
  case OP_SPAWN:
    s->live[i->k] = s->fresh[i->k] = true;
    touched(s, TOUCH_SPAWN, i->k, 0);
    break;
  case OP_JOIN: touched(s, TOUCH_JOIN, i->k, 0); break;
  case OP_AWAIT:
    touched(s, TOUCH_AWAIT, 1u + i->x, 0);
    if (i->y != i->x) put(s, i->y, (uint8_t)(i->k + 1));
    break;
  case OP_AWAIT_BOTH:
    touched(s, TOUCH_AWAIT, 1u + i->x, 0);
    touched(s, TOUCH_AWAIT, 1u + i->y, 0);
    break;
  case OP_REGION:
    touched(s, TOUCH_READ, 1u + i->x, 0);
    if (s->var[i->x] == i->k) put(s, i->y, (uint8_t)(i->k + 1));
    break;
  case OP_FORK: put(s, outcome ? i->x : i->y, i->k); break;
  }
  bool varies = i->op == OP_CAS || i->op == OP_TRY,
       region = i->op == OP_REGION || i->op == OP_AWAIT || i->op == OP_AWAIT_BOTH;
  if (region) enter(s, p);
  for (unsigned k = 0; k < s->n_touched; k++) s->touched[k].flags |= varies ? TOUCH_VARIES : region ? TOUCH_REGION : 0;
  if (has_ended(m, s, p) && !s->parked[p]) touched(s, TOUCH_END, p, 0);
}

static bool forks(const mock *m, const mock_state *s, proc_id p) {
  return !s->fresh[p] && m->prog->code[p][s->pc[p]].op == OP_FORK;
}

// --- executions up to the order of independent steps ----------------------------------------------------------------------

static bool is_write(const touch *t) {
  return t->mode == TOUCH_WRITE || t->mode == TOUCH_ACQUIRE || t->mode == TOUCH_RELEASE;
}

static bool dependent(const mock_state *a, const mock_state *b) {
  for (unsigned i = 0; i < a->n_touched; i++) {
    for (unsigned k = 0; k < b->n_touched; k++) {
      const touch *x = &a->touched[i], *y = &b->touched[k];
      bool process = x->mode == TOUCH_ENTER || y->mode == TOUCH_ENTER || x->mode == TOUCH_SPAWN ||
                     x->mode == TOUCH_END || x->mode == TOUCH_JOIN || y->mode == TOUCH_SPAWN || y->mode == TOUCH_END ||
                     y->mode == TOUCH_JOIN;
      if (!process && x->obj == y->obj && (is_write(x) || is_write(y))) return true;
    }
  }
  return false;
}

// Which of each pair of dependent events came first, and what every event did.
static uint64_t canonical(const mock *m, uint32_t last) {
  const mock_state *path[MAX_PROC * (MAX_OPS + 1) + 2];
  unsigned n = 0, counts[MAX_PROC + 1] = {0};
  uint64_t ids[MAX_PROC * (MAX_OPS + 1) + 2], sum = 0;
  for (uint32_t i = last; m->states.data[i].begun; i = m->states.data[i].parent) {
    if (m->states.data[i].proc && !m->states.data[i].inside) path[n++] = &m->states.data[i];
  }
  for (unsigned i = n; i-- > 0;) {
    ids[i] = hash_combine(hash_combine(path[i]->proc, counts[path[i]->proc]++), path[i]->outcome);
    sum += hash_u64(ids[i]);
    for (unsigned k = n - 1; k > i; k--) {
      if (path[k]->proc != path[i]->proc && dependent(path[k], path[i])) sum += hash_combine(ids[k], ids[i]);
    }
  }
  return sum;
}

static void execution(mock *m, uint32_t last) {
  uint64_t h = canonical(m, last), times;
  bool known = map64_get(&m->found, h, &times);
  if (!m->searching) {
    map64_put(&m->found, h, 0);
  } else if (!known) {
    m->missing++;  // an execution that does not exist
  } else {
    m->twice += times > 0;
    map64_put(&m->found, h, times + 1);
  }
}

// --- the step interface -----------------------------------------------------------------------------------------------------

static uint32_t add(mock *m, const mock_state *s) {
  vec_push(&m->states, *s);
  return (uint32_t)m->states.len - 1;
}

static mock_state first_state(const mock_program *prog) {
  mock_state s = {0};
  for (proc_id p = 1; p <= prog->n_procs; p++) s.live[p] = s.fresh[p] = p == 1 || !prog->spawns;
  return s;
}

static const mock_state *of(const mock *m, const state *s) { return &m->states.data[state_time(s)]; }

static state *mock_initial(sem *base) {
  mock *m = (mock *)base;
  mock_state first = first_state(m->prog);
  state *s = sem_initial(m->w->m);
  state_set_time(s, add(m, &first));
  return s;
}

static void mock_enabled(sem *base, const state *s, proc_vec *out) {
  list_enabled((mock *)base, of((mock *)base, s), out);
}

static void succeed(mock *m, state *s, sem_out *out, mock_state next, sem_kind kind) {
  for (unsigned i = 0; i < next.n_touched; i++) vec_push(&out->touched, next.touched[i]);
  state_set_time(s, add(m, &next));
  s->interrupted = kind == SEM_INTERRUPTED;
  s->running = next.proc;
  sem_succ v = {.kind = kind, .s = s};
  vec_push(&out->succs, v);
}

// The input that decides a fork: the same on every path.
static expr input_of(mock *m, proc_id p, unsigned at) {
  expr *e = &m->inputs[p][at];
  if (!e->id) *e = expr_var(m->base.terms, sort_bv(1), &(expr_var_info){.name = "input"});
  return *e;
}

static void assume(mock *m, state *s, expr c) {
  smt_answer answer = pathcond_may(m->base.solver, s->pc, c);
  state_set_pathcond(s, pathcond_add(m->base.solver, s->pc, c, answer));
}

static void mock_step(sem *base, state *s, proc_id p, sem_out *out) {
  mock *m = (mock *)base;
  uint32_t at = (uint32_t)state_time(s);
  mock_state next = m->states.data[at];
  next.parent = at;
  if (p == PROC_KERNEL && !next.begun) {
    next.begun = true;
    next.proc = 0;
    succeed(m, s, out, next, SEM_NEXT);
    return;
  }
  if (p == PROC_KERNEL) {
    bool cut = false, blocked = false;
    for (proc_id q = 1; q <= m->prog->n_procs; q++) {
      cut |= next.parked[q];
      blocked |= next.live[q] && !next.parked[q] && !has_ended(m, &next, q);
    }
    execution(m, at);
    out->deadlock = blocked && !cut;
    sem_succ v = {.kind = cut ? SEM_CUT : SEM_FINAL, .s = cut ? NULL : s};
    if (cut) state_unref(s);
    vec_push(&out->succs, v);
    return;
  }
  if (next.inside) {
    execute(m, &next, p, next.outcome);
    succeed(m, s, out, next, SEM_NEXT);
    return;
  }
  if (!forks(m, &next, p)) {
    execute(m, &next, p, 0);
    succeed(m, s, out, next, SEM_NEXT);
    return;
  }
  next.inside = true;
  next.proc = (uint8_t)p;
  next.n_touched = 0;
  next.outcome = 0;
  state *other = state_fork(s);
  expr_table *t = m->base.terms;
  expr input = input_of(m, p, next.pc[p]);
  assume(m, s, expr_not(t, input));
  succeed(m, s, out, next, SEM_INTERRUPTED);
  next.outcome = 1;
  assume(m, other, input);
  succeed(m, other, out, next, SEM_INTERRUPTED);
  out->forks = 1;
}

static void mock_waits(sem *base, const state *s, proc_id p, footprint *out) {
  const mock *m = (const mock *)base;
  const mock_state *q = of(m, s);
  if (p > m->prog->n_procs || !q->live[p] || q->parked[p] || has_ended(m, q, p) || can_step(m, q, p)) return;
  const mock_instr *i = &m->prog->code[p][q->pc[p]];
  touch t = {.offset = 4, .size = 4, .flags = TOUCH_ATOMIC};
  if (i->op == OP_LOCK) {
    t.mode = TOUCH_ACQUIRE;
    t.obj = 10u + i->x % MUTEXES;
    vec_push(out, t);
  } else if (i->op != OP_JOIN) {
    vec_push(out, ((touch){.mode = TOUCH_ENTER, .obj = 1, .offset = q->pc[p] + 1u, .size = 4}));
    t.mode = TOUCH_AWAIT;
    t.flags |= TOUCH_REGION;
    t.obj = 1u + i->x;
    vec_push(out, t);
    t.obj = 1u + i->y;
    if (i->op == OP_AWAIT_BOTH) vec_push(out, t);
  }
}

static const struct sem_ops mock_ops = {mock_initial, mock_enabled, mock_step, NULL, mock_waits};

// --- enumeration --------------------------------------------------------------------------------------------------------------

// All interleavings, by recursion that the length of programs bounds.
static void enumerate(mock *m, uint32_t at) {
  proc_vec enabled = {0};
  list_enabled(m, &m->states.data[at], &enabled);
  size_t mark = m->states.len;
  for (size_t i = 0; i < enabled.len; i++) {
    proc_id p = enabled.data[i];
    if (p == PROC_KERNEL && m->states.data[at].begun) {
      execution(m, at);
      break;
    }
    unsigned n = p && forks(m, &m->states.data[at], p) ? 2 : 1;
    for (unsigned k = 0; k < n; k++) {
      mock_state next = m->states.data[at];
      next.parent = at;
      if (p == PROC_KERNEL) {
        next.begun = true;
        next.proc = 0;
      } else {
        execute(m, &next, p, k);
      }
      enumerate(m, add(m, &next));
      m->states.len = mark;
    }
  }
  vec_free(&enabled);
}

// --- comparison ----------------------------------------------------------------------------------------------------------------

static bool has_op(const mock_program *g, mock_op from, mock_op to) {
  for (unsigned p = 1; p <= g->n_procs; p++) {
    for (unsigned i = 0; i < g->n[p]; i++) {
      if (g->code[p][i].op >= from && g->code[p][i].op <= to) return true;
    }
  }
  return false;
}

typedef struct tally {
  uint64_t programs, executions, blocked, refinements;
} tally;

// NULL if all is well, else what is wrong.
static const char *compare(world *w, const mock_program *g, bool optimal, tally *t) {
  mock m = {.base = *w->m, .w = w, .prog = g};
  m.base.ops = &mock_ops;
  ir_module ir = *w->ir;
  ir.scheduler = IR_SCHED_INTERLEAVE;
  m.base.ir = &ir;
  mock_state first = first_state(g);
  enumerate(&m, add(&m, &first));
  m.searching = true;
  options o = {.dpor = optimal ? OPT_DPOR_OPTIMAL : OPT_DPOR_SOURCE};
  limits l = {.max_transitions = 2000000};
  result *r = result_new();
  engine_ctx ctx = {.ir = &ir, .sem = &m.base, .options = &o, .limits = &l, .result = r};
  // Places of guards that are learnt begin the search anew; only what the last one finds counts.
  engine_run(engine_find("dpor"), &ctx);
  size_t lost = 0;
  for (size_t i = 0; i < m.found.len; i++) lost += m.found.entries[i].value == 0;
  uint64_t ended = r->counters.executions + r->counters.deadlocks + r->counters.infeasible;
  // An outcome of a fork is explored again when another outcome wakes the process; guards and regions order more than
  // they touch.
  bool again = has_op(g, OP_AWAIT, OP_FORK) || r->counters.refinements;
  // What waits for ever is tried earlier although its step was never seen.
  bool vain = has_op(g, OP_AWAIT, OP_FORK) || r->counters.deadlocks || r->counters.refinements;
  const char *wrong = NULL;
  if (r->verdict != VERDICT_SAFE)
    wrong = "the verdict is not safe";
  else if (m.missing)
    wrong = "an execution is found that does not exist";
  else if (lost)
    wrong = "an execution is not found";
  else if (!again && (m.twice || ended != m.found.len))
    wrong = "an execution is found twice";
  else if (optimal && r->counters.blocked && !vain)
    wrong = "a run is started in vain";
  t->programs++;
  t->executions += ended;
  t->blocked += r->counters.blocked;
  t->refinements += r->counters.refinements;
  result_free(r);
  map64_fini(&m.found);
  vec_free(&m.states);
  return wrong;
}

// --- random programs --------------------------------------------------------------------------------------------------------------

static mock_instr random_instr(rng *r, unsigned features) {
  static const mock_op plain[] = {OP_READ, OP_WRITE, OP_WRITE, OP_CAS, OP_IF, OP_LOCK, OP_UNLOCK, OP_TRY, OP_ASSUME};
  static const mock_op all[] = {OP_READ, OP_WRITE,  OP_CAS,   OP_IF,         OP_LOCK,   OP_UNLOCK,
                                OP_TRY,  OP_ASSUME, OP_AWAIT, OP_AWAIT_BOTH, OP_REGION, OP_FORK};
  mock_op op = features ? all[rng_below(r, sizeof all / sizeof all[0])]
                        : plain[rng_below(r, sizeof plain / sizeof plain[0])];
  return (mock_instr){op, (uint8_t)rng_below(r, VARS), (uint8_t)rng_below(r, 2), (uint8_t)rng_below(r, VARS)};
}

static mock_program random_program(rng *r, unsigned features) {
  mock_program g = {.n_procs = 2 + (unsigned)rng_below(r, MAX_PROC - 1), .spawns = rng_below(r, 3) == 0};
  unsigned most = g.n_procs == 2 ? 5 : g.n_procs == 3 ? 3 : 2;
  for (unsigned p = 1; p <= g.n_procs; p++) {
    unsigned n = 1 + (unsigned)rng_below(r, most);
    if (g.spawns && p == 1) {
      for (unsigned q = 2; q <= g.n_procs; q++) g.code[1][g.n[1]++] = (mock_instr){.op = OP_SPAWN, .k = (uint8_t)q};
      if (rng_below(r, 2)) g.code[1][g.n[1]++] = (mock_instr){.op = OP_JOIN, .k = 2};
      n = 1;
    }
    bool locked = rng_below(r, 3) == 0 && n >= 3;  // well-bracketed, as programs mostly are
    uint8_t mutex = (uint8_t)rng_below(r, MUTEXES);
    for (unsigned i = 0; i < n; i++) {
      mock_instr in = random_instr(r, features);
      if (locked && i == 0) in = (mock_instr){.op = OP_LOCK, .x = mutex};
      if (locked && i + 1 == n) in = (mock_instr){.op = OP_UNLOCK, .x = mutex};
      g.code[p][g.n[p]++] = in;
    }
  }
  return g;
}

static void print_program(const mock_program *g) {
  for (unsigned p = 1; p <= g->n_procs; p++) {
    print_message("  %u%s:", p, g->spawns && p > 1 ? " (spawned)" : "");
    for (unsigned i = 0; i < g->n[p]; i++) {
      const mock_instr *in = &g->code[p][i];
      print_message(" %s(x%u,%u,x%u)", op_names[in->op], in->x, in->k, in->y);
    }
    print_message("\n");
  }
}

// Leaves out operations as long as something stays wrong.
static void shrink(world *w, mock_program *g, bool optimal) {
  tally t = {0};
  for (bool smaller = true; smaller;) {
    smaller = false;
    for (unsigned p = 1; p <= g->n_procs && !smaller; p++) {
      for (unsigned i = 0; i < g->n[p] && !smaller; i++) {
        if (g->code[p][i].op == OP_SPAWN) continue;
        mock_program less = *g;
        memmove(&less.code[p][i], &less.code[p][i + 1], (MAX_OPS - i - 1) * sizeof(mock_instr));
        less.n[p]--;
        if (!compare(w, &less, optimal, &t)) continue;
        *g = less;
        smaller = true;
      }
    }
  }
}

static void check_programs(uint64_t seed, unsigned count, unsigned features, bool optimal, tally *t) {
  world w;
  world_open(&w, "int x; main { start; }");
  rng r = rng_new(seed);
  for (unsigned i = 0; i < count; i++) {
    mock_program g = random_program(&r, features);
    const char *wrong = compare(&w, &g, optimal, t);
    if (!wrong) continue;
    shrink(&w, &g, optimal);
    tally unused = {0};
    print_message("%s, seed %llu, program %u: %s\n", optimal ? "optimal" : "source", (unsigned long long)seed, i,
                  compare(&w, &g, optimal, &unused));
    print_program(&g);
    fail();
  }
  world_close(&w);
}

static void test_optimal(void **unused) {
  (void)unused;
  tally t = {0};
  check_programs(1, 1500, 0, true, &t);
  print_message("%llu programs, %llu executions, %llu blocked\n", (unsigned long long)t.programs,
                (unsigned long long)t.executions, (unsigned long long)t.blocked);
}

static void test_source(void **unused) {
  (void)unused;
  tally t = {0};
  check_programs(2, 1500, 0, false, &t);
}

static void test_optimal_forks(void **unused) {
  (void)unused;
  tally t = {0};
  check_programs(3, 2000, 1, true, &t);
  print_message("%llu programs, %llu executions, %llu blocked, %llu refinements\n", (unsigned long long)t.programs,
                (unsigned long long)t.executions, (unsigned long long)t.blocked, (unsigned long long)t.refinements);
}

static void test_source_forks(void **unused) {
  (void)unused;
  tally t = {0};
  check_programs(4, 2000, 1, false, &t);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_optimal), cmocka_unit_test(test_source),
                                     cmocka_unit_test(test_optimal_forks), cmocka_unit_test(test_source_forks)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
