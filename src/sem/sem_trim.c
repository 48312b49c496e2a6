// Dead registers are cleared when a process is left, so that states with equal futures are equal (DESIGN 4).
#include "base/mem.h"
#include "sem/sem_impl.h"

// Count, then the registers that nothing reads before writing when the frame goes on at pc (top) or behind the call at
// pc (callers).
static const uint32_t *dead_registers(world *m, uint32_t func, uint32_t pc, bool is_top) {
  dfunc *df = &m->funcs[func];
  uint32_t **list = is_top ? &df->dead[pc] : &df->dead_calls[pc];
  if (*list) return *list;
  uint32_t *dead = MEM_NEW_N(uint32_t, df->ir->n_regs + 1);
  ir_func f = {func};
  for (uint32_t r = 1; r <= df->ir->n_regs; r++) {
    ir_reg reg = {r};
    bool live = is_top ? live_at(m->live, f, pc, reg) : live_across(m->live, f, pc, reg);
    // The documents know nothing of liveness, but nothing of our temporaries either.
    if (!live && (!m->base.options.as_documented || df->ir->regs[r].is_temp)) dead[++dead[0]] = r;
  }
  return *list = dead;
}

static void clear(frame *f, const uint32_t *dead) {
  for (uint32_t i = 1; i <= dead[0]; i++) f->regs[dead[i]] = value_word(0);
}

void run_trim(world *m, state *s, proc_id stack) {
  frame *f = state_own_top(s, stack);
  bool is_top = true;
  for (;;) {
    clear(f, dead_registers(m, f->func, f->pc, is_top));
    f->trimmed = true;
    is_top = false;
    // Callers do not change while they wait: those that were cleared stay so.
    if (!f->caller || f->caller->trimmed) return;
    f = f->caller = frame_own(f->caller);
  }
}
