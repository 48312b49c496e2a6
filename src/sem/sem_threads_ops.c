// Operations of the interleaving scheduler: processes, mutexes, atomic regions, awaiting (doc/semantics-threads.md).
#include <string.h>

#include "base/mem.h"
#include "sem/sem_impl.h"

void run_region_writes(run *r) {
  if (r->p != PROC_KERNEL && !state_thread(r->s, r->p)->dirty) state_thread_rw(r->s, r->p)->dirty = true;
}

static void note_effect(run *r) {
  if (r->region) run_region_writes(r);
}

// Ends the process's part in the run: it stays where it is for ever. Its stack is of no more use; local objects of its
// frames live on, because others may know them.
static act park(run *r, uint8_t how) {
  // Whoever ends the program has not left its frames: what they reach is no leak.
  bool keep = how == PROC_STOPPED && (r->m->base.options.checks >> IR_CHECK_LEAK & 1);
  if (!keep) {
    frame_unref(r->f);
    state_set_top(r->s, r->p, NULL);
  }
  threads_forget(r->s, r->p);
  state_kern_rw(r->s)->flags[r->p] = (uint8_t)(PROC_STARTED | how);
  r->s->may_begin = false;
  r->s->jumps = r->s->drawn = 0;
  state_set_before(r->s, NULL);
  run_put_next(r);
  return ACT_STOP;
}

// --- assumptions ---------------------------------------------------------------------------------------------------

// Were all literals of c drawn in this step? Then nobody else can have seen them.
static bool drawn_now(run *r, expr c) {
  expr_table *t = r->m->base.terms;
  expr_vec literals = {0}, fresh = {0};
  expr_collect_vars(t, c, &literals);
  for (const state_input *in = r->s->inputs; in != r->inputs; in = in->older) expr_collect_vars(t, in->literal, &fresh);
  bool all = true;
  for (size_t i = 0; i < literals.len && all; i++) {
    bool found = false;
    for (size_t k = 0; k < fresh.len && !found; k++) found = expr_same(literals.data[i], fresh.data[k]);
    all = found;
  }
  vec_free(&literals);
  vec_free(&fresh);
  return all;
}

// The process does not go on; the others do. What an atomic region has done before it ends in this way no run shows:
// the others go on from where the region began.
static act leave_process(run *r, uint8_t how) {
  state *before = r->s->before;
  if (!before && r->region && state_thread(r->s, r->p)->dirty)
    return fork_unknown(r, "the program or the run ends in an atomic region of which others have seen a part");
  if (!before) return park(r, how);
  before = state_fork(before);
  state_unref(r->s);
  r->s = before;
  r->f = state_own_top(before, r->p);
  return park(r, (uint8_t)(how | PROC_UNDONE));
}

static act cut_process(run *r) { return r->alone || r->p == PROC_KERNEL ? fork_cut(r) : leave_process(r, PROC_CUT); }

// May an assumption fail, or the program end, in the region that begins here? It may end in any of the callers.
static bool may_assume(const run *r) {
  for (const frame *f = r->f; f; f = f->caller) {
    if (r->m->funcs[f->func].may_assume) return true;
  }
  return false;
}

act threads_assumption_fails(run *r, value c) {
  if (value_is_concrete(c)) return cut_process(r);
  smt *solver = r->m->base.solver;
  smt_answer may = pathcond_may(solver, r->s->pc, c.e);
  if (may == SMT_UNSAT) return cut_process(r);
  expr fails = expr_not(r->m->base.terms, c.e);
  // What a round draws may let it out: the assumption may stand for the end of the program.
  const spin_check *aside = &r->m->rounds;
  bool may_end = run_instr(r)->flags & IR_WEAK || !drawn_now(r, c.e);
  if (aside->on && aside->drew && may_end && pathcond_may(solver, r->s->pc, fails) != SMT_UNSAT) r->s->acted = true;
  bool drop = r->alone || r->p == PROC_KERNEL || drawn_now(r, c.e);
  smt_answer bad = drop ? SMT_UNSAT : pathcond_may(solver, r->s->pc, fails);
  if (bad == SMT_UNSAT) {
    fork_add(r, r->s, c.e, may);
    return ACT_NEXT;
  }
  state *goes_on = state_fork(r->s);
  r->out->forks = 1;
  fork_add(r, goes_on, c.e, may);
  run_claim(r, goes_on);
  state_own_top(goes_on, r->stack)->pc++;
  fork_interrupt(r, goes_on);
  fork_add(r, r->s, fails, bad);
  r->f = state_own_top(r->s, r->stack);
  return cut_process(r);
}

// --- operands ------------------------------------------------------------------------------------------------------

// A symbolic operand becomes one value per successor; the register then holds it, so that `enabled` sees the same.
static bool concrete_operand(run *r, const ir_operand *operand, uint32_t width, const char *what, value *out) {
  value v = run_operand(r, operand);
  uint64_t bits;
  if (!fork_concretise(r, (value){v.bits, v.e, 0}, width, what, &bits)) return false;
  *out = value_pointer(v.obj, bits);
  if (operand->kind == IR_OPERAND_REG) r->f->regs[operand->value] = *out;
  return true;
}

static bool mutex_operand(run *r, const ir_instr *i, event_id *e) {
  objref o;
  value v;
  if (!mem_resolve(r, run_operand(r, &i->args[0]), 1, &o)) return false;
  if (!concrete_operand(r, &i->args[0], 64, "the mutex", &v)) return false;
  *e = (event_id){v.bits, v.obj};
  return true;
}

static void touch_mutex_as(run *r, touch_mode mode, uint32_t detail, event_id e) {
  mem_touch(r, mode, detail, value_pointer(e.obj, e.offset), NULL, 1);
}

static void touch_mutex(run *r, touch_mode mode, event_id e) { touch_mutex_as(r, mode, 0, e); }

static void take(run *r, event_id e, bool tried) {
  pend_add(r->s, (pend_entry){.kind = PEND_HELD, .e = e, .update = r->p});
  touch_mutex_as(r, TOUCH_ACQUIRE, tried, e);
  note_effect(r);
}

// --- misuse (doc/semantics-threads.md 8) -----------------------------------------------------------------------------

static bool is_judged(const run *r) { return r->m->base.options.checks >> IR_CHECK_MISUSE & 1; }

static act misused(run *r, const ir_instr *i, const char *how) {
  return fork_violation(r, IR_CHECK_MISUSE, sem_text(r->m, "%s: %s", i->text, how));
}

// What the last call that initialised or destroyed the mutex did; NULL: there was none.
static const pend_entry *life_of(const state *s, event_id e) {
  for (uint32_t k = 0; s->pending && k < s->pending->n; k++) {
    const pend_entry *p = &s->pending->list[k];
    if (p->kind == PEND_LIFE && p->e.obj == e.obj && p->e.offset == e.offset) return p;
  }
  return NULL;
}

enum { LOCK_WORD = 4 };  // bytes: zero in everything that initialises a mutex without a call

// May it be used? Not ACT_NEXT: no, and that is told.
static act must_be_ready(run *r, const ir_instr *i, event_id e, bool by_bytes) {
  const pend_entry *life = life_of(r->s, e);
  bool ready = life && life->update == IR_LIFE_INIT;
  if (ready) return ACT_NEXT;
  if (life) return misused(r, i, "it was destroyed");
  if (by_bytes && !mem_is_blank(r, value_pointer(e.obj, e.offset), LOCK_WORD, &ready))
    return fork_unknown(r, "the bytes of a mutex depend on inputs");
  return ready ? ACT_NEXT : misused(r, i, "it was never initialised");
}

// Who takes a mutex finds out what it is: others that wait for it have been told, or will not get it.
static act judge_taking(run *r, const ir_instr *i, event_id e) {
  if (i->sub && !apart_used(r, e)) return ACT_STOP;
  return i->sub && is_judged(r) ? must_be_ready(r, i, e, i->sub == IR_USE_MUTEX) : ACT_NEXT;
}

static void pin(run *r, event_id e, bool pinned) {
  if (pinned) pend_add(r->s, (pend_entry){.kind = PEND_USED, .e = e});
  for (uint32_t k = !pinned && r->s->pending ? r->s->pending->n : 0; k-- > 0;) {
    const pend_entry *p = &r->s->pending->list[k];
    if (p->kind == PEND_USED && p->e.obj == e.obj && p->e.offset == e.offset) pend_remove(r->s, k);
  }
}

// Does a write of these bytes meet the first of the object there? DECIDE_FORKED: stopped.
static decision meets(run *r, value ptr, uint64_t bytes, event_id e) {
  expr_table *t = r->m->base.terms;
  if (ptr.obj != e.obj) return DECIDE_NO;
  if (value_is_concrete(ptr)) return e.offset - ptr.bits < bytes ? DECIDE_YES : DECIDE_NO;
  return fork_decide(r, expr_ult(t, expr_sub(t, expr_const(t, 64, e.offset), ptr.e), expr_const(t, 64, bytes)));
}

// What was initialised by a call is from then on what its bytes say.
bool threads_may_write(run *r, value ptr, uint64_t bytes) {
  if (LIKELY(!r->s->pending) || !is_judged(r)) return true;
  for (uint32_t k = r->s->pending->n; k-- > 0;) {
    pend_entry p = r->s->pending->list[k];
    if (p.kind != PEND_HELD && p.kind != PEND_USED && p.kind != PEND_LIFE) continue;
    decision d = meets(r, ptr, bytes, p.e);
    if (d == DECIDE_FORKED) return false;
    if (d == DECIDE_NO) continue;
    if (p.kind != PEND_LIFE) {
      fork_violation(r, IR_CHECK_MISUSE,
                     p.kind == PEND_HELD ? "a mutex is overwritten while it is held"
                                         : "what threads wait for or hold is overwritten");
      return false;
    }
    pend_remove(r->s, k);
  }
  return true;
}

bool threads_may_end(run *r, uint32_t obj) {
  if (LIKELY(!r->s->pending) || !is_judged(r)) return true;
  for (uint32_t k = 0; k < r->s->pending->n; k++) {
    const pend_entry *p = &r->s->pending->list[k];
    if (p->e.obj != obj || (p->kind != PEND_HELD && p->kind != PEND_USED)) continue;
    fork_violation(r, IR_CHECK_MISUSE,
                   p->kind == PEND_HELD ? "a mutex ends while it is held" : "what threads wait for or hold ends");
    return false;
  }
  return true;
}

static act life_op(run *r, const ir_instr *i) {
  event_id e;
  proc_id holder;
  if (!mutex_operand(r, i, &e)) return ACT_STOP;
  if (i->sub == IR_LIFE_ANEW) {
    if (!r->alone) return fork_unknown(r, "an object begins anew while others live");
    heap_anew(r, e.obj);
    return ACT_NEXT;
  }
  if (!is_judged(r)) return ACT_NEXT;
  touch_mutex(r, TOUCH_RELEASE, e);
  note_effect(r);
  if (!apart_used(r, e)) return ACT_STOP;
  if (i->sub == IR_LIFE_PIN || i->sub == IR_LIFE_UNPIN) {
    pin(r, e, i->sub == IR_LIFE_PIN);
    return ACT_NEXT;
  }
  bool held = threads_holder(r->s, e, &holder);
  const pend_entry *life = life_of(r->s, e);
  if (i->sub == IR_LIFE_INIT) {
    if (held) return misused(r, i, "it is held");
    if (life && life->update == IR_LIFE_INIT) return misused(r, i, "it is initialised already");
  } else {
    act ready = must_be_ready(r, i, e, true);
    if (ready != ACT_NEXT) return ready;
    if (held) return misused(r, i, "it is held");
  }
  if (life) pend_remove(r->s, (uint32_t)(life - r->s->pending->list));
  pend_add(r->s, (pend_entry){.kind = PEND_LIFE, .e = e, .update = i->sub});
  return ACT_NEXT;
}

// --- mutexes -------------------------------------------------------------------------------------------------------

static act lock_op(run *r, const ir_instr *i) {
  event_id e;
  proc_id holder;
  bool begins = !r->free, open = !value_is_concrete(run_operand(r, &i->args[0]));
  if (!mutex_operand(r, i, &e)) return ACT_STOP;
  if (threads_holder(r->s, e, &holder)) {
    if (begins && open) return fork_unknown(r, "who waits for a mutex depends on inputs");
    touch_mutex(r, TOUCH_TRY, e);
    return r->p == PROC_KERNEL ? fork_unknown(r, "the elaboration blocks") : ACT_SWITCH;
  }
  take(r, e, false);
  return judge_taking(r, i, e);
}

static act trylock_op(run *r, const ir_instr *i) {
  event_id e;
  proc_id holder;
  if (!mutex_operand(r, i, &e)) return ACT_STOP;
  bool held = threads_holder(r->s, e, &holder);
  if (held) {
    touch_mutex(r, TOUCH_TRY, e);
    if (UNLIKELY(r->m->base.needs.spin) && !(i->flags & IR_WEAK) && holder != r->p) spin_note_tried(r, e, holder);
  } else {
    take(r, e, true);
  }
  run_set(r, value_word(!held));
  return held ? ACT_NEXT : judge_taking(r, i, e);
}

// In execution graphs a step has one operation that others can see: a region that gives a mutex back ends its step before that.
static bool splits(const run *r) {
  bool entered = false;
  if (!r->m->base.needs.weak || !r->region || r->p == PROC_KERNEL || r->s->k->n <= 1) return false;
  for (size_t i = 0; i < r->out->touched.len && !entered; i++) entered = r->out->touched.data[i].mode == TOUCH_ENTER;
  return entered;
}

static act unlock_op(run *r, const ir_instr *i) {
  event_id e;
  proc_id holder;
  if (splits(r)) return ACT_SWITCH;
  if (!mutex_operand(r, i, &e)) return ACT_STOP;
  touch_mutex(r, TOUCH_RELEASE, e);
  note_effect(r);
  if (i->sub && is_judged(r) && !(threads_holder(r->s, e, &holder) && holder == r->p))
    return misused(r, i, "this thread does not hold it");
  for (uint32_t k = r->s->pending ? r->s->pending->n : 0; k-- > 0;) {
    const pend_entry *p = &r->s->pending->list[k];
    if (p->kind == PEND_HELD && p->e.obj == e.obj && p->e.offset == e.offset) pend_remove(r->s, k);
  }
  return ACT_NEXT;
}

static act holds_op(run *r, const ir_instr *i) {
  event_id e;
  proc_id holder;
  if (!mutex_operand(r, i, &e)) return ACT_STOP;
  touch_mutex(r, TOUCH_TRY, e);
  run_set(r, value_word(threads_holder(r->s, e, &holder) && holder == r->p));
  return ACT_NEXT;
}

// --- processes -----------------------------------------------------------------------------------------------------

proc_id threads_number(world *m, proc_id parent, uint32_t k, uint32_t func) {
  uint64_t key = (uint64_t)parent << 32 | k, index;
  uint32_t first = m->base.ir->n_procs + 1;
  if (map64_get(&m->spawned_index, key, &index)) return first + (uint32_t)index;
  const char *name = m->base.ir->funcs[func].name;
  uint64_t same = 0;
  size_t len = strlen(name);
  if (!map64_get(&m->named, func, &same)) {
    for (proc_id p = 1; p < first; p++) {
      const char *other = m->base.ir->procs[p].name;
      same += strncmp(other, name, len) == 0 && (other[len] == '\0' || other[len] == '#');
    }
  }
  map64_put(&m->named, func, same + 1);
  if (same) name = sem_text(m, "%s#%llu", name, (unsigned long long)same + 1);
  map64_put(&m->spawned_index, key, m->spawned.len);
  vec_push(&m->spawned, ((spawned){.parent = parent, .k = k, .func = func, .name = name}));
  return first + (uint32_t)m->spawned.len - 1;
}

// Some number that a process in a crowd may have, unlike any that is told apart only by chance.
static value unnamed_process(run *r) {
  expr_table *t = r->m->base.terms;
  expr number = expr_var(t, sort_bv(32), &(expr_var_info){.name = "process in a crowd", .at = PLACE_NONE});
  expr positive = expr_slt(t, expr_const(t, 32, 0), number);
  fork_add(r, r->s, positive, pathcond_may(r->m->base.solver, r->s->pc, positive));
  // As an input it ends the step at the next round of a loop: otherwise many processes are made in one step.
  state_add_input(r->s,
                  &(state_input){.name = "process in a crowd", .literal = number, .at = PLACE_NONE, .proc = r->p});
  return value_term(number);
}

// It gets a number of its own, which tells it from others wherever it is compared, or an unknown one; but no place in
// the state.
static act spawn_in_crowd(run *r, const ir_instr *i, uint32_t func) {
  world *m = r->m;
  // Children of two processes that are not told apart would have one number.
  if (threads_in_crowd(m, r->p)) return fork_unknown(r, "a process in a crowd spawns");
  proc_id rep = m->crowd[func];
  state *own = views_newcomer(m->views, func, rep);
  frame *top = state_own_top(own, rep);
  for (uint32_t k = 0; k + 1 < i->n_args; k++) top->regs[k + 1] = run_operand(r, &i->args[k + 1]);
  // Its arguments may hold inputs of the parent (blur.h looks for literals where inputs were drawn).
  own->inputs = r->s->inputs;
  if (own->inputs) own->inputs->refs++;
  vec_push(&r->out->newcomers, own);
  r->s = state_with_procs(r->s, rep);
  r->f = state_top(r->s, r->p);
  if (!r->s->k->flags[rep]) state_kern_rw(r->s)->flags[rep] = PROC_STARTED;
  note_effect(r);
  r->alone = r->merges = false;
  r->free = r->region || r->guard;
  if (views_unnamed(m->views))
    run_set(r, unnamed_process(r));
  else
    run_set(r, value_word(threads_number(m, r->p, ++state_thread_rw(r->s, r->p)->spawned, func)));
  return ACT_NEXT;
}

static act spawn_op(run *r, const ir_instr *i) {
  world *m = r->m;
  memo_reads_all(m);  // room for the process
  value f = run_operand(r, &i->args[0]);
  if (r->p == PROC_KERNEL) return fork_unknown(r, "a process is spawned during the elaboration");
  if (f.obj == 0) return fork_violation(r, IR_CHECK_NULL, "a process of a null function is spawned");
  if (f.obj < STATE_FUNC_BASE || f.e.id || f.bits) return fork_unknown(r, "what is spawned is not a function");
  uint32_t func = f.obj - STATE_FUNC_BASE, n = i->n_args - 1;
  const dfunc *df = &m->funcs[func];
  if (df->ir->n_code == 0) return fork_unknown(r, "%s is spawned, and its code is missing", df->ir->name);
  if (!ir_call_fits(m->base.ir, i, df->ir))
    return fork_unknown(r, "%s is spawned with arguments of other types", df->ir->name);
  if (UNLIKELY(m->crowd) && m->crowd[func]) return spawn_in_crowd(r, i, func);
  thread_rec *t = state_thread_rw(r->s, r->p);
  size_t known = m->spawned.len;
  proc_id p = threads_number(m, r->p, ++t->spawned, func);
  if (UNLIKELY(m->views)) views_count(m->views, r->p, func, m->spawned.len > known);
  if (p >= MAX_PROCS) return fork_unknown(r, "more than %u processes", MAX_PROCS - 1);
  r->s = state_with_procs(r->s, p);
  frame *top = frame_new(func, df->n_regs, NULL);
  for (uint32_t k = 0; k < n; k++) top->regs[k + 1] = run_operand(r, &i->args[k + 1]);
  state_set_top(r->s, p, top);
  threads_begin_process(m, r->s, p);
  mem_touch(r, TOUCH_SPAWN, 0, value_pointer(p, 0), NULL, 1);
  note_effect(r);
  r->alone = r->merges = false;
  r->free = r->region || r->guard;
  run_set(r, value_word(p));
  return ACT_NEXT;
}

static bool is_thread(const run *r, value v) {
  return v.bits && v.bits <= r->s->k->n && r->s->k->flags[v.bits] & PROC_STARTED;
}

static act no_thread(run *r, const ir_instr *i, bool judged) {
  static const char HOW[] = "there is no such thread";
  if (judged) return misused(r, i, HOW);
  return fork_unknown(r, "%s: %s", i->text ? i->text : "join", HOW);
}

static act join_op(run *r, const ir_instr *i) {
  value v = run_operand(r, &i->args[0]);
  if (v.obj) return fork_unknown(r, "a pointer is used as a process");
  if (UNLIKELY(r->m->crowd) && !value_is_concrete(v)) return ACT_NEXT;  // whoever it is: nobody waits too long
  bool begins = !r->free, open = !value_is_concrete(v);
  if (!concrete_operand(r, &i->args[0], 32, "the process", &v)) return ACT_STOP;
  if (UNLIKELY(r->m->crowd) && threads_in_crowd(r->m, (proc_id)v.bits)) return ACT_NEXT;
  if (!is_thread(r, v)) return no_thread(r, i, i->sub && is_judged(r));
  mem_touch(r, TOUCH_JOIN, 0, value_pointer((uint32_t)v.bits, 0), NULL, 1);
  if (i->sub && is_judged(r)) {
    memo_reads_all(r->m);  // the record of another process
    if (threads_join_is_wrong(r->s, r->p, (proc_id)v.bits))
      return misused(r, i, v.bits == r->p ? "a thread joins itself" : "the thread was joined or detached before");
    if (r->s->k->flags[v.bits] & PROC_ENDED) state_thread_rw(r->s, (proc_id)v.bits)->taken = true;
  }
  if (r->s->k->flags[v.bits] & PROC_ENDED) return ACT_NEXT;
  if (begins && open) return fork_unknown(r, "who waits for a process depends on inputs");
  return r->p == PROC_KERNEL ? fork_unknown(r, "the elaboration blocks") : ACT_SWITCH;
}

static act detach_op(run *r, const ir_instr *i) {
  value v = run_operand(r, &i->args[0]);
  if (!is_judged(r)) return ACT_NEXT;
  if (v.obj) return fork_unknown(r, "a pointer is used as a process");
  if (!concrete_operand(r, &i->args[0], 32, "the process", &v)) return ACT_STOP;
  if (!is_thread(r, v)) return no_thread(r, i, true);
  memo_reads_all(r->m);
  const thread_rec *t = state_thread(r->s, (proc_id)v.bits);
  if (t && t->taken) return misused(r, i, "the thread was joined or detached before");
  state_thread_rw(r->s, (proc_id)v.bits)->taken = true;
  return ACT_NEXT;
}

static act self_op(run *r, const ir_instr *i) {
  (void)i;
  if (UNLIKELY(r->m->crowd) && threads_in_crowd(r->m, r->p))
    return fork_unknown(r, "a process in a crowd asks who it is");
  run_set(r, value_word(r->p));
  return ACT_NEXT;
}

static act exit_op(run *r, const ir_instr *i) {
  (void)i;
  for (const frame *f = r->f; f; f = f->caller)
    if (!heap_may_end_frame(r, f)) return ACT_STOP;
  while (run_return(r, value_word(0)) != ACT_ENDED) continue;
  return ACT_ENDED;
}

static act stop_op(run *r, const ir_instr *i) {
  (void)i;
  if (r->p == PROC_KERNEL) return fork_unknown(r, "the program ends during the elaboration");
  // If leaks are checked nobody steps any more: what others have done by then shows.
  bool leaks = r->m->base.options.checks >> IR_CHECK_LEAK & 1;
  if (leaks) mem_touch(r, TOUCH_STOP, 0, value_word(0), NULL, 0);
  return leaks || r->alone ? park(r, PROC_STOPPED) : leave_process(r, PROC_STOPPED);
}

static act start_op(run *r, const ir_instr *i) {
  (void)i;
  if (r->p != PROC_KERNEL) return fork_unknown(r, "a start outside of the entry function");
  return ACT_START;
}

static act step_op(run *r, const ir_instr *i) {
  (void)r;
  (void)i;
  return ACT_NEXT;
}

// --- atomic regions and awaiting -----------------------------------------------------------------------------------

static act atomic_begin_op(run *r, const ir_instr *i) {
  (void)i;
  if (r->p == PROC_KERNEL || r->silent) return ACT_NEXT;
  if (r->region == 0 && !r->alone && may_assume(r)) state_set_before(r->s, state_fork(r->s));
  thread_rec *t = state_thread_rw(r->s, r->p);
  if (t->depth == 0) {
    t->dirty = false;
    r->entry = r->f->pc + 1;
    mem_touch(r, TOUCH_ENTER, 0, value_pointer(r->f->func, r->f->pc), NULL, 1);
  }
  r->region = ++t->depth;
  r->free = true;
  return ACT_NEXT;
}

static act atomic_end_op(run *r, const ir_instr *i) {
  (void)i;
  if (r->p == PROC_KERNEL || r->silent) return ACT_NEXT;
  if (r->region == 0) return fork_unknown(r, "the end of an atomic region without a begin");
  thread_rec *t = state_thread_rw(r->s, r->p);
  r->region = --t->depth;
  if (t->depth == 0) {
    t->dirty = false;
    state_set_before(r->s, NULL);
  }
  r->free = r->merges || r->region || r->guard;
  return ACT_NEXT;
}

static act await_begin_op(run *r, const ir_instr *i) {
  (void)i;
  if (r->p == PROC_KERNEL) return fork_unknown(r, "the elaboration blocks");
  if (r->silent) return fork_unknown(r, "a guard that awaits");
  thread_rec *t = state_thread_rw(r->s, r->p);
  uint32_t pc = r->f->pc;
  if (!t->depth) mem_touch(r, TOUCH_ENTER, 0, value_pointer(r->f->func, pc), NULL, 1);
  bool first = r->entry && threads_first_await(r->df->ir, r->entry - 1) == pc;
  t->guard = (first ? r->entry - 1 : pc) + 1;
  r->guard = r->free = true;
  return ACT_NEXT;
}

// The guard is false in s: the process stands where it stood.
static void stand_back(run *r, state *s) {
  thread_rec *t = state_thread_rw(s, r->p);
  frame *f = state_own_top(s, r->p);
  f->pc = t->guard - 1;
  t->guard = 0;
  if (r->m->funcs[f->func].ir->code[f->pc].op == IR_ATOMIC_BEGIN) t->depth = 0;
  state_kern_rw(s)->flags[r->p] |= PROC_BARRED;
  threads_end_step(r, s);
}

static act await_op(run *r, const ir_instr *i) {
  value c = run_operand(r, &i->args[0]);
  if (r->silent) {
    r->holds = c;
    return ACT_SWITCH;
  }
  if (!r->guard) return fork_unknown(r, "an await without a begin");
  smt *solver = r->m->base.solver;
  smt_answer yes = c.bits ? SMT_SAT : SMT_UNSAT, no = c.bits ? SMT_UNSAT : SMT_SAT;
  if (!value_is_concrete(c)) {
    yes = pathcond_may(solver, r->s->pc, c.e);
    no = yes == SMT_UNSAT ? SMT_SAT : pathcond_may(solver, r->s->pc, expr_not(r->m->base.terms, c.e));
    if (yes == SMT_UNKNOWN || no == SMT_UNKNOWN)
      return fork_unknown(r, "the solver does not tell whether a guard holds");
  }
  if (no == SMT_SAT) {
    state *waits = yes == SMT_SAT ? state_fork(r->s) : r->s;
    if (yes == SMT_SAT) {
      r->out->forks = 1;
      fork_add(r, r->s, c.e, yes);
      fork_add(r, waits, expr_not(r->m->base.terms, c.e), no);
      state_thread_rw(r->s, r->p)->guard = 0;
      state_own_top(r->s, r->p)->pc++;
      fork_interrupt(r, r->s);
    }
    stand_back(r, waits);
    r->s = NULL;
    return ACT_STOP;
  }
  state_thread_rw(r->s, r->p)->guard = 0;
  r->guard = false;
  r->free = r->merges || r->region;
  return ACT_NEXT;
}

op_fn *const threads_ops[IR_OP_COUNT] = {
    [IR_START] = start_op,
    [IR_STOP] = stop_op,
    [IR_SPAWN] = spawn_op,
    [IR_JOIN] = join_op,
    [IR_DETACH] = detach_op,
    [IR_SELF] = self_op,
    [IR_EXIT] = exit_op,
    [IR_LOCK] = lock_op,
    [IR_UNLOCK] = unlock_op,
    [IR_TRYLOCK] = trylock_op,
    [IR_HOLDS] = holds_op,
    [IR_LIFE] = life_op,
    [IR_AWAIT_BEGIN] = await_begin_op,
    [IR_AWAIT] = await_op,
    [IR_ATOMIC_BEGIN] = atomic_begin_op,
    [IR_ATOMIC_END] = atomic_end_op,
    [IR_STEP] = step_op,
};
