#include "analysis/wakes.h"

#include <limits.h>

#include "analysis/callgraph.h"
#include "analysis/live.h"
#include "base/mem.h"

enum { UNKNOWN = INT_MIN };  // a number that is not the same on every way

typedef enum since { ACTED, AS_BEFORE, LOCKED } since;

// What holds on every way to a point. `since`: has the process done anything that others could see since it last took a mutex? LOCKED: no;
// AS_BEFORE: not since the function began. Mutexes held and atomic regions entered since the function began; for
// the entry of a function: at all.
typedef struct fact {
  bool reached;
  since since;
  int held, depth;
} fact;

struct wakes {
  const ir_module *m;
  callgraph *calls;
  live_info *live;
  fact **blocks;  // by function, by block: where it begins
  fact *returns;  // by function: where it ends
  fact *entries;  // by function: where it begins
  int8_t *reads;  // by function: does it read and compute only? 0: not asked yet, 1: being asked, 2: yes, -1: no
  bool tried;     // somebody asks whether a mutex is held: that one was held for a while shows
};

static const fact nothing_known = {true, ACTED, UNKNOWN, UNKNOWN};

static int sum(int a, int b) { return a == UNKNOWN || b == UNKNOWN ? UNKNOWN : a + b; }

static bool meet(fact *into, fact x) {
  if (!x.reached) return false;
  fact old = *into;
  if (!old.reached) {
    *into = x;
    return true;
  }
  if (x.since < old.since) into->since = x.since;
  if (x.held != old.held) into->held = UNKNOWN;
  if (x.depth != old.depth) into->depth = UNKNOWN;
  return into->since != old.since || into->held != old.held || into->depth != old.depth;
}

static fact followed_by(fact a, fact b) {
  if (!a.reached || !b.reached) return (fact){0};
  return (fact){true, b.since == AS_BEFORE ? a.since : b.since, sum(a.held, b.held), sum(a.depth, b.depth)};
}

// --- constants -------------------------------------------------------------------------------------------------------

enum { MOST_CONSTANTS = 16 };

// Registers whose value is known.
typedef struct constants {
  uint32_t n;
  struct {
    uint32_t reg;
    uint64_t value;
  } known[MOST_CONSTANTS];
} constants;

static void learn(constants *k, uint32_t reg, uint64_t value) {
  if (k->n == MOST_CONSTANTS) return;
  k->known[k->n].reg = reg;
  k->known[k->n++].value = value;
}

static void forget(constants *k, uint32_t reg) {
  uint32_t kept = 0;
  for (uint32_t n = 0; n < k->n; n++)
    if (k->known[n].reg != reg) k->known[kept++] = k->known[n];
  k->n = kept;
}

static bool knows(const constants *k, const ir_operand *o, uint64_t *value) {
  *value = o->value;
  if (o->kind == IR_OPERAND_INT) return true;
  for (uint32_t n = 0; n < k->n && o->kind == IR_OPERAND_REG; n++) {
    if (k->known[n].reg != o->value) continue;
    *value = k->known[n].value;
    return true;
  }
  return false;
}

static void compute(constants *k, const ir_instr *i) {
  uint64_t a = 0, b = 0;
  bool compares = i->op == IR_EQ || i->op == IR_NE;
  bool known = (i->op == IR_MOV || compares) && knows(k, &i->args[0], &a) && (!compares || knows(k, &i->args[1], &b));
  forget(k, i->dst.id);
  if (known) learn(k, i->dst.id, compares ? (a == b) == (i->op == IR_EQ) : a);
}

// --- what holds where ------------------------------------------------------------------------------------------------

static bool may_mean(const wakes *w, const ir_instr *call, uint32_t f) {
  if (call->args[0].kind == IR_OPERAND_FUNC) return call->args[0].value == f;
  return w->m->funcs[f].n_params == call->n_args - 1 && callgraph_address_taken(w->calls, (ir_func){f});
}

static fact behind_call(const wakes *w, const ir_instr *i, fact x) {
  if (i->args[0].kind == IR_OPERAND_FUNC) return followed_by(x, w->returns[i->args[0].value]);
  fact out = {0};
  bool some = false;
  for (uint32_t f = 1; f <= w->m->n_funcs; f++) {
    if (!may_mean(w, i, f)) continue;
    some = true;
    meet(&out, followed_by(x, w->returns[f]));
  }
  return some ? out : nothing_known;
}

static bool is_value(const ir_instr *i) { return i->op <= IR_INTTOPTR; }

static fact behind(const wakes *w, const ir_instr *i, fact x) {
  if (is_value(i)) return x;
  switch ((int)i->op) {
  case IR_LOCAL:
  case IR_SHADOW:
  case IR_CHECK:
  case IR_ASSUME:
  case IR_HOLDS:
  case IR_SELF:
  case IR_FENCE:
  case IR_RELAX:
  case IR_JUMP:
  case IR_BRANCH:
  case IR_SWITCH:
  case IR_RETURN: return x;
  case IR_LOAD:
  case IR_STORE:
  case IR_RMW:
  case IR_CAS:
  case IR_COPY:
  case IR_FILL:
    if (i->flags & IR_HIDDEN) return x;
    break;
  case IR_CALL: return behind_call(w, i, x);
  case IR_LOCK: return (fact){true, LOCKED, sum(x.held, 1), x.depth};
  case IR_UNLOCK: x.held = sum(x.held, -1); break;
  case IR_ATOMIC_BEGIN: x.depth = sum(x.depth, 1); break;
  case IR_ATOMIC_END: x.depth = sum(x.depth, -1); break;
  }
  x.since = ACTED;
  return x;
}

// One round over the blocks of a function; true: something has changed.
static bool flow_through(wakes *w, uint32_t func) {
  const ir_func_info *f = &w->m->funcs[func];
  fact *at = w->blocks[func];
  bool changed = false;
  for (uint32_t b = 1; b <= f->n_blocks; b++) {
    fact x = at[b];
    constants known = {0};
    for (uint32_t k = 0; k < f->blocks[b].count && x.reached; k++) {
      const ir_instr *i = &f->code[f->blocks[b].first + k];
      uint64_t taken = 0;
      bool unwinds = i->op == IR_CALL, decided = i->op == IR_BRANCH && knows(&known, &i->args[0], &taken);
      for (uint32_t t = 0; t < i->n_targets; t++) {
        if (!i->targets[t].id || (decided && t != !(taken & 1))) continue;
        changed |= meet(&at[i->targets[t].id], unwinds ? nothing_known : x);
      }
      if (i->dst.id) compute(&known, i);
      if (i->op == IR_RETURN) changed |= meet(&w->returns[func], x);
      x = behind(w, i, x);
    }
  }
  return changed;
}

static bool enter(wakes *w, const ir_instr *i, fact x) {
  bool changed = false;
  fact begin = i->op == IR_SPAWN ? (fact){true, ACTED, 0, 0} : x;
  for (uint32_t f = 1; f <= w->m->n_funcs; f++)
    if (may_mean(w, i, f)) changed |= meet(&w->entries[f], begin);
  return changed;
}

static bool enter_callees(wakes *w, uint32_t func) {
  const ir_func_info *f = &w->m->funcs[func];
  bool changed = false;
  for (uint32_t b = 1; b <= f->n_blocks && w->entries[func].reached; b++) {
    fact x = w->blocks[func][b];
    for (uint32_t k = 0; k < f->blocks[b].count && x.reached; k++) {
      const ir_instr *i = &f->code[f->blocks[b].first + k];
      if (i->op == IR_CALL || i->op == IR_SPAWN) changed |= enter(w, i, followed_by(w->entries[func], x));
      x = behind(w, i, x);
    }
  }
  return changed;
}

static void find_facts(wakes *w) {
  const ir_module *m = w->m;
  for (uint32_t f = 1; f <= m->n_funcs; f++)
    if (m->funcs[f].n_code) w->blocks[f][1] = (fact){true, AS_BEFORE, 0, 0};
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t f = 1; f <= m->n_funcs; f++) changed |= flow_through(w, f);
  }
  meet(&w->entries[m->entry.id], (fact){true, ACTED, 0, 0});
  for (uint32_t p = 1; p <= m->n_procs; p++) meet(&w->entries[m->procs[p].func.id], (fact){true, ACTED, 0, 0});
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t f = 1; f <= m->n_funcs; f++) changed |= enter_callees(w, f);
  }
}

// One that may fail for no reason tells nobody anything by failing.
static bool asks_for_mutex(const ir_instr *i) { return i->op == IR_TRYLOCK && !(i->flags & IR_WEAK); }

wakes *wakes_new(const ir_module *m) {
  wakes *w = MEM_NEW(wakes);
  *w = (wakes){.m = m, .calls = callgraph_new(m), .live = live_new(m)};
  w->blocks = MEM_NEW_N(fact *, m->n_funcs + 1);
  w->returns = MEM_NEW_N(fact, m->n_funcs + 1);
  w->entries = MEM_NEW_N(fact, m->n_funcs + 1);
  w->reads = MEM_NEW_N(int8_t, m->n_funcs + 1);
  for (uint32_t f = 1; f <= m->n_funcs; f++) {
    w->blocks[f] = MEM_NEW_N(fact, m->funcs[f].n_blocks + 1);
    for (uint32_t c = 0; c < m->funcs[f].n_code; c++) w->tried |= asks_for_mutex(&m->funcs[f].code[c]);
  }
  if (!w->tried) find_facts(w);
  return w;
}

void wakes_free(wakes *w) {
  for (uint32_t f = 1; f <= w->m->n_funcs; f++) mem_free(w->blocks[f]);
  mem_free(w->blocks);
  mem_free(w->returns);
  mem_free(w->entries);
  mem_free(w->reads);
  live_free(w->live);
  callgraph_free(w->calls);
  mem_free(w);
}

// --- from the head of the loop to the waiting ------------------------------------------------------------------------

static bool only_reads(wakes *w, const ir_instr *i);

// Recursion that comes back to a function that is being asked about adds nothing to it.
static bool function_only_reads(wakes *w, uint32_t func) {
  const ir_func_info *f = &w->m->funcs[func];
  if (w->reads[func]) return w->reads[func] > 0;
  w->reads[func] = 1;
  bool reads = f->n_code > 0;
  for (uint32_t c = 0; c < f->n_code && reads; c++)
    reads = f->code[c].op == IR_LOCAL || f->code[c].op == IR_RETURN || only_reads(w, &f->code[c]);
  w->reads[func] = reads ? 2 : -1;
  return reads;
}

// What it prints is not looked at.
static bool only_reads(wakes *w, const ir_instr *i) {
  if (is_value(i)) return true;
  switch ((int)i->op) {
  case IR_LOAD:
  case IR_SIZE:
  case IR_VALID:
  case IR_SHADOW:
  case IR_CHECK:
  case IR_ASSUME:
  case IR_OUTPUT:
  case IR_HOLDS:
  case IR_SELF:
  case IR_JUMP:
  case IR_BRANCH:
  case IR_SWITCH:
  case IR_ATOMIC_BEGIN:
  case IR_ATOMIC_END: return true;
  case IR_CALL: return i->args[0].kind == IR_OPERAND_FUNC && function_only_reads(w, (uint32_t)i->args[0].value);
  }
  return false;
}

typedef struct site {
  wakes *w;
  uint32_t func, pc, head;
  const ir_func_info *f;
} site;

// Nothing of what the process has at the head is changed.
static bool keeps(const site *s, const ir_instr *i) {
  return !i->dst.id || !live_at(s->w->live, (ir_func){s->func}, s->f->blocks[s->head].first, i->dst);
}

static uint32_t block_of(const ir_func_info *f, uint32_t pc) {
  uint32_t b = 1;
  while (pc >= f->blocks[b].first + f->blocks[b].count) b++;
  return b;
}

static bool leads_to(const ir_func_info *f, uint32_t block, uint32_t to) {
  for (uint32_t k = 0; k < f->blocks[block].count; k++) {
    const ir_instr *i = &f->code[f->blocks[block].first + k];
    for (uint32_t t = 0; t < i->n_targets; t++)
      if (i->targets[t].id == to) return true;
  }
  return false;
}

// All ways to the site come through the head, and from there on only read and change nothing that is needed there.
static bool reads_up_to(const site *s) {
  const ir_func_info *f = s->f;
  bool *on_way = MEM_NEW_N(bool, f->n_blocks + 1);
  uint32_t *open = MEM_NEW_N(uint32_t, f->n_blocks + 1), n = 0;
  uint32_t last = block_of(f, s->pc);
  bool good = true;
  on_way[open[n++] = last] = true;
  while (n && good) {
    uint32_t b = open[--n], end = b == last ? s->pc : f->blocks[b].first + f->blocks[b].count;
    for (uint32_t c = f->blocks[b].first; c < end && good; c++)
      good = only_reads(s->w, &f->code[c]) && keeps(s, &f->code[c]);
    if (b == s->head) continue;
    good = good && b != 1;
    for (uint32_t p = 1; p <= f->n_blocks && good; p++) {
      if (on_way[p] || !s->w->blocks[s->func][p].reached || !leads_to(f, p, b)) continue;
      on_way[open[n++] = p] = true;
    }
  }
  mem_free(on_way);
  mem_free(open);
  return good;
}

// Does the head of the loop lie directly behind the taking of the only mutex that is held?
static bool begins_locked(const site *s) {
  fact x = followed_by(s->w->entries[s->func], s->w->blocks[s->func][s->head]);
  return x.reached && x.since == LOCKED && x.held == 1 && x.depth == 0;
}

// --- from the waiting back to the head -------------------------------------------------------------------------------

enum { MOST_HOPS = 64 };

// The way of a process that wakes for no reason, as far as it depends on nothing else.
typedef struct way {
  uint32_t pc;
  constants known;
  ir_operand mutex;
  enum { BEFORE_UNLOCK, BEFORE_LOCK, BEHIND_LOCK } stage;
} way;

static bool same_operand(const ir_operand *a, const ir_operand *b) {
  return a->kind == b->kind && a->value == b->value && a->offset == b->offset;
}

// One instruction further; false: this way is not followed.
static bool go_on(const ir_func_info *f, way *y) {
  const ir_instr *i = &f->code[y->pc++];
  uint64_t value;
  if (is_value(i)) {
    compute(&y->known, i);
    return !(y->stage == BEFORE_LOCK && y->mutex.kind == IR_OPERAND_REG && y->mutex.value == i->dst.id);
  }
  switch ((int)i->op) {
  case IR_UNLOCK: y->mutex = i->args[0]; return y->stage++ == BEFORE_UNLOCK;
  case IR_ATOMIC_END: return y->stage == BEFORE_LOCK;
  case IR_LOCK: return y->stage++ == BEFORE_LOCK && same_operand(&y->mutex, &i->args[0]);
  case IR_JUMP: y->pc = f->blocks[i->targets[0].id].first; return true;
  case IR_BRANCH:
    if (!knows(&y->known, &i->args[0], &value)) return false;
    y->pc = f->blocks[i->targets[value & 1 ? 0 : 1].id].first;
    return true;
  }
  return false;
}

static bool begins_block(const ir_func_info *f, uint32_t pc) { return f->blocks[block_of(f, pc)].first == pc; }

// Does everything up to `hops` instructions behind the site keep what the head needs?
static bool comes_back(const site *s, uint32_t hops) {
  way y = {.pc = s->pc + 1};
  bool good = keeps(s, &s->f->code[s->pc]);
  learn(&y.known, s->f->code[s->pc].dst.id, 1);
  for (uint32_t n = 0; n < hops && good; n++) {
    good = keeps(s, &s->f->code[y.pc]);
    go_on(s->f, &y);
  }
  return good;
}

bool wakes_superfluous(wakes *w, uint32_t func, uint32_t pc) {
  site s = {.w = w, .func = func, .pc = pc, .f = &w->m->funcs[func]};
  way y = {.pc = pc + 1};
  if (w->tried || !w->blocks[func][block_of(s.f, pc)].reached) return false;
  learn(&y.known, s.f->code[pc].dst.id, 1);
  for (uint32_t hops = 1; hops <= MOST_HOPS && go_on(s.f, &y); hops++) {
    if (y.stage != BEHIND_LOCK || !begins_block(s.f, y.pc)) continue;
    s.head = block_of(s.f, y.pc);
    if (begins_locked(&s) && reads_up_to(&s) && comes_back(&s, hops)) return true;
  }
  return false;
}
