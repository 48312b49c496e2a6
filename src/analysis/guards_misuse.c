// Can threads or mutexes be misused (doc/semantics-threads.md 8)? No, as far as this can tell, if
// - a mutex is a global one that its first bytes initialise and that nothing writes over, destroys or, while it may be held, initialises;
// - it is unlocked where it must be held;
// - a thread is joined or detached at one place, at most once, by the one who started it.
// Everything else may be misuse: objects other than mutexes, in particular.
#include "analysis/guards_impl.h"

enum { LOCK_WORD = 4 };

static void blame(guards *l, const ir_instr *i) {
  if (l->misuse) return;
  l->misuse = true;
  l->misused_at = i->at;
}

// --- mutexes -------------------------------------------------------------------------------------------------------

static bool overlaps(uint64_t a, uint64_t a_size, uint64_t b, uint64_t b_size) {
  return a < b + b_size && b < a + a_size;
}

static bool begins_blank(const guards *l, global_place g) {
  const ir_global_info *info = &l->m->globals[g.global];
  for (uint32_t k = 0; k < info->n_inits; k++) {
    const ir_init *init = &info->inits[k];
    bool zero = init->value.kind == IR_OPERAND_INT && !init->value.value;
    uint64_t size = ir_type_get(l->m, init->value.type)->size;
    if (!zero && overlaps(init->offset, size, g.offset, LOCK_WORD)) return false;
  }
  return true;
}

static bool writes_over(const guards *l, uint32_t func, const ir_instr *i, global_place g) {
  bool writes = i->op == IR_STORE || i->op == IR_RMW || i->op == IR_CAS,
       all = i->op == IR_COPY || i->op == IR_FILL || i->op == IR_NONDET_MEM || i->op == IR_FREE;
  if (!writes && !all) return false;
  const bitset *may = points_of(l->pts, (ir_func){func}, &i->args[0]);
  if (!bitset_has(may, g.global) && !bitset_has(may, 0)) return false;
  uint32_t global;
  uint64_t offset;
  if (all || !points_exact(l->pts, (ir_func){func}, &i->args[0], &global, &offset)) return true;
  return overlaps(offset, ir_type_get(l->m, i->type)->size, g.offset, LOCK_WORD);
}

// Looked at once for each mutex: what it finds is kept by the number of the lock.
static bool stays_blank(guards *l, uint32_t number) {
  uint64_t bit = (uint64_t)1 << number;
  if (l->judged & bit) return l->blank & bit;
  l->judged |= bit;
  global_place g = l->locks.data[number];
  bool blank = begins_blank(l, g);
  for (uint32_t f = 1; f <= l->m->n_funcs && blank; f++)
    for (uint32_t c = 0; c < l->m->funcs[f].n_code && blank; c++)
      blank = !writes_over(l, f, &l->m->funcs[f].code[c], g);
  if (blank) l->blank |= bit;
  return blank;
}

static bool is_program(const guards *l, const context *c) { return l->classes.data[c->class].site == 0; }

static void judge_taking(guards *l, const context *c, const ir_instr *i, uint32_t number, const point *p) {
  if (i->sub != IR_USE_MUTEX || number == MOST_LOCKS || !stays_blank(l, number)) {
    blame(l, i);
    return;
  }
  if (is_program(l, c) && !p->alive) l->taken_alone |= (uint64_t)1 << number;
}

// Before anybody else was started, once, and before the one who does it takes it: then nobody holds it.
static void judge_life(guards *l, const context *c, uint32_t pc, const ir_instr *i, uint32_t number) {
  uint64_t here = (uint64_t)c->func << 32 | (pc + 1);
  bool first = number < MOST_LOCKS && (!l->init_by[number] || l->init_by[number] == here);
  bool fine = i->sub == IR_LIFE_INIT && first && is_program(l, c) && l->m->n_procs == 1 &&
              guards_is_once(l, &l->classes.data[c->class], c->func, pc) &&
              !guards_after_spawn(l, &l->classes.data[c->class], c->func, pc);
  if (!fine) {
    blame(l, i);
    return;
  }
  l->init_by[number] = here;
  l->initialised |= (uint64_t)1 << number;
  l->init_at = i->at;
}

// --- threads -------------------------------------------------------------------------------------------------------

static void judge_end(guards *l, const context *c, uint32_t pc, const ir_instr *i, uint32_t h) {
  const site *s = h ? &l->sites.data[h] : NULL;
  bool mine = s && s->single && s->parent == c->class && guards_is_once(l, &l->classes.data[c->class], c->func, pc);
  uint64_t here = (uint64_t)c->func << 32 | (pc + 1);
  if (!mine || (l->ended_at[h] && l->ended_at[h] != here))
    blame(l, i);
  else
    l->ended_at[h] = here;
}

void guards_judge(guards *l, const context *c, uint32_t pc, const point *p, uint32_t lock, uint32_t joined) {
  const ir_instr *i = &l->m->funcs[c->func].code[pc];
  switch ((int)i->op) {
  case IR_LOCK:
  case IR_TRYLOCK:
    if (i->sub != IR_USE_PLAIN) judge_taking(l, c, i, lock, p);
    break;
  case IR_UNLOCK:
    if (i->sub != IR_USE_PLAIN && !(lock < MOST_LOCKS && p->locks >> lock & 1)) blame(l, i);
    break;
  case IR_LIFE: judge_life(l, c, pc, i, lock); break;
  case IR_JOIN:
    if (i->sub != IR_USE_PLAIN) judge_end(l, c, pc, i, joined);
    break;
  case IR_DETACH: judge_end(l, c, pc, i, joined); break;
  case IR_CHECK:
    if (i->sub == IR_CHECK_MISUSE && !(i->args[0].kind == IR_OPERAND_INT && i->args[0].value)) blame(l, i);
    break;
  }
}

bool guards_find_misuse(guards *l, place *at) {
  *at = l->misuse ? l->misused_at : l->init_at;
  return l->misuse || l->initialised & l->taken_alone;
}
