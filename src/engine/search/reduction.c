#include "engine/search/reduction.h"

// In the order of the values of --por.
static const reduction kinds[] = {
    [OPT_POR_NONE] = {.kind = POR_NONE},
    [OPT_POR_CT] = {.kind = POR_CT},
    [OPT_POR_STUB1] = {.kind = POR_STUB1},
    [OPT_POR_STUB2] = {.kind = POR_STUB2},
    [OPT_POR_CT_MIN] = {.kind = POR_CT, .minimal = true},
    [OPT_POR_STUB1_MIN] = {.kind = POR_STUB1, .minimal = true},
    [OPT_POR_STUB2_MIN] = {.kind = POR_STUB2, .minimal = true},
    [OPT_POR_DPOR] = {.dynamic = true},
    [OPT_POR_DPOR_HBR] = {.dynamic = true, .happens_before = true},
    [OPT_POR_DPOR_STUB1] = {.dynamic = true, .kind = POR_STUB1},
    [OPT_POR_DPOR_STUB2] = {.dynamic = true, .kind = POR_STUB2},
    [OPT_POR_DPOR_NES] = {.dynamic = true, .enabling = true},
    [OPT_POR_FUTURE] = {.kind = POR_FUTURE},
};

static bool needs_steps(const reduction *r) {
  bool by_static_sets = r->kind == POR_CT || r->kind == POR_STUB1 || r->kind == POR_STUB2;
  return by_static_sets || r->enabling || r->happens_before;
}

static bool lacks_steps(const por *p) { return p && !por_steps(p); }

static void give_up_steps(reduction *r, engine_ctx *ctx, const char *why) {
  bool dynamic = r->dynamic;
  result_add_note(ctx->result, "no static reduction, because of %s", why);
  reduction_close(r);
  *r = kinds[dynamic ? OPT_POR_DPOR : OPT_POR_NONE];
  if (!dynamic) r->static_sets = por_new(ctx->ir, ctx->sem, POR_NONE, false);
}

void reduction_open(reduction *r, engine_ctx *ctx, opt_por by_default, bool only_proved) {
  bool threads = ctx->ir->scheduler == IR_SCHED_INTERLEAVE;
  if (threads && by_default != OPT_POR_NONE) by_default = OPT_POR_FUTURE;
  *r = kinds[ctx->options->por == OPT_POR_AUTO ? (int)by_default : ctx->options->por];
  if (only_proved && r->dynamic) *r = kinds[threads ? OPT_POR_FUTURE : OPT_POR_STUB1];
  if (threads ? needs_steps(r) : r->kind == POR_FUTURE) {
    engine_note_unknown(ctx, PLACE_NONE, "the reduction of --por does not exist for this scheduler");
    *r = kinds[OPT_POR_NONE];
  }
  if (!r->dynamic || r->kind != POR_NONE) r->static_sets = por_new(ctx->ir, ctx->sem, r->kind, r->minimal);
  if (r->enabling) r->enabling_sets = por_new(ctx->ir, ctx->sem, POR_STUB1, false);
  if (r->happens_before) r->wakers = por_new(ctx->ir, ctx->sem, POR_STUB1, false);
  const por *sets[] = {r->static_sets, r->enabling_sets, r->wakers}, *lacking = NULL;
  for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++)
    if (lacks_steps(sets[i])) lacking = sets[i];
  if (!threads && needs_steps(r) && lacking) give_up_steps(r, ctx, por_why(lacking));
  ctx->sem->needs.footprints |= r->dynamic;
}

void reduction_close(reduction *r) {
  por_free(r->static_sets);
  por_free(r->enabling_sets);
  por_free(r->wakers);
}
