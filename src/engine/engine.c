#include "engine/engine.h"

#include <string.h>

#include "base/clock.h"
#include "base/str.h"
#include "config/engines.h"
#include "result/explain.h"

#define DECLARED(name) extern const engine engine_##name;
ENGINES(DECLARED)
#define ADDRESS(name) &engine_##name,
static const engine *const all[] = {ENGINES(ADDRESS) NULL};

const engine *const *engine_all(void) { return all; }

const engine *engine_find(const char *name) {
  for (size_t i = 0; all[i]; i++) {
    if (strcmp(all[i]->name, name) == 0) return all[i];
  }
  return NULL;
}

const engine *engine_for(ir_check c) {
  for (size_t i = 0; all[i]; i++) {
    if (all[i]->checks >> c & 1) return all[i];
  }
  return NULL;
}

// Determinism is a question of its own, and no reason to refuse the others.
static bool refuses(const engine *e, const engine_ctx *ctx, strbuf *why) {
  if (!(e->schedulers >> ctx->ir->scheduler & 1)) {
    sb_printf(why, "--engine=%s is for %s", e->name, e->schedulers & ENGINE_THREADS ? "threads" : "SystemC and IVL");
    return true;
  }
  uint32_t foreign = ctx->sem->options.checks & ENGINE_USUAL_CHECKS & ~e->checks;
  for (int c = 0; c < IR_CHECK_COUNT; c++) {
    if (!(foreign >> c & 1)) continue;
    sb_printf(why, "%s is not looked for by --engine=%s", ir_check_property((ir_check)c), e->name);
    return true;
  }
  return false;
}

void engine_run(const engine *e, engine_ctx *ctx) {
  strbuf why = {0};
  if (refuses(e, ctx, &why)) {
    engine_note_unknown(ctx, PLACE_NONE, sb_text(&why));
    engine_conclude(ctx);
  } else {
    const sem_needs before = ctx->sem->needs;
    if (e->needs) e->needs(ctx, &ctx->sem->needs);
    e->run(ctx);
    ctx->sem->needs = before;
  }
  sb_fini(&why);
}

enum { CLOCK_INTERVAL = 256, RSS_INTERVAL = 4096 };

bool limits_hit(limits *l) {
  uint64_t n = ++l->polls;
  if (l->hit) return true;
  if (l->stop && *l->stop) {
    l->hit = LIMIT_STOPPED;
  } else if (l->max_transitions && l->transitions >= l->max_transitions) {
    l->hit = "limit of transitions (--max-transitions)";
  } else if (l->max_effort && smt_effort(l->solver) >= l->max_effort) {
    l->hit = "limit of the solver's effort";
  } else if (l->deadline > 0 && n % CLOCK_INTERVAL == 0 && clock_wall() > l->deadline) {
    l->hit = "time limit (--timeout)";
  } else if (l->max_rss && n % RSS_INTERVAL == 0 && clock_current_rss() > l->max_rss) {
    l->hit = "memory limit (--memory)";
  }
  return l->hit != NULL;
}

// Insertion sort: the lists are short and nearly always sorted.
static void sort_by_name(const engine_ctx *ctx, const state *s, proc_id *procs, size_t n) {
  for (size_t i = 1; i < n; i++) {
    proc_id p = procs[i];
    size_t k = i;
    while (k > 0 && strcmp(sem_proc_name(ctx->sem, s, procs[k - 1]), sem_proc_name(ctx->sem, s, p)) > 0) {
      procs[k] = procs[k - 1];
      k--;
    }
    procs[k] = p;
  }
}

void engine_enabled(const engine_ctx *ctx, const state *s, proc_vec *out) {
  size_t first = out->len;
  sem_enabled(ctx->sem, s, out);
  if (ctx->options->order == OPT_ORDER_NAME && out->len - first > 1) {
    sort_by_name(ctx, s, out->data + first, out->len - first);
  }
}

machine_options engine_machine_options(const engine_ctx *ctx) {
  const sem_options *o = &ctx->sem->options;
  return (machine_options){.checks = o->checks,
                           .may_wait = o->may_wait,
                           .n_may_wait = o->n_may_wait,
                           .pending_multi = o->pending_multi,
                           .step_limit = o->step_limit,
                           .depth_limit = o->depth_limit,
                           .stop = ctx->limits->stop};
}

static result_input input_value(engine_ctx *ctx, const state_input *in, const model *values) {
  expr_table *t = ctx->sem->terms;
  expr v = expr_eval(t, in->literal, values);
  uint32_t bits = expr_width(t, v);
  result_input r = {.name = in->name, .type = in->type, .at = in->at, .bits = expr_const_u64(t, v)};
  if (bits > 64) r.limbs = arena_copy(ctx->result->mem, expr_const_limbs(t, v), (bits + 63) / 64 * sizeof(uint64_t));
  return r;
}

// Inputs in the order drawn; the state's list begins with the newest.
static void collect_inputs(engine_ctx *ctx, const state *s, const model *values) {
  result *r = ctx->result;
  vec_clear(&r->inputs);
  for (const state_input *in = state_inputs(s); in; in = in->older) vec_push(&r->inputs, input_value(ctx, in, values));
  for (size_t i = 0, k = r->inputs.len; i + 1 < k; i++, k--) {
    result_input tmp = r->inputs.data[i];
    r->inputs.data[i] = r->inputs.data[k - 1];
    r->inputs.data[k - 1] = tmp;
  }
}

// Who the spawned processes of the schedule are: their numbers are this search's own.
static void collect_origins(engine_ctx *ctx) {
  vec_clear(&ctx->result->origins);
  proc_id parent;
  uint32_t k;
  for (proc_id p = ctx->ir->n_procs + 1; sem_proc_origin(ctx->sem, p, &parent, &k); p++)
    vec_push(&ctx->result->origins, ((machine_origin){parent, k}));
}

void engine_forget_violation(result *r) {
  r->verdict = VERDICT_UNKNOWN;
  r->replay_memory = NULL;
  r->lasso = r->unfair = r->strong = false;
  vec_clear(&r->links);
  vec_clear(&r->schedule);
  vec_clear(&r->second_schedule);
  vec_clear(&r->second_inputs);
  vec_clear(&r->inputs);
  vec_clear(&r->trace);
}

// The schedule without steps that were taken back: each is the last one of its process.
static void set_schedule(result *r, const state *s, const uint32_t *schedule, size_t n) {
  vec_clear(&r->schedule);
  for (size_t i = 0; i < n; i++) {
    bool last = sem_undone(s, schedule[i]);
    for (size_t k = i + 1; k < n && last; k++) last = schedule[k] != schedule[i];
    if (!last) vec_push(&r->schedule, schedule[i]);
  }
}

void engine_counterexample(engine_ctx *ctx, const sem_succ *v, const uint32_t *schedule, size_t n,
                           const model *values) {
  result *r = ctx->result;
  set_schedule(r, v->s, schedule, n);
  collect_origins(ctx);
  collect_inputs(ctx, v->s, values);
  r->verdict = VERDICT_UNSAFE;
  r->violation = (violation){.check = v->check, .message = v->message, .at = v->at};
}

static bool is_address(const engine_ctx *ctx, const state_input *in) {
  bool pointer = in->type.id && ir_type_get(ctx->ir, in->type)->kind == IR_TYPE_PTR;
  return pointer && str_starts(in->name, "address") && !expr_is_const(ctx->sem->terms, in->literal);
}

static expr far_apart(expr_table *t, expr a, expr b) {
  enum { FAR = 1 << 20 };
  expr least = expr_const(t, expr_width(t, a), FAR);
  return expr_and(t, expr_ule(t, least, expr_sub(t, a, b)), expr_ule(t, least, expr_sub(t, b, a)));
}

// Constraints about an ended object to which nothing refers were dropped: nobody can tell where it was, but the replay knows that others lay beside it. So
// addresses are chosen apart where they may be. A new reference.
static pathcond *spread_addresses(engine_ctx *ctx, const state *s) {
  smt *solver = ctx->sem->solver;
  pathcond *pc = pathcond_ref(state_pathcond(s));
  for (const state_input *a = state_inputs(s); a && ctx->sem->bases_dropped; a = a->older) {
    for (const state_input *b = a->older; b && is_address(ctx, a); b = b->older) {
      if (!is_address(ctx, b)) continue;
      expr apart = far_apart(ctx->sem->terms, a->literal, b->literal);
      if (pathcond_may(solver, pc, apart) != SMT_SAT) continue;
      pathcond *more = pathcond_add(solver, pc, apart, SMT_SAT);
      pathcond_unref(pc);
      pc = more;
    }
  }
  return pc;
}

// Why a counterexample may not be one although the path to it is possible; NULL: it is one.
static const char *is_doubtful(const engine_ctx *ctx, const sem_succ *v) {
  if (sem_padding_lost(ctx->sem))
    return "whether a check can fail depends on bytes of padding that were written, which are not kept";
  if (v->uncertain) return "the solver does not tell whether a check can fail";
  return ctx->sem->bases_dropped
             ? "whether a check can fail depends on the address of an ended object, which is not kept"
             : NULL;
}

bool engine_violation(engine_ctx *ctx, const sem_succ *v, const uint32_t *schedule, size_t n) {
  result *r = ctx->result;
  pathcond *pc = state_pathcond(v->s) ? spread_addresses(ctx, v->s) : NULL;
  model *empty = NULL;
  const model *values = pc ? pathcond_model(ctx->sem->solver, pc) : (empty = model_new());
  if (values)
    engine_counterexample(ctx, v, schedule, n, values);
  else
    engine_note_unknown(ctx, v->at, "the solver does not tell whether a check can fail");
  bool known = values != NULL;
  model_free(empty);
  pathcond_unref(pc);
  const char *doubt = is_doubtful(ctx, v), *why = NULL;
  if (!known || !doubt) return known;
  machine_options mo = engine_machine_options(ctx);
  if (explain_confirm(ctx->ir, &mo, r, &why)) return true;
  engine_forget_violation(r);
  engine_note_unknown(ctx, v->at, doubt);
  return false;
}

void engine_log_execution(const engine_ctx *ctx, const uint32_t *schedule, size_t n) {
  strbuf text = {0};
  for (size_t i = 0; i < n; i++) sb_printf(&text, " %u", schedule[i]);
  log_line(ctx->log, LOG_DEBUG, "execution %llu:%s", (unsigned long long)ctx->result->counters.executions,
           sb_text(&text));
  sb_fini(&text);
}

void engine_note_unknown(engine_ctx *ctx, place at, const char *reason) {
  if (ctx->result->reason) return;
  if (ctx->limits->stop && *ctx->limits->stop) at = PLACE_NONE;  // where it was stopped says nothing
  if (at.file)
    log_line(ctx->log, LOG_WARNING, "%s:%u:%u: %s", at.file, at.line, at.col, reason);
  else
    log_line(ctx->log, LOG_WARNING, "%s", reason);
  result_unknown(ctx->result, at, "%s", reason);
}

static const char *why_unseen(const ir_module *m, ir_check c) {
  if (!(m->partial >> c & 1)) return "the program was translated without it in mind (allways ir --property)";
  if (c == IR_CHECK_OVERFLOW)
    return "only what LLVM code says itself: nsw, nuw, exact, amounts of shifts, division; not which shifts were "
           "signed";
  if (c == IR_CHECK_FREED || c == IR_CHECK_MISUSE)
    return "the LLVM code does not say where all variables of inner blocks end";
  return "only what LLVM code still has of the source";
}

// A property of which the module shows a part only is not proved by looking at the module.
static bool name_unseen(engine_ctx *ctx) {
  uint32_t unseen = ir_unseen(ctx->ir) & ctx->sem->options.checks;
  if (ir_is_optimised(ctx->ir)) {
    result_add_limit(ctx->result, "an optimising compiler made the LLVM code: what it left out is not seen");
    return unseen != 0;
  }
  for (int c = 0; c < IR_CHECK_COUNT; c++)
    if (unseen >> c & 1)
      result_add_limit(ctx->result, "%s: %s", ir_check_property((ir_check)c), why_unseen(ctx->ir, (ir_check)c));
  return unseen != 0;
}

// What a program compares by pointers is seen without running it (app/assumptions.c); the rest only by running.
static void name_addresses(engine_ctx *ctx) {
  result *r = ctx->result;
  bool off = ctx->options->address_reuse == OPT_ADDRESS_REUSE_OFF;
  if (ctx->sem->locals_apart) result_add_assumption(r, RESULT_LOCALS_APART);
  if (ctx->sem->heap_apart)
    result_add_assumption(r, off ? RESULT_HEAP_APART " (--address-reuse=off)" : RESULT_HEAP_APART);
}

bool engine_name_restrictions(engine_ctx *ctx) {
  result *r = ctx->result;
  name_addresses(ctx);
  const sem_options *o = &ctx->sem->options;
  if (o->unwind) result_add_limit(r, "loops of at most %u rounds (--unwind)", o->unwind);
  if (ctx->sem->one_layout)
    result_add_limit(r, "addresses of one layout beyond those of %u objects (--address-objects)", o->address_objects);
  if (o->has_input_range)
    result_add_limit(r, "inputs from %lld to %lld (--input-range)", (long long)o->input_lo, (long long)o->input_hi);
  if (ctx->ir->without_arguments)
    result_add_limit(r, "the program reads its arguments or its environment and is started without any");
  bool some_arguments = ctx->ir->arguments && ctx->ir->argument_length;
  if (some_arguments)
    result_add_limit(r, "at most %u argument%s of at most %u byte%s (--args, --args-length)", ctx->ir->arguments,
                     ctx->ir->arguments == 1 ? "" : "s", ctx->ir->argument_length,
                     ctx->ir->argument_length == 1 ? "" : "s");
  bool long_rounds = ctx->sem->long_rounds && o->checks >> IR_CHECK_DEADLOCK & 1;
  if (long_rounds) result_add_limit(r, "loops that wait: rounds of more than 400 steps were not followed");
  if (ctx->sem->cut_off) result_add_limit(r, "%s", ctx->sem->cut_off);
  bool unseen = name_unseen(ctx);
  // The first such load makes all of what it reads determinate.
  if (o->checks >> IR_CHECK_UNINIT & 1 && ctx->sem->kept_blank) {
    result_add_limit(
        r, "uninitialised: what is beside a bit-field that was set, or in a struct passed by value, counts as set");
    unseen = true;
  }
  return unseen || o->unwind || ctx->sem->one_layout || o->has_input_range || ctx->ir->without_arguments ||
         some_arguments || ctx->sem->cut_off || long_rounds;
}

void engine_conclude(engine_ctx *ctx) {
  result *r = ctx->result;
  if (r->verdict == VERDICT_UNSAFE) return;
  r->verdict = VERDICT_UNKNOWN;
  if (ctx->limits->hit) {
    result_add_limit(r, "%s", ctx->limits->hit);
    if (!r->reason || !r->reason_at.file) result_unknown(r, PLACE_NONE, "%s", ctx->limits->hit);
    return;
  }
  if (r->reason) return;
  r->verdict = VERDICT_SAFE;
  r->grade = engine_name_restrictions(ctx) ? GRADE_BOUNDED : GRADE_PROVED;
}
