#include "sem/sem.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/reuse.h"
#include "base/mem.h"
#include "sem/sem_impl.h"

sem_options sem_default_options(void) {
  uint32_t checks = 1u << IR_CHECK_ASSERT | 1u << IR_CHECK_BOUNDS | 1u << IR_CHECK_NULL | 1u << IR_CHECK_FREED |
                    1u << IR_CHECK_DOUBLE_FREE | 1u << IR_CHECK_READ_ONLY | 1u << IR_CHECK_DIV | 1u << IR_CHECK_DELAY |
                    1u << IR_CHECK_EXCEPTION;
  return (sem_options){.checks = checks,
                       .step_limit = 10000000,
                       .depth_limit = 10000,
                       .fan_out = 64,
                       .address_objects = 8,
                       .collect_always = getenv("ALLWAYS_COLLECT") != NULL};
}

static const char *outcome_fault(const sem_succ *v) {
  if (!v->s != (v->kind == SEM_CUT)) return "an outcome without its state, or a cut with one";
  if ((v->kind == SEM_VIOLATION || v->kind == SEM_UNKNOWN) && !v->message) return "a bad end that does not say why";
  if (v->kind == SEM_VIOLATION && v->check >= IR_CHECK_COUNT) return "a violation of nothing";
  if (v->s && (v->s->refs != 1 || v->s->interrupted != (v->kind == SEM_INTERRUPTED)) && v->kind <= SEM_INTERRUPTED)
    return "a successor that somebody else has, or that is not where it says";
  return NULL;
}

const char *sem_out_fault(const sem_out *o) {
  const char *fault = NULL;
  for (size_t i = 0; i < o->succs.len && !fault; i++) fault = outcome_fault(&o->succs.data[i]);
  return fault;
}

void sem_out_clear(sem_out *o) {
  for (size_t i = 0; i < o->succs.len; i++) state_unref(o->succs.data[i].s);
  for (size_t i = 0; i < o->newcomers.len; i++) state_unref(o->newcomers.data[i]);
  vec_clear(&o->newcomers);
  vec_clear(&o->succs);
  vec_clear(&o->touched);
  o->forks = 0;
  o->printed = 0;
  o->deadlock = false;
  o->blocked = false;
}

void sem_out_fini(sem_out *o) {
  sem_out_clear(o);
  vec_free(&o->succs);
  vec_free(&o->newcomers);
  vec_free(&o->touched);
}

// Nothing reads the time, and no start has an absolute bound (a later one would compare with the time;
// [AVPE15]). What is left of a relative one is part of the key.
static bool time_is_hidden(const ir_module *ir) {
  if (ir->uses_time) return false;
  for (uint32_t f = 1; f <= ir->n_funcs; f++) {
    for (uint32_t i = 0; i < ir->funcs[f].n_code; i++) {
      const ir_instr *in = &ir->funcs[f].code[i];
      if (in->op != IR_START || in->n_args == 0 || in->sub == IR_START_SYSTEMC) continue;
      const ir_type_info *t = ir_type_get(ir, in->args[0].type);
      bool negative = in->args[0].kind == IR_OPERAND_INT && sign_extend(in->args[0].value, t->bits) < 0;
      if (!negative) return false;
    }
  }
  return true;
}

static const scheduler *scheduler_of(const ir_module *ir) {
  switch (ir->scheduler) {
  case IR_SCHED_SYSTEMC: return &systemc_scheduler;
  case IR_SCHED_INTERLEAVE: return &threads_scheduler;
  }
  UNREACHABLE("unknown scheduler");
}

sem *sem_new(const ir_module *ir, expr_table *terms, smt *solver, const sem_options *options) {
  world *m = MEM_NEW(world);
  m->scheduler = scheduler_of(ir);
  sem_options own = *options;
  own.address_reuse &= reuse_in_language(ir);
  sem base = {.ops = m->scheduler->ops, .ir = ir, .terms = terms, .solver = solver, .options = own, .needs = own.needs};
  memcpy(&m->base, &base, sizeof base);  // whose options never change
  m->env = state_env_new(ir, terms, solver, options->as_documented);
  m->reads = MEM_NEW(step_reads);
  m->reads->known = mem_alloc(m->env->n_mem);
  memset(m->reads->known, 1, m->env->n_mem);
  m->texts = interner_new();
  m->live = live_new(ir);
  m->time_abstractable = time_is_hidden(ir);
  m->has_tls = tls_any(ir);
  m->waiting = waiting_find(ir);
  m->has_data = options->checks >> IR_CHECK_MISUSE & 1 && apart_has_data(ir);
  m->reuse = reuse_marked(ir, &m->order);
  m->const_fields = ir_any_const_field(ir);
  m->seals = mem_any_seal(ir);
  m->more_constants = m->const_fields || tls_any_constant(ir) || heap_any_constant(ir);
  code_decode(m);
  return &m->base;
}

// --- what the schedulers share -------------------------------------------------------------------------------------

// The footprint of the step so far, saved when it was interrupted.
static void load_touched(world *m, state *s, sem_out *out) {
  map64_clear(&m->touch_index);
  vec_clear(&out->touched);
  if (!s->partial) return;
  const touch *t = (const touch *)(const void *)s->partial->data;
  for (size_t i = 0; i < s->partial->size / sizeof(touch); i++) vec_push(&out->touched, t[i]);
  state_drop_partial(s);
}

state *world_begin_step(world *m, state *s, sem_out *out) {
  DCHECK(s->refs > 0, "a state that nobody owns");
  if (s->refs > 1) {
    state *own = state_fork(s);
    state_unref(s);
    s = own;
  }
  out->forks = 0;
  out->deadlock = false;
  out->blocked = false;
  load_touched(m, s, out);
  s->interrupted = false;
  s->running = 0;
  return s;
}

void world_free(sem *base) {
  world *m = (world *)base;
  code_free(m);
  memo_free(m->memo);
  vec_free(&m->reads->roots);
  mem_free(m->reads->known);
  mem_free(m->reads);
  shifts_free(m->shifts);
  vec_free(&m->points);
  live_free(m->live);
  for (size_t i = 0; i < m->sites.len; i++) vec_free(&m->sites.data[i].objects);
  vec_free(&m->sites);
  map64_fini(&m->site_index);
  map64_fini(&m->touch_index);
  map64_fini(&m->spawned_index);
  map64_fini(&m->named);
  map64_fini(&m->words);
  map64_fini(&m->anywhere);
  vec_free(&m->used_words);
  vec_free(&m->made_at);
  vec_free(&m->rounds.given);
  vec_free(&m->spawned);
  names_free(m->names);
  starve_free(m);
  points_free(m->freed_by);
  bitset_fini(&m->freed);
  merge_free(m);
  sem_out_fini(&m->guard_out);
  interner_free(m->texts);
  state_env_free(m->env);
  mem_free(m);
}

void run_put_next(run *r) {
  DCHECK(r->s && r->s->refs == 1, "a step ends once, in a state of its own");
  fork_put(r, (sem_succ){.kind = SEM_NEXT, .s = r->s});
  r->s = NULL;
}

void run_set_phase(state *s, kernel_phase phase) {
  if (s->k->phase != phase) state_kern_rw(s)->phase = (uint8_t)phase;
}

// --- the interface -------------------------------------------------------------------------------------------------

void sem_free(sem *m) {
  if (m) m->ops->free(m);
}

uint64_t sem_learnt(const sem *base) {
  const world *m = (const world *)base;
  const uint64_t sizes[] = {m->n_dynamic,
                            m->sites.len,
                            m->spawned.len,
                            m->made_at.len,
                            m->words.len,
                            m->anywhere.len,
                            m->used_words.len,
                            m->local_shown,
                            m->env->shadows.len,
                            m->env->lost_padding.len,
                            layout_count(m->env->layouts)};
  uint64_t sum = 0;  // each only grows
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) sum += sizes[i];
  return sum;
}

bool sem_interrupted(const state *s) { return s->interrupted; }

bool sem_undone(const state *s, proc_id p) {
  return s->env->ir->scheduler == IR_SCHED_INTERLEAVE && p <= s->k->n && s->k->flags[p] & PROC_UNDONE;
}

const char *sem_proc_name(sem *m, const state *s, proc_id p) {
  (void)s;
  const world *w = (const world *)m;
  if (p == PROC_KERNEL) return m->ir->spawns && m->ir->scheduler == IR_SCHED_SYSTEMC ? "sc_main" : "kernel";
  if (p <= m->ir->n_procs) return m->ir->procs[p].name;
  uint32_t index = p - m->ir->n_procs - 1;
  return index < w->spawned.len ? w->spawned.data[index].name : "?";
}

bool sem_proc_origin(const sem *m, proc_id p, proc_id *parent, uint32_t *k) {
  const world *w = (const world *)m;
  if (p <= m->ir->n_procs || p - m->ir->n_procs - 1 >= w->spawned.len) return false;
  const spawned *made = &w->spawned.data[p - m->ir->n_procs - 1];
  *parent = made->parent;
  *k = made->k;
  return true;
}

bool sem_time_abstractable(const sem *m, const state *s) {
  (void)s;
  return ((const world *)m)->time_abstractable;
}

const char *sem_text(world *m, const char *fmt, ...) {
  strbuf b = {0};
  va_list ap;
  va_start(ap, fmt);
  sb_vprintf(&b, fmt, ap);
  va_end(ap);
  const char *text = intern(m->texts, sb_text(&b));
  sb_fini(&b);
  return text;
}
