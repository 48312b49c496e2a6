// Facts at every point: functions are followed once for each set of facts at their entry.
//
// Must-facts begin with everything and shrink, may-facts with nothing and grow, until nothing changes; what is met is recorded
// afterwards. A call goes on with what all ways through the callee have in common.
#include <string.h>

#include "analysis/guards_impl.h"
#include "base/hash.h"
#include "base/mem.h"

static bool meet(point *into, const point *from) {
  point old = *into;
  if (!from->reached) return false;
  if (!into->reached) {
    *into = *from;
    return true;
  }
  into->locks &= from->locks;
  into->alive |= from->alive;
  if (from->depth < into->depth) into->depth = from->depth;
  if (from->most > into->most) into->most = from->most;
  for (uint32_t i = 0; i < MOST_HANDLES; i++)
    if (into->handles[i] != from->handles[i]) into->handles[i] = HANDLE_ANY;
  // NOLINTNEXTLINE(bugprone-suspicious-memory-comparison,cert-exp42-c,cert-flp37-c): one is a copy of the other, padding too
  return memcmp(&old, into, sizeof old) != 0;
}

// --- what is followed ----------------------------------------------------------------------------------------------

static uint32_t find_reg(const followed *f, uint64_t reg) {
  for (uint32_t i = 0; i < f->n_regs; i++)
    if (f->regs[i] == reg) return i;
  return MOST_HANDLES;
}

static uint32_t find_cell(const followed *f, const ir_operand *o) {
  for (uint32_t i = 0; i < f->n_cells && o->kind == IR_OPERAND_GLOBAL; i++)
    if (f->cells[i].global == o->value && f->cells[i].offset == o->offset) return MOST_REGS + i;
  return MOST_HANDLES;
}

static bool keeps_handle(ir_op op) {
  return op == IR_MOV || op == IR_SEXT || op == IR_ZEXT || op == IR_TRUNC || op == IR_SELECT || op == IR_SLT;
}

// Is the store the only instruction of the program that may change the global?
static bool is_only_store(const guards *l, uint32_t global, const ir_instr *store) {
  if (l->m->globals[global].is_thread_local) return false;
  for (uint32_t f = 1; f <= l->m->n_funcs; f++) {
    for (uint32_t c = 0; c < l->m->funcs[f].n_code; c++) {
      const ir_instr *i = &l->m->funcs[f].code[c];
      bool writes = i->op == IR_STORE || i->op == IR_RMW || i->op == IR_CAS || i->op == IR_COPY || i->op == IR_FILL ||
                    i->op == IR_NONDET_MEM || i->op == IR_FREE;
      if (writes && i != store && bitset_has(points_of(l->pts, (ir_func){f}, &i->args[0]), global)) return false;
    }
  }
  return true;
}

// Does a process flow into the result?
static bool takes_handle(const followed *f, const ir_instr *i) {
  bool flows = (i->op == IR_SPAWN && i->dst.id) || (i->op == IR_LOAD && find_cell(f, &i->args[0]) < MOST_HANDLES);
  for (uint32_t a = 0; a < i->n_args && keeps_handle(i->op); a++)
    flows |= i->args[a].kind == IR_OPERAND_REG && find_reg(f, i->args[a].value) < MOST_HANDLES;
  return flows;
}

// Into a global that nothing else is stored in?
static bool stores_handle(const guards *l, const followed *f, const ir_instr *i) {
  if (i->op != IR_STORE || i->args[0].kind != IR_OPERAND_GLOBAL || i->args[1].kind != IR_OPERAND_REG) return false;
  return find_reg(f, i->args[1].value) < MOST_HANDLES && is_only_store(l, (uint32_t)i->args[0].value, i);
}

static void find_followed(guards *l, uint32_t func) {
  followed *f = &l->follows[func];
  const ir_func_info *fi = &l->m->funcs[func];
  for (bool grew = true; grew;) {
    grew = false;
    for (uint32_t c = 0; c < fi->n_code; c++) {
      const ir_instr *i = &fi->code[c];
      if (f->n_regs < MOST_REGS && takes_handle(f, i) && find_reg(f, i->dst.id) == MOST_HANDLES) {
        f->regs[f->n_regs++] = i->dst.id;
        grew = true;
      }
      if (f->n_cells < MOST_CELLS && stores_handle(l, f, i) && find_cell(f, &i->args[0]) == MOST_HANDLES) {
        f->cells[f->n_cells++] = (global_place){(uint32_t)i->args[0].value, i->args[0].offset};
        grew = true;
      }
    }
  }
}

static handle handle_of(const followed *f, const point *p, const ir_operand *o) {
  uint32_t i = o->kind == IR_OPERAND_REG ? find_reg(f, o->value) : MOST_HANDLES;
  return i < MOST_HANDLES ? p->handles[i] : HANDLE_ANY;
}

static bool is_site(handle h) { return h < HANDLE_FALSE; }

// What the result of i holds.
static handle result_of(const followed *f, const point *p, const ir_instr *i) {
  switch ((int)i->op) {
  case IR_MOV:
  case IR_SEXT:
  case IR_ZEXT:
  case IR_TRUNC: return handle_of(f, p, &i->args[0]);
  case IR_SELECT: {
    handle c = handle_of(f, p, &i->args[0]), a = handle_of(f, p, &i->args[1]), b = handle_of(f, p, &i->args[2]);
    return c == HANDLE_FALSE ? b : c == HANDLE_TRUE || a == b ? a : HANDLE_ANY;
  }
  case IR_SLT:  // numbers of processes are not negative
    return is_site(handle_of(f, p, &i->args[0])) && i->args[1].kind == IR_OPERAND_INT && i->args[1].value == 0
               ? HANDLE_FALSE
               : HANDLE_ANY;
  case IR_LOAD: {
    uint32_t c = find_cell(f, &i->args[0]);
    return c < MOST_HANDLES ? p->handles[c] : HANDLE_ANY;
  }
  }
  return HANDLE_ANY;
}

static void set_result(const followed *f, point *p, const ir_instr *i, handle h) {
  uint32_t r = i->dst.id ? find_reg(f, i->dst.id) : MOST_HANDLES;
  if (r < MOST_HANDLES) p->handles[r] = h;
}

static void store_handle(const followed *f, point *p, const ir_instr *i) {
  uint32_t c = find_cell(f, &i->args[0]);
  if (c < MOST_HANDLES) p->handles[c] = handle_of(f, p, &i->args[1]);
}

// --- mutexes -------------------------------------------------------------------------------------------------------

// Number of the mutex at the address, from 0; MOST_LOCKS: it is not told apart.
static uint32_t lock_number(guards *l, uint32_t func, const ir_operand *o) {
  global_place n;
  if (!points_exact(l->pts, (ir_func){func}, o, &n.global, &n.offset)) return MOST_LOCKS;
  if (n.global > l->m->n_globals || l->m->globals[n.global].is_thread_local) return MOST_LOCKS;
  for (uint32_t i = 0; i < l->locks.len; i++)
    if (l->locks.data[i].global == n.global && l->locks.data[i].offset == n.offset) return i;
  if (l->locks.len == MOST_LOCKS) return MOST_LOCKS;
  vec_push(&l->locks, n);
  return (uint32_t)l->locks.len - 1;
}

static uint64_t lock_bit(uint32_t number) { return (uint64_t)1 << number; }

// Whoever unlocks takes it from whoever holds it (doc/semantics-threads.md 3): if it may not be one's own, the mutex does not protect.
static void unlock(guards *l, uint32_t func, const ir_instr *i, point *p) {
  uint32_t number = lock_number(l, func, &i->args[0]);
  if (number < MOST_LOCKS) {
    if (l->recording && !(p->locks & lock_bit(number))) l->barred |= lock_bit(number);
    p->locks &= ~lock_bit(number);
    return;
  }
  const bitset *may = points_of(l->pts, (ir_func){func}, &i->args[0]);
  for (uint32_t k = 0; k < l->locks.len; k++) {
    if (!bitset_has(may, l->locks.data[k].global)) continue;
    p->locks &= ~lock_bit(k);
    if (l->recording) l->barred |= lock_bit(k);
  }
}

// --- calls ---------------------------------------------------------------------------------------------------------

static uint64_t hash_of(uint32_t class, uint32_t func, const point *p) {
  uint64_t h = hash_combine((uint64_t) class << 32 | func, p->locks);
  return hash_combine(hash_combine(h, p->alive), (uint64_t)p->depth << 8 | p->most);
}

static bool same_entry(const context *c, uint32_t class, uint32_t func, const point *p) {
  return c->class == class && c->func == func && c->entry.locks == p->locks && c->entry.alive == p->alive &&
         c->entry.depth == p->depth && c->entry.most == p->most;
}

static uint32_t context_for(guards *l, uint32_t class, uint32_t func, const point *p) {
  uint64_t h = hash_of(class, func, p), at;
  for (; map64_get(&l->index, h, &at); h++)
    if (same_entry(&l->contexts.data[at], class, func, p)) return (uint32_t)at;
  context c = {.class = class, .func = func, .entry = *p, .due = true};
  memset(c.entry.handles, HANDLE_ANY, sizeof c.entry.handles);
  vec_push(&l->contexts, c);
  map64_put(&l->index, h, l->contexts.len - 1);
  if (l->contexts.len > MOST_CONTEXTS) guards_give_up(l, PLACE_NONE, "too many contexts");
  return (uint32_t)l->contexts.len - 1;
}

static void call_one(guards *l, const context *c, const ir_instr *i, uint32_t callee, const point *p, point *behind) {
  const ir_func_info *f = &l->m->funcs[callee];
  if (f->n_code == 0 || f->n_params != i->n_args - 1) {
    if (l->recording) guards_give_up(l, i->at, "a function is called that has no code or other parameters");
    return;
  }
  uint32_t id = context_for(l, c->class, callee, p);
  vec_push(&l->contexts.data[id].callers, l->current);
  point exit = l->contexts.data[id].exit;
  memcpy(exit.handles, p->handles, sizeof exit.handles);
  meet(behind, &exit);
}

static void call(guards *l, const context *c, const ir_instr *i, point *p) {
  point behind = {0};
  if (i->args[0].kind == IR_OPERAND_FUNC) {
    call_one(l, c, i, (uint32_t)i->args[0].value, p, &behind);
  } else {
    for (uint32_t f = 1; f <= l->m->n_funcs; f++)
      if (callgraph_address_taken(l->calls, (ir_func){f}) && l->m->funcs[f].n_params == i->n_args - 1)
        call_one(l, c, i, f, p, &behind);
  }
  *p = behind;
}

static uint32_t site_at(const guards *l, uint32_t func, uint32_t pc) {
  for (uint32_t s = 1; s < l->sites.len; s++)
    if (l->sites.data[s].func == func && l->sites.data[s].pc == pc) return s;
  UNREACHABLE("a spawn that was not seen");
}

static void spawn(guards *l, uint32_t func, uint32_t pc, const ir_instr *i, point *p) {
  uint32_t number = site_at(l, func, pc);
  site *s = &l->sites.data[number];
  if (l->recording) s->before |= p->alive;
  p->alive |= s->below;
  set_result(&l->follows[func], p, i, (handle)number);
}

// Only the one who started it knows by this that it has ended.
static void join(const guards *l, const context *c, const ir_instr *i, point *p) {
  handle h = handle_of(&l->follows[c->func], p, &i->args[0]);
  if (!is_site(h)) return;
  const site *s = &l->sites.data[h];
  if (s->single && s->parent == c->class) p->alive &= ~((uint64_t)1 << h);
}

// --- one instruction, one function ---------------------------------------------------------------------------------

static void judge(guards *l, const context *c, uint32_t pc, const point *p) {
  const ir_instr *i = &l->m->funcs[c->func].code[pc];
  bool locks = i->op == IR_LOCK || i->op == IR_TRYLOCK || i->op == IR_UNLOCK || i->op == IR_LIFE;
  bool ends = i->op == IR_JOIN || i->op == IR_DETACH;
  handle h = ends ? handle_of(&l->follows[c->func], p, &i->args[0]) : HANDLE_ANY;
  guards_judge(l, c, pc, p, locks ? lock_number(l, c->func, &i->args[0]) : MOST_LOCKS, is_site(h) ? h : 0);
}

static void run_instr(guards *l, const context *c, uint32_t pc, point *p) {
  const ir_instr *i = &l->m->funcs[c->func].code[pc];
  const followed *f = &l->follows[c->func];
  if (l->recording) guards_note(l, c->class, c->func, i, p);
  if (l->recording) judge(l, c, pc, p);
  uint32_t number;
  switch ((int)i->op) {
  case IR_LOCK:
    number = lock_number(l, c->func, &i->args[0]);
    if (number < MOST_LOCKS) p->locks |= lock_bit(number);
    break;
  case IR_UNLOCK: unlock(l, c->func, i, p); break;
  case IR_ATOMIC_BEGIN:
    p->depth += p->depth < UINT8_MAX;
    p->most += p->most < UINT8_MAX;
    break;
  case IR_ATOMIC_END:
    p->depth -= p->depth > 0;
    p->most -= p->most > 0 && p->most < UINT8_MAX;
    break;
  case IR_SPAWN: spawn(l, c->func, pc, i, p); return;
  case IR_JOIN: join(l, c, i, p); break;
  case IR_STORE: store_handle(f, p, i); break;
  case IR_CALL: call(l, c, i, p); break;
  }
  if (l->recording && i->op == IR_UNSUPPORTED) guards_give_up(l, i->at, i->text);
  bool asks = i->op == IR_CHECK && i->sub == IR_CHECK_RACE;
  bool from_nowhere = i->op == IR_SELF && ir_type_get(l->m, i->type)->kind == IR_TYPE_PTR;
  if (l->recording && (asks || from_nowhere || !ir_op_of_threads(i->op))) guards_give_up(l, i->at, ir_op_text(i->op));
  set_result(f, p, i, result_of(f, p, i));
}

typedef struct walk {
  guards *l;
  const cfg *g;
  point *in;  // by block
  bool *due;
  bool any;
} walk;

static void enter(walk *w, uint32_t block, const point *p) {
  if (!block || !meet(&w->in[block], p)) return;
  w->due[block] = w->any = true;
}

// An exception may come from anywhere in the callee.
static void enter_unwind(walk *w, const ir_instr *i, const point *p) {
  point q = *p;
  q.locks = 0;
  q.depth = 0;
  q.most = UINT8_MAX;
  q.alive = UINT64_MAX;
  memset(q.handles, HANDLE_ANY, sizeof q.handles);
  if (i->n_targets && i->targets[0].id) enter(w, i->targets[0].id, &q);
}

static void leave_block(walk *w, const context *c, const ir_instr *last, const point *p) {
  handle h = last->op == IR_BRANCH ? handle_of(&w->l->follows[c->func], p, &last->args[0]) : HANDLE_ANY;
  for (uint32_t t = 0; t < last->n_targets; t++) {
    if (last->op == IR_BRANCH && h == (t == 0 ? HANDLE_FALSE : HANDLE_TRUE)) continue;
    enter(w, last->targets[t].id, p);
  }
}

static void run_block(walk *w, const context *c, uint32_t block, point *exit) {
  guards *l = w->l;
  const ir_func_info *fi = &l->m->funcs[c->func];
  point p = w->in[block];
  uint32_t end = fi->blocks[block].first + fi->blocks[block].count;
  for (uint32_t pc = fi->blocks[block].first; pc < end && p.reached && !l->given_up; pc++) {
    const ir_instr *i = &fi->code[pc];
    if (++l->work > MOST_WORK) guards_give_up(l, PLACE_NONE, "too much to follow");
    if (i->op == IR_CALL) enter_unwind(w, i, &p);
    run_instr(l, c, pc, &p);
    if (i->op == IR_RETURN) meet(exit, &p);
    if (p.reached && pc + 1 == end) leave_block(w, c, i, &p);
  }
}

// Follows one context with what is known about others; true: its exit changed.
static bool run_context(guards *l, uint32_t id) {
  context c = l->contexts.data[id];
  const ir_func_info *fi = &l->m->funcs[c.func];
  walk w = {.l = l, .g = guards_graph(l, c.func), .any = true};
  w.in = MEM_NEW_N(point, fi->n_blocks + 1);
  w.due = MEM_NEW_N(bool, fi->n_blocks + 1);
  point exit = {0};
  l->current = id;
  enter(&w, 1, &c.entry);
  while (w.any && !l->given_up) {
    w.any = false;
    for (uint32_t k = 0; k < w.g->n_order; k++) {
      uint32_t b = w.g->order[k];
      if (!w.due[b]) continue;
      w.due[b] = false;
      bool recording = l->recording;
      l->recording = false;  // not before the points of this function are known
      run_block(&w, &c, b, &exit);
      l->recording = recording;
    }
  }
  for (uint32_t b = 1; b <= fi->n_blocks && l->recording; b++)
    if (w.in[b].reached) run_block(&w, &c, b, &exit);
  mem_free(w.in);
  mem_free(w.due);
  return meet(&l->contexts.data[id].exit, &exit);
}

static void add_entries(guards *l) {
  point begin = {.reached = true};
  for (size_t c = 0; c < l->classes.len; c++)
    for (size_t r = 0; r < l->classes.data[c].roots.len; r++)
      context_for(l, (uint32_t)c, l->classes.data[c].roots.data[r], &begin);
}

// As run_context, where it can make a difference.
static bool follow_again(guards *l, uint32_t id) {
  if (!l->contexts.data[id].due) return false;
  l->contexts.data[id].due = false;
  if (!run_context(l, id)) return false;
  const context *c = &l->contexts.data[id];
  for (size_t i = 0; i < c->callers.len; i++) l->contexts.data[c->callers.data[i]].due = true;
  return true;
}

void guards_flow(guards *l) {
  l->follows = MEM_NEW_N(followed, l->m->n_funcs + 1);
  for (uint32_t f = 1; f <= l->m->n_funcs; f++) find_followed(l, f);
  vec_push(&l->contexts, (context){0});
  add_entries(l);
  for (bool changed = true; changed && !l->given_up;) {
    changed = false;
    size_t n = l->contexts.len;
    for (uint32_t id = 1; id < l->contexts.len && !l->given_up; id++) changed |= follow_again(l, id);
    changed |= l->contexts.len != n;
  }
  l->recording = true;
  for (uint32_t id = 1; id < l->contexts.len && !l->given_up; id++) run_context(l, id);
}
