// Dead registers are cleared when a process is left, so that states with equal futures are equal (DESIGN 4).
#include "base/mem.h"
#include "sem/sem_impl.h"

// Which registers nothing reads before writing when the frame goes on at pc (top) or behind the call at pc (callers).
static reg_sets *make_sets(world *m, uint32_t func, uint32_t pc, bool is_top) {
  const dfunc *df = &m->funcs[func];
  uint32_t n_live = 0, n_dead = 0;
  bool *dead = MEM_NEW_N(bool, df->n_regs + 1);
  for (uint32_t r = 1; r <= df->ir->n_regs; r++) {
    ir_reg reg = {r};
    bool live = is_top ? live_at(m->live, (ir_func){func}, pc, reg) : live_across(m->live, (ir_func){func}, pc, reg);
    // The documents know nothing of liveness, but nothing of our temporaries either.
    dead[r] = !live && (!m->base.options.as_documented || df->ir->regs[r].is_temp);
  }
  reg_sets *x = mem_alloc(sizeof *x + (df->n_regs + 2) * sizeof(uint32_t) * 3);
  for (uint32_t r = 0; r <= df->n_regs; r++)
    if (!dead[r]) x->regs[++n_live] = r;
  x->regs[0] = n_live;
  x->dead = x->regs + n_live + 1;
  for (uint32_t r = 1; r <= df->n_regs; r++) {
    if (!dead[r]) continue;
    if (!dead[r - 1]) x->dead[2 * n_dead++] = r;
    x->dead[2 * n_dead - 1] = r + 1;
  }
  x->n_dead = n_dead;
  mem_free(dead);
  return x;
}

static inline const reg_sets *sets_at(world *m, uint32_t func, uint32_t pc, bool is_top) {
  dfunc *df = &m->funcs[func];
  reg_sets **x = is_top ? &df->resumed[pc] : &df->called[pc];
  return *x ? *x : (*x = make_sets(m, func, pc, is_top));
}

static inline void clear(frame *f, const reg_sets *x) {
  const uint32_t *range = x->dead;
  for (uint32_t n = x->n_dead; n > 0; n--, range += 2)
    for (value *v = f->regs + range[0], *end = f->regs + range[1]; v < end; v++) *v = value_word(0);
  f->trimmed = true;
  f->live = x->regs;
}

void run_trim(world *m, state *s, proc_id stack) {
  frame *f = state_own_top(s, stack);
  bool is_top = true;
  for (;;) {
    clear(f, sets_at(m, f->func, f->pc, is_top));
    is_top = false;
    // Callers do not change while they wait: those that were cleared stay so.
    if (!f->caller || f->caller->trimmed) return;
    f = f->caller = frame_own(f->caller);
  }
}
