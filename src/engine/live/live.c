// Liveness: is there a run that never ends and violates a property? (doc/engines.md, live)
//
// progress: no weakly fair run in which a process stays for ever inside of one execution of a loop that has a way out. The automaton
// guesses when, who and which loop.
// termination: no run without an end, fair or not, and none whose end somebody waits in.
// ltl: no run, weakly or strongly fair or any (--fairness), that violates the formula: the automaton is that of its negation.
#include "engine/engine.h"
#include "engine/live/search.h"
#include "ltl/ltl.h"
#include "result/explain.h"

static const char by_chance[] =
    "what may happen for no reason (spurious wake-ups and failures) does not happen for ever";
static const char weak[] = "weak fairness: a thread that can always step does so in the end";
static const char strong[] = "strong fairness: a thread that can step again and again does so in the end";

// --- progress --------------------------------------------------------------------------------------------------------

// State 0 waits, state n is about the stay of number n.
static void moves_of_progress(void *arg, uint32_t s, uint32_t q, live_moves *out) {
  const space *sp = arg;
  const space_state *x = space_get(sp, s);
  if (!q) vec_push(out, ((live_move){0, 0}));
  for (uint32_t i = 0; i < x->n_stays; i++) {
    uint32_t n = space_stay_at(sp, x->first_stay + i);
    if (!q || q == n) vec_push(out, ((live_move){n, q == n}));
  }
}

static live_question about_progress(space *sp, live_fairness fair) {
  return (live_question){
      .sp = sp, .moves = moves_of_progress, .arg = sp, .marks = 1, .fair = fair, .ends = LIVE_ENDS_ALL};
}

// --- termination -----------------------------------------------------------------------------------------------------

static void moves_of_termination(void *arg, uint32_t s, uint32_t q, live_moves *out) {
  (void)arg;
  (void)s;
  (void)q;
  vec_push(out, ((live_move){0, 0}));
}

static live_question about_termination(space *sp) {
  return (live_question){.sp = sp, .moves = moves_of_termination, .stop_is_end = true, .ends = LIVE_ENDS_WAITING};
}

// --- formulas --------------------------------------------------------------------------------------------------------

typedef struct about_formula {
  const space *sp;
  const ltl_automaton *a;
  uint32_t first;  // the observer of the first condition
} about_formula;

static void moves_of_formula(void *arg, uint32_t s, uint32_t q, live_moves *out) {
  const about_formula *f = arg;
  uint64_t holds = space_get(f->sp, s)->holds >> f->first;
  const ltl_state *x = &f->a->states.data[q];
  for (uint32_t i = 0; i < x->count; i++) {
    const ltl_edge *e = &f->a->edges.data[x->first + i];
    if (!(e->yes & ~holds) && !(e->no & holds)) vec_push(out, ((live_move){e->to, e->marks}));
  }
}

// --- answers ---------------------------------------------------------------------------------------------------------

// Where p stands in the user's code, in one of the outermost `depth` frames.
static place user_place(engine_ctx *ctx, const state *s, proc_id p, size_t depth) {
  sem_chain chain = {0};
  place at = PLACE_NONE;
  sem_location(ctx->sem, s, p, &chain);
  for (size_t d = chain.len < depth ? chain.len : depth; d-- > 0 && !at.line;) {
    const ir_instr *i = &ctx->ir->funcs[chain.data[d].func].code[chain.data[d].pc];
    if (!place_in_library(i->at.file)) at = i->at;
  }
  vec_free(&chain);
  return at;
}

static place place_of(engine_ctx *ctx, space *sp, ir_check check, const live_lasso *l, const state *last) {
  if (check == IR_CHECK_PROGRESS) {
    place loop = space_stay_place(sp, l->inside), call = PLACE_NONE;
    const space_stay *stay = space_stay_get(sp, l->inside);
    if (place_in_library(loop.file)) call = user_place(ctx, last, stay->proc, stay->depth);
    return call.line ? call : loop;
  }
  place at = PLACE_NONE;
  if (l->steps.len == l->loop) return user_place(ctx, last, 1, SIZE_MAX);
  // The kernel and observers are nobody that the user knows, if anybody else steps.
  for (size_t i = l->loop; i < l->steps.len && !at.line; i++) {
    proc_id p = l->steps.data[i].proc;
    if (p && !(space_observers(sp) >> p & 1)) at = user_place(ctx, last, p, SIZE_MAX);
  }
  return at.line ? at : user_place(ctx, last, l->steps.data[l->loop].proc, SIZE_MAX);
}

// The second opinion is asked at once: what it does not confirm is no counterexample.
static void tell(engine_ctx *ctx, space *sp, const live_question *q, ir_check check, const live_lasso *l) {
  result *r = ctx->result;
  state *last = space_walk(sp, l->first, l->steps.data, l->steps.len);
  if (!last) {
    engine_note_unknown(ctx, PLACE_NONE, "a run that goes round was found, and not found again");
    return;
  }
  schedule_vec schedule = {0};
  vec_push(&schedule, PROC_KERNEL);
  for (size_t i = 0; i < l->steps.len; i++) vec_push(&schedule, l->steps.data[i].proc);
  sem_succ v = {.kind = SEM_VIOLATION,
                .s = last,
                .check = check,
                .message = ir_check_message(check),
                .at = place_of(ctx, sp, check, l, last)};
  r->lasso = true;
  r->loop_from = l->loop + 1;
  r->unfair = q->fair == LIVE_ALL_RUNS;
  r->strong = q->fair == LIVE_STRONG;
  if (engine_violation(ctx, &v, schedule.data, schedule.len)) {
    machine_options mo = engine_machine_options(ctx);
    const char *why = "";
    if (!explain_confirm(ctx->ir, &mo, r, &why)) {
      result_unknown(r, v.at, "a run that goes round was found, and does not replay: %s", why);
      engine_forget_violation(r);
    }
  }
  vec_free(&schedule);
  state_unref(last);
}

// True: go on with the next property.
static bool ask(engine_ctx *ctx, space *sp, ir_check check, live_question q) {
  live_lasso l = {0};
  live_answer answer = live_search(ctx, &q, &l);
  if (answer == LIVE_YES) tell(ctx, sp, &q, check, &l);
  live_lasso_fini(&l);
  if (ctx->result->reason) return answer == LIVE_NO;
  if (answer == LIVE_NO && q.fair) result_add_assumption(ctx->result, q.fair == LIVE_WEAK ? weak : strong);
  if (answer == LIVE_NO && space_meets_chance(sp)) result_add_assumption(ctx->result, by_chance);
  return answer == LIVE_NO;
}

static live_fairness fairness_of(const engine_ctx *ctx) {
  switch (ctx->options->fairness) {
  case OPT_FAIRNESS_WEAK: return LIVE_WEAK;
  case OPT_FAIRNESS_STRONG: return LIVE_STRONG;
  case OPT_FAIRNESS_NONE: return LIVE_ALL_RUNS;
  }
  UNREACHABLE("kind of fairness");
}

// The observers of the conditions are the last processes of the module.
static void ask_formula(engine_ctx *ctx, space *sp) {
  strbuf error = {0};
  ltl *f = ltl_parse(ctx->options->ltl, &error);
  CHECK(f, "the formula was parsed before");
  sb_fini(&error);
  ltl_automaton *a = ltl_translate(f, true);
  if (a) {
    about_formula about = {sp, a, ctx->ir->n_procs + 1 - (uint32_t)f->atoms.len};
    live_question q = {.sp = sp,
                       .moves = moves_of_formula,
                       .arg = &about,
                       .marks = a->marks,
                       .fair = fairness_of(ctx),
                       .stop_is_end = true,
                       .ends = LIVE_ENDS_ALL};
    ask(ctx, sp, IR_CHECK_LTL, q);
  } else {
    engine_note_unknown(ctx, PLACE_NONE, "the automaton of the formula would be too large");
  }
  ltl_automaton_free(a);
  ltl_free(f);
}

static void run(engine_ctx *ctx) {
  uint32_t checks = ctx->sem->options.checks;
  bool progress = checks >> IR_CHECK_PROGRESS & 1, termination = checks >> IR_CHECK_TERMINATION & 1;
  space *sp = space_new(ctx, progress);
  bool go_on = !progress || ask(ctx, sp, IR_CHECK_PROGRESS, about_progress(sp, fairness_of(ctx)));
  if (go_on && termination) go_on = ask(ctx, sp, IR_CHECK_TERMINATION, about_termination(sp));
  if (go_on && checks >> IR_CHECK_LTL & 1) ask_formula(ctx, sp);
  ctx->result->counters.stored_bytes = space_bytes(sp);
  space_free(sp);
  engine_conclude(ctx);
}

const engine engine_live = {
    .name = "live",
    .help = "runs that never end: fair cycles in the product of explicit states and an automaton, inputs enumerated",
    .source = "COUVREUR99",
    .kind = ENGINE_SEARCHES,
    .checks = IR_CHECKS_OF_ENDLESS_RUNS,
    .schedulers = ENGINE_THREADS | ENGINE_KERNEL,
    .enumerates = true,
    .proves = true,
    .follows_runs = true,
    .plain_steps = true,
    .run = run,
};
