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
};

void reduction_open(reduction *r, engine_ctx *ctx, opt_por by_default, bool only_proved) {
  *r = kinds[ctx->options->por == OPT_POR_AUTO ? (int)by_default : ctx->options->por];
  if (only_proved && r->dynamic) *r = kinds[OPT_POR_STUB1];
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
