// What auto does (budgets are counted in transitions, so that a run can be repeated exactly):
//
//   1. stateless with a budget: proves most terminating programs, finds shallow bugs, treats inputs symbolically;
//   2. naive: proves cyclic programs whose inputs can be enumerated; with a budget if 1. only ran out of its own;
//   3. stateless without a budget, if 1. only ran out of its own.
//
// The counters are those of the engine that answered.
#include "app/auto.h"

#include <string.h>

enum { FIRST_BUDGET = 100000, SECOND_BUDGET = 1000000 };

const engine *app_engine(size_t i) { return i == 0 ? &app_engine_auto : engine_all()[i - 1]; }

const engine *app_engine_find(const char *name, size_t len) {
  for (size_t i = 0; app_engine(i); i++)
    if (strlen(app_engine(i)->name) == len && memcmp(app_engine(i)->name, name, len) == 0) return app_engine(i);
  return NULL;
}

// Forgets what an earlier engine left, except what belongs to the whole run.
static void begin_stage(result *r, const char *name) {
  r->verdict = VERDICT_UNKNOWN;
  r->grade = GRADE_NONE;
  r->reason = NULL;
  r->reason_at = PLACE_NONE;
  r->engine = name;
  memset(&r->counters, 0, sizeof r->counters);
  vec_clear(&r->limits);
  vec_clear(&r->assumptions);
  vec_clear(&r->schedule);
  vec_clear(&r->inputs);
}

typedef enum stage_end {
  STAGE_ANSWERED,
  STAGE_BUDGET,   // only this stage's budget ended it
  STAGE_GAVE_UP,  // more time would not help
  STAGE_STOPPED   // a limit of the user, or a signal: the whole run ends
} stage_end;

static stage_end run_stage(engine_ctx *ctx, const char *name, uint64_t budget) {
  const engine *e = engine_find(name);
  CHECK(e, "auto names an engine that is not registered");
  limits own = *ctx->limits;
  own.transitions = 0;
  uint64_t left = UINT64_MAX;
  if (own.max_transitions)
    left = own.max_transitions > ctx->limits->transitions ? own.max_transitions - ctx->limits->transitions : 1;
  bool budgeted = budget && budget < left;
  own.max_transitions = budgeted ? budget : own.max_transitions ? left : 0;
  begin_stage(ctx->result, name);
  engine_ctx stage = *ctx;
  stage.limits = &own;
  e->run(&stage);
  ctx->limits->transitions += own.transitions;
  if (ctx->result->verdict != VERDICT_UNKNOWN) return STAGE_ANSWERED;
  if (!own.hit) return STAGE_GAVE_UP;
  bool by_budget = budgeted && own.transitions > budget && !(own.stop && *own.stop);
  if (!by_budget) {
    ctx->limits->hit = own.hit;
    return STAGE_STOPPED;
  }
  return STAGE_BUDGET;
}

// Why a stage gave no answer, in the words of the final result.
static char *stage_reason(const result *r, const char *name, stage_end end, uint64_t budget) {
  if (end == STAGE_BUDGET)
    return arena_printf(r->mem, "%s: no answer within %llu transitions", name, (unsigned long long)budget);
  return arena_printf(r->mem, "%s: %s", name, r->reason ? r->reason : "no answer");
}

static void run_auto(engine_ctx *ctx) {
  result *r = ctx->result;
  stage_end first = run_stage(ctx, "stateless", FIRST_BUDGET);
  if (first == STAGE_ANSWERED || first == STAGE_STOPPED) return;
  const char *why_first = stage_reason(r, "stateless", first, FIRST_BUDGET);
  stage_end second = run_stage(ctx, "naive", first == STAGE_BUDGET ? SECOND_BUDGET : 0);
  if (second == STAGE_ANSWERED || second == STAGE_STOPPED) return;
  const char *why_second = stage_reason(r, "naive", second, SECOND_BUDGET);
  place at = r->reason_at;
  if (first == STAGE_BUDGET) {
    stage_end third = run_stage(ctx, "stateless", 0);
    if (third == STAGE_ANSWERED || third == STAGE_STOPPED) return;
    why_first = stage_reason(r, "stateless", third, 0);
  }
  r->engine = "auto";
  r->reason = NULL;
  result_unknown(r, at, "%s; %s", why_first, why_second);
}

const engine app_engine_auto = {
    .name = "auto",
    .help = "stateless, then naive where that does not answer; the result says who answered",
    .proves = true,
    .run = run_auto,
};
