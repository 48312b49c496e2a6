// The program is looked at as it was read: where passes have made selects of branches (pass_select.c), an assertion is evaluated
// although no run comes to it. What a run has come through is reached. What a complete search has not come through is
// unreachable: a search finds a violation at every place at which there is one; had the assertion, or one behind the assumption,
// been `assert false`, this one would have gone the same way and found nothing.
#include "app/vacuous.h"

#include "app/random_runs.h"
#include "ir/ir_claims.h"
#include "result/explain.h"

// Programs of which everything is reached pay for a few runs. Transitions, and effort of the solver as in auto.c.
enum { RUNS = 100, RUN_STEPS = 2000, INSTRUCTIONS = 500000, TRANSITIONS = 10000, EFFORT = 100000 };

#define KIND(name) (1u << IR_CHECK_##name)
// Nothing that is seen at a place; to look for them costs the reductions.
#define OF_WHOLE_RUNS                                                                               \
  (KIND(DEADLOCK) | KIND(RACE) | KIND(LEAK) | KIND(UNINIT) | KIND(DETERMINISM) | KIND(STARVATION) | \
   IR_CHECKS_OF_ENDLESS_RUNS)

typedef struct look {
  session *s;
  const engine_ctx *ctx;
  const ir_module *ir;
  uint32_t checks;
  ir_claims *claims;
  bool complete;  // a search has come to its end
  const char *why;
} look;

static const char *contradiction(look *l, const result *found) {
  strbuf text = {0};
  sb_puts(&text, "a run violates a property that was proved: ");
  report_violation(&found->violation, &text);
  if (found->violation.at.file) sb_puts(&text, " at ");
  report_place(found->violation.at, &text);
  const char *kept = arena_strdup(l->s->result->mem, sb_text(&text));
  sb_fini(&text);
  return kept;
}

static machine_options machine_of(const look *l) {
  machine_options mo = l->s->machine;
  mo.checks = l->checks;
  return mo;
}

static void look_at_random(look *l) {
  result *found = result_new();
  random_facts facts = {0};
  machine_options mo = machine_of(l);
  mo.claims = l->claims;
  random_effort effort = {.runs = RUNS, .max_steps = RUN_STEPS, .instructions = INSTRUCTIONS};
  if (random_runs_search(l->ir, &mo, l->s->options->seed, effort, found, &facts)) l->why = contradiction(l, found);
  result_free(found);
}

static void search(look *l, const char *engine_name) {
  const sem *wide = l->ctx->sem;
  sem_options so = wide->options;
  so.checks = l->checks;
  so.claims = l->claims;
  sem *m = sem_new(l->ir, wide->terms, wide->solver, &so);
  m->stop = wide->stop;
  result *found = result_new();
  options plain = options_default();
  plain.seed = l->s->options->seed;
  limits most = {.max_transitions = TRANSITIONS,
                 .max_effort = smt_effort(wide->solver) + EFFORT,
                 .solver = wide->solver,
                 .stop = l->ctx->limits->stop};
  engine_ctx ctx = {.ir = l->ir, .sem = m, .options = &plain, .limits = &most, .result = found};
  engine_run(engine_find(engine_name), &ctx);
  const char *why = "";
  machine_options mo = machine_of(l);
  mo.stop = NULL;
  if (found->verdict == VERDICT_UNSAFE && explain_confirm(l->ir, &mo, found, &why)) l->why = contradiction(l, found);
  l->complete = found->verdict == VERDICT_SAFE && found->grade == GRADE_PROVED;
  result_free(found);
  sem_free(m);
}

static const char *place_text(result *r, place at) {
  strbuf text = {0};
  report_place(at, &text);
  const char *kept = arena_strdup(r->mem, sb_text(&text));
  sb_fini(&text);
  return kept;
}

static void tell(look *l) {
  result *r = l->s->result;
  for (uint32_t i = 0; i < l->claims->n; i++) {
    const ir_claim *c = &l->claims->list[i];
    bool assume = c->kind == IR_CLAIM_ASSUME;
    result_claim told = {.assume = assume, .at = c->at, .value = CLAIM_NOT_SHOWN};
    told.at.file = arena_strdup(r->mem, c->at.file);
    if (c->reached)
      told.value = CLAIM_REACHED;
    else if (l->complete && !c->doubtful)
      told.value = CLAIM_UNREACHABLE;
    vec_push(&r->claims, told);
    if (told.value != CLAIM_UNREACHABLE) continue;
    const char *where = place_text(r, c->at);
    if (assume)
      result_add_note(r, "the assumption at %s is never passed", where);
    else
      result_add_note(r, "the assertion at %s is never reached", where);
  }
}

bool vacuous_look(session *s, const engine_ctx *ctx, const char **why) {
  const result *r = s->result;
  bool asserts = s->checks >> IR_CHECK_ASSERT & 1;
  if (r->verdict != VERDICT_SAFE || r->grade != GRADE_PROVED || !ir_has_claims(s->read, asserts)) return true;
  look l = {.s = s, .ctx = ctx, .checks = s->checks & ~OF_WHOLE_RUNS};
  l.ir = session_plain(s);
  l.claims = ir_claims_of(l.ir, asserts);
  look_at_random(&l);
  if (l.claims->open && !l.why) search(&l, "stateful");
  bool threads = l.ir->scheduler == IR_SCHED_INTERLEAVE;
  if (l.claims->open && !l.why && !l.complete && threads) search(&l, "dpor");
  tell(&l);
  ir_claims_free(l.claims);
  *why = l.why;
  return !l.why;
}
