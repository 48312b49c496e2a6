// Canonical text of the observable state; the concrete interpreter prints the same for the same state.
#include "base/mem.h"
#include <string.h>

#include "sem/sem_impl.h"

static void dump_value(const world *m, const ir_type_info *type, value v, strbuf *out) {
  if (type->kind == IR_TYPE_PTR) {
    sb_puts(out, v.obj || v.bits || v.e.id ? "ptr" : "null");
  } else if (v.obj) {
    sb_puts(out, "ptr");
  } else if (!value_is_concrete(v)) {
    if (expr_is_const(m->base.terms, v.e))
      expr_print(m->base.terms, v.e, out);
    else
      sb_putc(out, '?');
  } else if (type->is_bool) {
    sb_puts(out, v.bits ? "true" : "false");
  } else if (type->is_signed) {
    sb_printf(out, "%lld", (long long)sign_extend(v.bits, type->bits));
  } else {
    sb_printf(out, "%llu", (unsigned long long)v.bits);
  }
}

static void dump_global(const world *m, const state *s, uint32_t g, strbuf *out) {
  const ir_global_info *info = &m->base.ir->globals[g];
  objref o;
  mem_object(m, s, g, &o);
  const layout *l = layout_of(m->env->layouts, info->type);  // as declared, whatever its cells are now
  for (uint64_t i = 0; i < l->count * l->n_cells; i++) {
    cell c = *layout_cell(l, i);
    c.offset = layout_cell_offset(l, i);
    sb_puts(out, info->name);
    sem_leaf_name(m->base.ir, info->type, c.offset, out);
    sb_puts(out, " = ");
    dump_value(m, ir_type_get(m->base.ir, c.type), bytes_peek(m, s, &o, &c), out);
    sb_putc(out, '\n');
  }
}

// Processes that were made, by name: their numbers depend on the runs seen before.
static void dump_made(const world *m, const state *s, strbuf *out) {
  sem *base = (sem *)(world *)m;
  const char *last = "";
  for (;;) {
    proc_id next = 0;
    for (proc_id p = base->ir->n_procs + 1; p <= s->k->n; p++) {
      const char *name = sem_proc_name(base, s, p);
      if (!sysc_exists(m, s->k, p) || strcmp(name, last) <= 0) continue;
      if (!next || strcmp(name, sem_proc_name(base, s, next)) < 0) next = p;
    }
    if (!next) return;
    last = sem_proc_name(base, s, next);
    uint8_t flags = s->k->flags[next];
    sb_printf(out, "process %s: %s\n", last,
              flags & PROC_ENDED      ? "ended"
              : flags & PROC_RUNNABLE ? "runnable"
                                      : "waiting");
  }
}

void sem_dump(sem *base, const state *s, strbuf *out) {
  const world *m = (const world *)base;
  sb_printf(out, "time %llu\n", (unsigned long long)s->time);
  for (uint32_t g = 1; g <= base->ir->n_globals; g++) {
    if (!base->ir->globals[g].is_hidden) dump_global(m, s, g, out);
  }
  bool threads = base->ir->scheduler == IR_SCHED_INTERLEAVE;  // who waits is no part of the state there
  for (proc_id p = 1; p <= base->ir->n_procs; p++) {
    uint8_t flags = s->k->flags[p];
    const char *status = flags & PROC_ENDED      ? "ended"
                         : threads               ? "live"
                         : flags & PROC_RUNNABLE ? "runnable"
                                                 : "waiting";
    bool suspended = !threads && flags & PROC_SUSPENDED;
    sb_printf(out, "process %s: %s%s\n", sem_proc_name(base, s, p), status, suspended ? " suspended" : "");
  }
  if (!threads) dump_made(m, s, out);
  for (uint32_t i = 0; i < state_calls(s); i++)
    sb_printf(out, "%s%s%s", i ? " to " : "switch: ", sem_proc_name(base, s, design_calls(s->made)[i]),
              i + 1 < state_calls(s) ? "" : "\n");
  if (base->ir->uses_delta) sb_printf(out, "delta %llu\n", (unsigned long long)(s->made ? s->made->delta : 0));
}
