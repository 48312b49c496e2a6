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

void reduction_open(reduction *r, engine_ctx *ctx, opt_por by_default, bool only_proved) {
  bool threads = ctx->ir->scheduler == IR_SCHED_INTERLEAVE;
  if (threads && by_default != OPT_POR_NONE) by_default = OPT_POR_FUTURE;
  *r = kinds[ctx->options->por == OPT_POR_AUTO ? (int)by_default : ctx->options->por];
  if (only_proved && r->dynamic) *r = kinds[threads ? OPT_POR_FUTURE : OPT_POR_STUB1];
  // The analysis of steps knows the processes that the module declares.
  if (ctx->ir->spawns && !threads && needs_steps(r)) *r = kinds[OPT_POR_NONE];
  if (threads ? needs_steps(r) : r->kind == POR_FUTURE) {
    engine_note_unknown(ctx, PLACE_NONE, "the reduction of --por does not exist for this scheduler");
    *r = kinds[OPT_POR_NONE];
  }
  if (!r->dynamic || r->kind != POR_NONE) r->static_sets = por_new(ctx->ir, ctx->sem, r->kind, r->minimal);
  if (r->enabling) r->enabling_sets = por_new(ctx->ir, ctx->sem, POR_STUB1, false);
  if (r->happens_before) r->wakers = por_new(ctx->ir, ctx->sem, POR_STUB1, false);
  ctx->sem->options.footprints = r->dynamic;
}

void reduction_close(reduction *r, engine_ctx *ctx) {
  ctx->sem->options.footprints = false;
  por_free(r->static_sets);
  por_free(r->enabling_sets);
  por_free(r->wakers);
}
