// Drawn values that nobody looks at: a result that was never set is carried around a loop until some way sets it, and the ways that clang makes for
// the ends of objects carry it past each other. Which way goes where is known only when they are lowered (lower_edges.c). A value that is
// only passed on, to where nobody needs it, is no input of the program: zero stands for it.
//
// Strong liveness: a register is needed at a point if some way from there uses it for something else than passing it on, or passes it on to a
// register that is needed there.
#include <string.h>

#include "base/bitset.h"
#include "base/mem.h"
#include "front/llvm/lower_int.h"

static bool passes_on(const ir_instr *i) {
  return i->op == IR_MOV || i->op == IR_ZEXT || i->op == IR_SEXT || i->op == IR_TRUNC || i->op == IR_INTTOPTR ||
         (i->op == IR_PTRADD && i->args[0].kind == IR_OPERAND_NULL);
}

static bool is_absent(const ir_module *m, const ir_instr *i) {
  if (i->op != IR_NONDET || !i->text || ir_type_get(m, i->type)->kind != IR_TYPE_INT ||
      ir_type_get(m, i->type)->bits > 64)
    return false;
  for (uint64_t kind = LOW_UNDEF; kind <= LOW_RESULT; kind++)
    if (strcmp(i->text, low_draw_name(kind)) == 0) return true;
  return false;
}

typedef struct needs {
  const ir_func_info *f;
  bitset *in;  // by block: needed at its begin
  bitset set;  // at the point that was reached
} needs;

// From what is needed behind an instruction to what is needed before it.
static void step_back(needs *w, const ir_instr *i) {
  bool wanted = !passes_on(i) || bitset_has(&w->set, i->dst.id);
  if (i->dst.id) bitset_remove(&w->set, i->dst.id);
  // Behind the result: an unwinding call leaves its result register as it was.
  if (i->op == IR_CALL && i->n_targets) bitset_union(&w->set, &w->in[i->targets[0].id]);
  for (uint32_t a = 0; wanted && a < i->n_args; a++)
    if (i->args[a].kind == IR_OPERAND_REG) bitset_add(&w->set, i->args[a].value);
}

static void begin_at_end(needs *w, const ir_block_info *b) {
  const ir_instr *last = &w->f->code[b->first + b->count - 1];
  bitset_clear(&w->set);
  for (uint32_t t = 0; t < last->n_targets; t++) bitset_union(&w->set, &w->in[last->targets[t].id]);
}

static void solve(needs *w) {
  for (bool grew = true; grew;) {
    grew = false;
    for (uint32_t b = w->f->n_blocks; b > 0; b--) {
      const ir_block_info *k = &w->f->blocks[b];
      begin_at_end(w, k);
      for (uint32_t n = k->first + k->count; n-- > k->first;) step_back(w, &w->f->code[n]);
      grew |= bitset_union(&w->in[b], &w->set);
    }
  }
}

// Zero instead of draws that nobody needs. The code of a frozen module lies in its arena and is still ours alone.
static void replace(ir_module *m, needs *w) {
  for (uint32_t b = 1; b <= w->f->n_blocks; b++) {
    const ir_block_info *k = &w->f->blocks[b];
    begin_at_end(w, k);
    for (uint32_t n = k->first + k->count; n-- > k->first;) {
      ir_instr *i = (ir_instr *)&w->f->code[n];
      bool needed = bitset_has(&w->set, i->dst.id);
      step_back(w, i);
      if (needed || !is_absent(m, i)) continue;
      ir_operand zero = {.kind = IR_OPERAND_INT, .type = i->type};
      *i = (ir_instr){.op = IR_MOV,
                      .type = i->type,
                      .dst = i->dst,
                      .n_args = 1,
                      .args = arena_copy(m->mem, &zero, sizeof zero),
                      .at = i->at};
    }
  }
}

static bool draws_absent(const ir_module *m, const ir_func_info *f) {
  for (uint32_t n = 0; n < f->n_code; n++)
    if (is_absent(m, &f->code[n])) return true;
  return false;
}

void low_drop_draws(ir_module *m) {
  for (uint32_t n = 1; n <= m->n_funcs; n++) {
    needs w = {.f = &m->funcs[n]};
    if (!draws_absent(m, w.f)) continue;
    w.in = MEM_NEW_N(bitset, w.f->n_blocks + 1);
    w.set = bitset_new(w.f->n_regs + 1);
    for (uint32_t b = 1; b <= w.f->n_blocks; b++) w.in[b] = bitset_new(w.f->n_regs + 1);
    solve(&w);
    replace(m, &w);
    for (uint32_t b = 1; b <= w.f->n_blocks; b++) bitset_fini(&w.in[b]);
    bitset_fini(&w.set);
    mem_free(w.in);
  }
}
