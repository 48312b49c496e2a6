// What the engine lazy asks of a program (2.1, 2.4): a step must never disable another process.
#include "analysis/reuse.h"
#include "analysis/waiting.h"
#include "engine/lazy/lazy.h"

static const char *problem(ir_op op) {
  switch ((int)op) {
  case IR_LOCK: return "the engine lazy is for separated programs: taking a mutex keeps others from taking it";
  case IR_AWAIT_BEGIN: return "the engine lazy is for separated programs: what is awaited may become false again";
  }
  return NULL;
}

// Functions that processes may come to: whatever is named by code that they may come to.
static void find_reached(const ir_module *m, bool *reached) {
  VEC(uint32_t) open = {0};
  for (uint32_t p = 1; p <= m->n_procs; p++) vec_push(&open, m->procs[p].func.id);
  while (open.len) {
    uint32_t f = vec_pop(&open);
    if (reached[f]) continue;
    reached[f] = true;
    for (uint32_t i = 0; i < m->funcs[f].n_code; i++) {
      const ir_instr *x = &m->funcs[f].code[i];
      for (uint32_t k = 0; k < x->n_args; k++) {
        if (x->args[k].kind == IR_OPERAND_FUNC) vec_push(&open, (uint32_t)x->args[k].value);
      }
    }
  }
  vec_free(&open);
}

// A function whose address stands in a global may be called through it.
static bool has_function_tables(const ir_module *m) {
  for (uint32_t g = 1; g <= m->n_globals; g++) {
    for (uint32_t i = 0; i < m->globals[g].n_inits; i++) {
      if (m->globals[g].inits[i].value.kind == IR_OPERAND_FUNC) return true;
    }
  }
  return false;
}

const char *lazy_refuses(const ir_module *m, place *at) {
  *at = PLACE_NONE;
  uint32_t order;
  if (m->scheduler != IR_SCHED_INTERLEAVE) return "the engine lazy is for threads";
  if (waiting_find(m).attempt) return "the engine lazy does not follow calls that wait for ever";
  if (reuse_marked(m, &order)) return "the engine lazy does not follow addresses of ended objects";
  bool *reached = MEM_NEW_N(bool, m->n_funcs + 1), all = has_function_tables(m);
  find_reached(m, reached);
  const char *why = NULL;
  for (uint32_t f = 1; f <= m->n_funcs && !why; f++) {
    for (uint32_t i = 0; i < m->funcs[f].n_code && !why && (all || reached[f]); i++) {
      why = problem(m->funcs[f].code[i].op);
      if (why) *at = m->funcs[f].code[i].at;
    }
  }
  mem_free(reached);
  return why;
}

// Nobody waits, nothing is assumed, no leaks are looked for: the run that has ended has ended well.
bool lazy_ends_plainly(const engine_ctx *ctx) {
  const ir_module *m = ctx->ir;
  if (ctx->sem->options.checks >> IR_CHECK_LEAK & 1) return false;
  for (uint32_t f = 1; f <= m->n_funcs; f++) {
    for (uint32_t i = 0; i < m->funcs[f].n_code; i++) {
      ir_op op = m->funcs[f].code[i].op;
      if (op == IR_JOIN || op == IR_ASSUME || op == IR_LOCK || op == IR_AWAIT || op == IR_STOP) return false;
    }
  }
  return true;
}

static bool begins_step(const ir_instr *i) {
  switch ((int)i->op) {
  case IR_LOAD:
  case IR_STORE:
  case IR_RMW:
  case IR_CAS:
  case IR_COPY:
  case IR_FILL:
  case IR_FREE:
  case IR_NONDET_MEM: return !(i->flags & IR_HIDDEN);
  case IR_LOCK:
  case IR_UNLOCK:
  case IR_TRYLOCK:
  case IR_LIFE:
  case IR_JOIN:
  case IR_AWAIT_BEGIN:
  case IR_ATOMIC_BEGIN:
  case IR_STEP: return true;
  }
  return false;
}

// Is there a branch between the step that begins at pc and the next one?
static bool branches_from(const ir_func_info *f, uint32_t pc) {
  uint32_t depth = 0;
  for (uint32_t i = pc, n = 0; n < f->n_code; n++) {
    const ir_instr *x = &f->code[i];
    if (x->op == IR_ATOMIC_BEGIN) depth++;
    if (x->op == IR_ATOMIC_END) depth--;
    if (i != pc && depth == 0 && x->op != IR_ATOMIC_END && begins_step(x)) return false;
    if (x->op == IR_BRANCH || x->op == IR_SWITCH) return true;
    if (ir_op_ends_block(x->op) && x->op != IR_JUMP) return false;
    i = x->op == IR_JUMP ? f->blocks[x->targets[0].id].first : i + 1;
  }
  return false;
}

bool lazy_branches(lazy *z, uint64_t where) {
  uint64_t known;
  if (map64_get(&z->branches, where, &known)) return known;
  uint32_t func = (uint32_t)(where >> 32);
  // Places inside of calls are hashes: they may branch.
  known = func < 1 || func > z->ctx->ir->n_funcs || (uint32_t)where >= z->ctx->ir->funcs[func].n_code ||
          branches_from(&z->ctx->ir->funcs[func], (uint32_t)where);
  map64_put(&z->branches, where, known);
  return known;
}
