// The program is looked at as it was read: where passes have made selects of branches (pass_select.c), an assertion is evaluated
// although no run comes to it. What a run has come through is reached. What a complete search has not come through is
// unreachable: a search finds a violation at every place at which there is one; had the assertion, or one behind the assumption,
// been `assert false`, this one would have gone the same way and found nothing.
#include "app/vacuous.h"

#include "app/claims_look.h"

// Programs of which everything is reached pay for a few runs. Transitions, and effort of the solver as in auto.c.
enum { RUNS = 100, RUN_STEPS = 2000, INSTRUCTIONS = 500000, TRANSITIONS = 10000, EFFORT = 100000 };

static const char *place_text(result *r, place at) {
  strbuf text = {0};
  report_place(at, &text);
  const char *kept = arena_strdup(r->mem, sb_text(&text));
  sb_fini(&text);
  return kept;
}

static void tell(const claims_look *l, result *r) {
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
  result *r = s->result;
  bool asserts = s->checks >> IR_CHECK_ASSERT & 1;
  if (r->verdict != VERDICT_SAFE || r->grade != GRADE_PROVED || !ir_has_claims(s->read, asserts)) return true;
  claims_look l = {.ir = session_plain(s),
                   .checks = s->checks & ~CHECKS_OF_WHOLE_RUNS,
                   .seed = s->options->seed,
                   .budget = {RUNS, RUN_STEPS, INSTRUCTIONS, TRANSITIONS, EFFORT},
                   .machine = s->machine,
                   .sem = ctx->sem->options,
                   .terms = ctx->sem->terms,
                   .solver = ctx->sem->solver,
                   .stop = ctx->limits->stop};
  l.claims = ir_claims_of(l.ir, asserts);
  claims_violation seen;
  bool violated = claims_look_around(&l, r->mem, &seen);
  if (violated) {
    strbuf text = {0};
    sb_printf(&text, "a run violates a property that was proved: %s", seen.text);
    *why = arena_strdup(r->mem, sb_text(&text));
    sb_fini(&text);
  }
  tell(&l, r);
  ir_claims_free(l.claims);
  return !violated;
}
