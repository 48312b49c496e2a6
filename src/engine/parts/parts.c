#include "engine/parts/parts.h"

#include <stdlib.h>

#include "base/hash.h"
#include "engine/parts/team.h"

// So many units for each that works on them: more cost more, because a trunk of dpor has runs that nobody needs.
enum { UNITS_PER_PART = 16, MOST_TIMES_WANTED = 64, PLAN_BUDGET = 50000, DEEPEST_LEVEL = 256 };

bool parts_parse(const char *text, uint32_t *index, uint32_t *count) {
  char *end;
  if (*text < '1' || *text > '9') return false;
  unsigned long i = strtoul(text, &end, 10);
  if (*end != '/' || end[1] < '1' || end[1] > '9') return false;
  unsigned long n = strtoul(end + 1, &end, 10);
  if (*end || n > PARTS_MOST || i > n) return false;
  *index = (uint32_t)i;
  *count = (uint32_t)n;
  return true;
}

static bool is_shard(const options *o) { return *o->shard != '\0'; }

// A log of questions, and a solver that is a process already, cannot be shared. A limit of transitions is counted by one.
static bool has_team(const engine_ctx *ctx) {
  const options *o = ctx->options;
  return o->jobs > 1 && o->solver == OPT_SOLVER_Z3 && !o->given[OPTION_smt_log] && !ctx->limits->max_transitions;
}

bool parts_asked(const engine_ctx *ctx, opt_engine engine_asked) {
  return ctx->options->engine == (int)engine_asked && (is_shard(ctx->options) || has_team(ctx));
}

static parts new_parts(engine_ctx *ctx) {
  parts p = {.ctx = ctx, .index = 1, .count = 1, .position = RESULT_NOWHERE, .noted = RESULT_NOWHERE};
  if (is_shard(ctx->options)) CHECK(parts_parse(ctx->options->shard, &p.index, &p.count), "--shard was judged");
  return p;
}

// --- units -----------------------------------------------------------------------------------------------------------

static uint64_t here(const parts *p) { return p->inside ? 2 * p->units - 1 : 2 * p->units; }

static void look_at_reason(parts *p) {
  if (p->noted == RESULT_NOWHERE && p->ctx->result->reason) p->noted = here(p);
}

bool parts_take(parts *p, uint64_t identity) {
  CHECK(!p->inside, "units do not overlap");
  look_at_reason(p);
  uint64_t unit = p->units++;
  p->frontier = hash_combine(p->frontier, identity);
  bool own = !p->counting && unit % p->count == p->index - 1 && (!p->team || team_claim(p->team, p->worker, unit));
  if (!own) return false;
  p->inside = true;
  p->taken++;
  p->before = p->ctx->result->counters;
  if (p->team) team_begin(p);
  return true;
}

static void add_since(counters *to, const counters *now, const counters *before) {
  uint64_t depth = to->max_depth > now->max_depth ? to->max_depth : now->max_depth;
#define COUNTER(name, help) to->name += now->name - before->name;
#include "config/counters.def"
#undef COUNTER
  to->max_depth = depth;
}

void parts_leave(parts *p) {
  look_at_reason(p);
  counters unit = {0};
  add_since(&unit, &p->ctx->result->counters, &p->before);
  counters_add(&p->own, &unit);
  if (p->team) team_leave(p, p->units - 1, &unit);
  p->inside = false;
}

bool parts_overtaken(const parts *p) {
  if (p->counting) return p->units >= p->most;
  return p->team && here(p) > team_first(p->team);
}

void parts_end(parts *p, bool violated, bool learnt, bool cut) {
  look_at_reason(p);
  p->violation = violated;
  p->learnt = learnt && !violated;
  p->cut = cut;
  if (violated || learnt) p->position = here(p);
  if (p->inside) parts_leave(p);
}

void parts_again(parts *p) {
  p->units = p->frontier = 0;
  p->violation = p->cut = p->learnt = false;
  p->position = p->noted = RESULT_NOWHERE;
}

counters parts_trunk(const parts *p) {
  counters trunk = {0};
  add_since(&trunk, &p->ctx->result->counters, &p->own);
  return trunk;
}

// --- how deep is the trunk? --------------------------------------------------------------------------------------------

typedef struct planning {
  engine_ctx *ctx;
  const parts_search *search;
  uint64_t wanted, begin;
  parts best;  // of those that were counted to the end, the one with the most units
} planning;

typedef enum depth { DEPTH_LITTLE, DEPTH_ENOUGH, DEPTH_TOO_MUCH } depth;

// Counts units, up to `most`. What the trunk itself would find is left to the search: a violation in a unit may come first.
static depth count_units(planning *x, uint32_t level, uint64_t most) {
  parts p = new_parts(x->ctx);
  p.level = level;
  p.counting = true;
  p.most = most;
  x->search->run(x->search->arg, &p);
  if (p.violation) engine_forget_violation(x->ctx->result);
  if (p.units >= most) return DEPTH_ENOUGH;
  if (p.violation || p.cut || p.learnt || !p.units) return DEPTH_TOO_MUCH;
  if (p.units > x->best.units) x->best = p;
  return x->ctx->limits->transitions - x->begin > PLAN_BUDGET ? DEPTH_TOO_MUCH : DEPTH_LITTLE;
}

// The least depth at which there are enough units. Many levels may have none to offer: processes that work apart at first.
static parts plan(engine_ctx *ctx, const parts_search *s, uint64_t *units) {
  planning x = {.ctx = ctx, .search = s, .begin = ctx->limits->transitions, .best = new_parts(ctx)};
  x.wanted = (uint64_t)x.best.count * UNITS_PER_PART * (has_team(ctx) ? ctx->options->jobs : 1);
  count_units(&x, 0, UINT64_MAX);  // one, or none: there is no choice
  uint32_t less = 0, level = 1;
  depth found = DEPTH_LITTLE;
  for (; level <= DEEPEST_LEVEL; level *= 2) {
    found = count_units(&x, level, x.wanted);
    if (found != DEPTH_LITTLE) break;
    less = level;
  }
  while (found != DEPTH_LITTLE && level - less > 1) {
    uint32_t middle = less + (level - less) / 2;
    depth there = count_units(&x, middle, x.wanted);
    if (there == DEPTH_LITTLE) {
      less = middle;
    } else {
      level = middle;
      found = there;
    }
  }
  if (found == DEPTH_ENOUGH) count_units(&x, level, x.wanted * MOST_TIMES_WANTED);
  parts made = new_parts(ctx);
  made.level = x.best.level;
  // A deeper trunk may have shown dependences that change the one that was chosen.
  x.best = new_parts(ctx);
  count_units(&x, made.level, UINT64_MAX);
  *units = x.best.units;
  return made;
}

void parts_tell(const parts *p) {
  result *r = p->ctx->result;
  if (!is_shard(p->ctx->options)) return;
  r->shard = (result_shard){.index = p->index,
                            .count = p->count,
                            .complete = !p->violation && !p->cut && !p->learnt,
                            .units = p->units,
                            .taken = p->taken,
                            .frontier = p->frontier,
                            .position = p->position,
                            .noted = p->noted,
                            .doubt = p->doubt};
}

void parts_undivided(engine_ctx *ctx) {
  parts p = new_parts(ctx);
  if (ctx->result->verdict == VERDICT_UNSAFE) p.position = 0;
  if (ctx->result->reason) p.noted = 0;
  parts_tell(&p);
  ctx->result->shard.complete = true;
  if (p.index != 1) ctx->result->counters = (counters){0};
}

static const char *const too_late = "what depends on what was seen only after the search had been divided (--shard)";

static void run_alone(engine_ctx *ctx, const parts_search *s, parts *p) {
  s->run(s->arg, p);
  look_at_reason(p);
  if (p->learnt) engine_note_unknown(ctx, PLACE_NONE, too_late);
  s->conclude(s->arg, p);
  parts_tell(p);
  p->own.traces = ctx->result->counters.traces;  // which the book of traces counts
  if (p->index != 1) ctx->result->counters = p->own;
}

bool parts_run(engine_ctx *ctx, const parts_search *s) {
  uint64_t units;
  parts p = plan(ctx, s, &units);
  if (!has_team(ctx)) {
    run_alone(ctx, s, &p);
    return true;
  }
  if (team_run(ctx, s, &p, units)) return true;
  if (!is_shard(ctx->options)) return false;
  engine_note_unknown(ctx, PLACE_NONE, too_late);  // another pilot than that of the other parts would divide otherwise
  engine_conclude(ctx);
  return true;
}
