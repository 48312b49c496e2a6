// The interleaving scheduler (doc/semantics-threads.md 1-3): where steps begin and end, who is enabled, spawning and
// joining, locks, guards, atomic regions, the end of the run.
#include <string.h>

#include "base/hash.h"
#include "replay/machine_int.h"

#define LOOP_JUMPS 256       // backward jumps after which a step ends
#define GUARD_LIMIT 1000000  // instructions of one guard
#define REGION_PREFIX 64     // instructions between the start of a region and its guard

static frame *top_frame(machine *m) { return &vec_last(&m->active->frames); }
static process *running(machine *m) { return &m->procs[m->running]; }

// --- where a step ends

// Operations that begin a step while other processes are live.
static bool is_visible(const machine *m, const ir_instr *i) {
  switch (i->op) {
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
  case IR_NEW: return i->n_args > 1 && i->args[1].kind != IR_OPERAND_NULL;
  case IR_STOP:
    return m->options.checks >> IR_CHECK_LEAK & 1;
    // clang-format off
  case IR_MOV: case IR_ADD: case IR_SUB: case IR_MUL: case IR_UDIV: case IR_SDIV: case IR_UREM: case IR_SREM:
  case IR_SHL: case IR_LSHR: case IR_ASHR: case IR_AND: case IR_OR: case IR_XOR: case IR_NOT: case IR_NEG:
  case IR_EQ: case IR_NE: case IR_ULT: case IR_ULE: case IR_SLT: case IR_SLE: case IR_ZEXT: case IR_SEXT:
  case IR_TRUNC: case IR_SELECT: case IR_FADD: case IR_FSUB: case IR_FMUL: case IR_FDIV: case IR_FREM: case IR_FNEG:
  case IR_FCMP: case IR_FCONV: case IR_FTOS: case IR_FTOU: case IR_STOF: case IR_UTOF: case IR_PTRADD:
  case IR_PTRDIFF: case IR_APART: case IR_PTRTOINT: case IR_INTTOPTR: case IR_LOCAL: case IR_END: case IR_SEAL: case IR_SIZE: case IR_VALID: case IR_SHADOW:
  case IR_JUMP: case IR_BRANCH: case IR_SWITCH: case IR_CALL: case IR_RETURN: case IR_THROW: case IR_LANDING:
  case IR_UNREACHABLE: case IR_ASSUME: case IR_CHECK: case IR_NONDET: case IR_OUTPUT: case IR_UNSUPPORTED:
  case IR_TIME: case IR_START: case IR_WAIT: case IR_NOTIFY: case IR_NOTIFY_AFTER: case IR_CANCEL: case IR_SUSPEND:
  case IR_RESUME: case IR_DISABLE: case IR_ENABLE: case IR_KILL: case IR_RESET: case IR_REQUEST_UPDATE: case IR_SPAWN:
  case IR_WRITE: case IR_FENCE: case IR_RELAX: case IR_DECLARE: case IR_BOUND: case IR_SENSITIVE: case IR_NAME: case IR_ARM: case IR_WAITED:
  case IR_SWITCH_TO: case IR_DELTA: case IR_ACTIVITY: case IR_TRIGGERED: case IR_PENDING: case IR_RESERVE: case IR_PAUSE: case IR_HALT:
  case IR_SELF: case IR_EXIT: case IR_DETACH: case IR_HOLDS: case IR_AWAIT: case IR_ATOMIC_END: case IR_OP_COUNT:
    return false;
    // clang-format on
  }
  UNREACHABLE("an operation of no known kind");
}

void machine_note_jump(machine *m, uint32_t from, uint32_t to) {
  if (to > from || !m->running || m->guessing) return;
  m->step_jumps++;
  const process *p = running(m);
  if (p->atomic_depth || p->in_guard) return;
  if (m->drawn.len > m->step_drawn || m->step_jumps >= LOOP_JUMPS) m->step_left = true;
}

// --- who can proceed

// Registers of the top frame, before a guard is tried.
typedef struct kept_frame {
  frame f;
  size_t depth, n_locals;
  VEC(cell) regs;
  VEC(uint64_t) limbs;
} kept_frame;

static void keep_frame(const stack *s, kept_frame *k) {
  k->f = vec_last(&s->frames);
  k->depth = s->frames.len;
  k->n_locals = k->f.locals.len;
  for (size_t i = k->f.reg_base; i < s->regs.len; i++) vec_push(&k->regs, s->regs.data[i]);
  for (size_t i = k->f.limb_base; i < s->limbs.len; i++) vec_push(&k->limbs, s->limbs.data[i]);
}

static void put_back(machine *m, stack *s, kept_frame *k) {
  while (s->frames.len > k->depth) machine_pop_frame(m, s);
  frame *f = &vec_last(&s->frames);
  while (f->locals.len > k->n_locals) memory_kill_object(m, vec_pop(&f->locals).obj);
  k->f.locals.data = f->locals.data;
  k->f.locals.len = f->locals.len;
  k->f.locals.cap = f->locals.cap;
  *f = k->f;
  if (k->regs.len) memcpy(s->regs.data + f->reg_base, k->regs.data, k->regs.len * sizeof(cell));
  if (k->limbs.len) memcpy(s->limbs.data + f->limb_base, k->limbs.data, k->limbs.len * sizeof(uint64_t));
  vec_free(&k->regs);
  vec_free(&k->limbs);
}

// Runs the guard behind the await_begin at `pc` of the active stack's top frame and takes back what it did. A guard that
// fails counts as true: the step that executes it then tells how.
static bool guard_holds(machine *m, uint32_t pc) {
  kept_frame kept = {0};
  keep_frame(m->active, &kept);
  bool outer_guard = running(m)->in_guard;
  uint64_t budget = m->budget, instructions = m->instructions;
  m->budget = GUARD_LIMIT;
  m->guessing = m->guess = true;
  running(m)->in_guard = true;
  top_frame(m)->pc = pc + 1;
  machine_run_active(m);
  bool holds = m->status != MACHINE_RUNNING || m->guess;
  m->status = MACHINE_RUNNING;
  sb_clear(&m->message);
  m->at = PLACE_NONE;
  m->check = IR_CHECK_ASSERT;
  put_back(m, m->active, &kept);
  running(m)->in_guard = outer_guard;
  m->guessing = false;
  m->budget = budget;
  m->instructions = instructions;
  return holds;
}

static uint32_t holder_of(machine *m, cell address) {
  const mutex *x = waiting_mutex(m, address, false);
  return x ? x->holder : 0;
}

// --- misuse (doc/semantics-threads.md 8)

static bool is_judged(const machine *m) { return m->options.checks >> IR_CHECK_MISUSE & 1; }

static flow misused(machine *m, const ir_instr *i, const char *how) {
  strbuf text = {0};
  sb_printf(&text, "%s: %s", i->text, how);
  flow f = machine_fail(m, IR_CHECK_MISUSE, i->at, sb_text(&text));
  sb_fini(&text);
  return f;
}

static bool is_wrong_join(const machine *m, const ir_instr *i, uint32_t proc) {
  return i->sub && is_judged(m) && m->procs[proc].exists && (proc == m->running || m->procs[proc].taken);
}

uint32_t machine_region_guard(const ir_func_info *f, uint32_t pc) {
  for (int k = 0; k < REGION_PREFIX && (f->code[pc].op == IR_ATOMIC_BEGIN || f->code[pc].op == IR_JUMP); k++)
    pc = f->code[pc].op == IR_JUMP ? f->blocks[f->code[pc].targets[0].id].first : pc + 1;
  return f->code[pc].op == IR_AWAIT_BEGIN ? pc : UINT32_MAX;
}

static bool may_wait(ir_op op) {
  return op == IR_ATOMIC_BEGIN || op == IR_AWAIT_BEGIN || op == IR_LOCK || op == IR_JOIN;
}

// Can the running process execute what stands at `pc` of its top frame?
static bool proceeds(machine *m, uint32_t pc) {
  const ir_func_info *info = ir_func_get(m->ir, top_frame(m)->func);
  const ir_instr *i = &info->code[pc];
  if (!may_wait(i->op)) return true;
  // A region that begins with a guard is enabled with it.
  if (i->op == IR_ATOMIC_BEGIN) {
    uint32_t guard = machine_region_guard(info, pc);
    return guard == UINT32_MAX || guard_holds(m, guard);
  }
  if (i->op == IR_AWAIT_BEGIN) return guard_holds(m, pc);
  if (i->op == IR_LOCK) return !holder_of(m, machine_read_operand(m, &i->args[0]));
  uint64_t proc = machine_read_operand(m, &i->args[0]).bits;
  if (proc && proc <= m->n_procs && is_wrong_join(m, i, (uint32_t)proc)) return true;
  return !proc || proc > m->n_procs || !m->procs[proc].exists || m->procs[proc].ended;
}

// Evaluating a guard takes back all that it does: the cast keeps the public face const.
static bool may_go_on(machine *m, uint32_t proc) {
  stack *active = m->active;
  uint32_t was_running = m->running;
  m->active = &m->procs[proc].stack;
  m->running = proc;
  bool can = proceeds(m, top_frame(m)->pc);
  m->active = active;
  m->running = was_running;
  return can;
}

bool machine_thread_may(const machine *m, uint32_t proc) {
  const process *p = &m->procs[proc];
  if (m->phase != PHASE_EVAL || m->stopped || !p->exists || p->ended || p->parked) return false;
  return p->fresh || may_go_on((machine *)m, proc);
}

// Under the SystemC scheduler an observer is no process that runs: it stands at its begin while its guard is looked at.
static bool observer_holds(machine *m, uint32_t proc) {
  stack *active = m->active;
  uint32_t was_running = m->running;
  machine_status status = m->status;  // the run may be over
  m->status = MACHINE_RUNNING;
  m->active = &m->procs[proc].stack;
  m->running = proc;
  bool holds = machine_push_frame(m, m->active, m->ir->procs[proc].func, PLACE_NONE) && guard_holds(m, 0);
  machine_stack_clear(m, m->active);
  m->status = status;
  m->active = active;
  m->running = was_running;
  return holds;
}

bool machine_guard_holds(const machine *m, uint32_t proc) {
  const process *p = &m->procs[proc];
  if (!m->threads && !ir_observer_looks(m->ir, (ir_proc){proc}))
    return machine_may_step(m, proc) && vec_last(&p->stack.frames).pc;
  if (!m->threads) return observer_holds((machine *)m, proc);
  return m->phase == PHASE_EVAL && p->exists && !p->ended && !p->parked && may_go_on((machine *)m, proc);
}

bool machine_guard_is_false(const machine *m, uint32_t proc) {
  if (!m->threads || m->status != MACHINE_RUNNING || proc > m->n_procs || !m->procs[proc].exists) return false;
  const process *p = &m->procs[proc];
  if (p->ended || p->parked || !p->stack.frames.len || machine_thread_may(m, proc)) return false;
  const frame *f = &vec_last(&p->stack.frames);
  ir_op op = ir_func_get(m->ir, f->func)->code[f->pc].op;
  return op == IR_AWAIT_BEGIN || op == IR_ATOMIC_BEGIN;
}

size_t machine_thread_enabled(const machine *m, uint32_t *procs, size_t max) {
  size_t n = 0;
  if (m->phase != PHASE_EVAL || m->stopped) return 0;
  if (m->fresh.len && max) {  // the lowest number must go first
    procs[0] = m->fresh.data[0];
    return 1;
  }
  for (uint32_t p = 1; p <= m->n_procs; p++)
    if (machine_thread_may(m, p) && n++ < max) procs[n - 1] = p;
  return n < max ? n : max;
}

bool machine_step_ends(machine *m, const ir_instr *i) {
  const process *p = running(m);
  if (!m->running || p->in_guard) return false;
  bool first = m->step_first;
  m->step_first = false;
  if (m->step_left) return true;
  if (first) return false;
  if (m->weak && weak_splits(m, i)) return true;
  if (!p->atomic_depth && (m->n_live > 1 || m->ir->separate)) return is_visible(m, i);
  m->step_beyond |= !p->atomic_depth && is_visible(m, i);
  if (!p->atomic_depth && i->op == IR_NONDET && m->drawn.len > m->step_drawn) return true;
  bool waits = may_wait(i->op) && !proceeds(m, top_frame(m)->pc);
  if (waits && p->atomic_depth) order_region_ends(m);  // others see what it has done so far
  return waits;
}

// --- spawning and ending

uint32_t machine_number_of(machine *m, uint32_t parent, uint32_t k) {
  uint32_t first = m->ir->n_procs + 1;
  uint64_t key = (uint64_t)parent << 32 | k, index;
  for (size_t i = m->origin_index.len; i < m->origins.len; i++)  // those that were handed over
    map64_put(&m->origin_index, (uint64_t)m->origins.data[i].parent << 32 | m->origins.data[i].k, i);
  if (map64_get(&m->origin_index, key, &index)) return first + (uint32_t)index;
  map64_put(&m->origin_index, key, m->origins.len);
  vec_push(&m->origins, ((machine_origin){parent, k}));
  return first + (uint32_t)m->origins.len - 1;
}

// The processes may move in memory.
void machine_make_room(machine *m, uint32_t proc) {
  if (proc >= m->procs_cap) {
    uint32_t cap = proc + proc / 2 + 8;
    m->procs = mem_realloc(m->procs, cap * sizeof *m->procs);
    memset(m->procs + m->procs_cap, 0, (cap - m->procs_cap) * sizeof *m->procs);
    m->procs_cap = cap;
    m->active = &m->procs[m->running].stack;
  }
  if (proc > m->n_procs) m->n_procs = proc;
}

static bool begins_with(const char *name, const char *base) {
  size_t n = strlen(base);
  return !strncmp(name, base, n) && (!name[n] || name[n] == '#');
}

const char *machine_new_name(machine *m, const char *base) {
  uint64_t key = hash_bytes(base, strlen(base), 0), others = 0;
  // Threads get all their names here, so that only the first of a name looks at the others.
  if (!m->threads || !map64_get(&m->named, key, &others)) {
    for (uint32_t p = 1; p <= m->n_procs; p++) others += m->procs[p].exists && begins_with(m->procs[p].name, base);
  }
  map64_put(&m->named, key, others + 1);
  return others ? arena_printf(m->mem, "%s#%u", base, (uint32_t)others + 1) : base;
}

static void come_to_life(machine *m, uint32_t proc, const char *name, place at) {
  process *p = &m->procs[proc];
  p->name = name;
  p->held = NULL;
  p->wait_at = at;
  p->ready_seq = ++m->seq;
  p->exists = p->fresh = true;
  waiting_born(m, proc);
}

// A thread of the C++ library is called as the variable that it is made in, or after the line where it is made: all of them run the same
// function.
static const char *name_of_spawned(machine *m, ir_func f) {
  const ir_func_info *info = ir_func_get(m->ir, f);
  if (info->at.line && !machine_in_library(m, info->at.file)) return info->name;
  const stack *s = m->active;
  for (size_t k = s->frames.len; k-- > 0;) {
    const ir_instr *call = s->frames.data[k].call;
    if (!call || !call->at.line || machine_in_library(m, call->at.file)) continue;
    cell self = {0};
    if (call->n_args > 1 && call->args[1].kind == IR_OPERAND_REG)
      self = s->regs.data[s->frames.data[k].reg_base + call->args[1].value];
    if (call->n_args > 1 && call->args[1].kind == IR_OPERAND_GLOBAL) self = machine_read_operand(m, &call->args[1]);
    strbuf name = {0};
    if (!machine_thread_variable(m, self, &name)) sb_printf(&name, "%s@%u", info->name, call->at.line);
    const char *text = arena_strdup(m->mem, sb_text(&name));
    sb_fini(&name);
    return text;
  }
  return info->name;
}

static flow exec_spawn(machine *m, const ir_instr *i) {
  ir_func f;
  if (!machine_call_target(m, i, &f)) return FLOW_SWITCH;
  uint32_t proc = machine_number_of(m, m->running, ++running(m)->spawned);
  machine_make_room(m, proc);
  const char *name = machine_new_name(m, name_of_spawned(m, f));
  stack *s = &m->procs[proc].stack;
  if (!machine_push_frame(m, s, f, i->at)) return FLOW_SWITCH;
  machine_pass_arguments(m, i, s);
  memory_make_own(m, proc);
  if (m->status != MACHINE_RUNNING) return FLOW_SWITCH;
  come_to_life(m, proc, name, ir_func_get(m->ir, f)->at);
  m->procs[proc].spawned_at = machine_user_place(m, m->active, i->at);
  m->procs[proc].spawned_after = m->drawn.len;
  running(m)->region_effects = true;
  order_spawn(m, proc);
  weak_process(m, proc, WEAK_SPAWNS);
  machine_note_action(m, (action){.kind = ACT_PROCESS, .text = "starts ", .number = proc});
  if (i->dst.id) machine_write_reg(m, m->active, top_frame(m), i->dst, CELL_INT(proc));
  return FLOW_NEXT;
}

static flow exec_join(machine *m, const ir_instr *i) {
  if (i->op == IR_DETACH && !is_judged(m)) return FLOW_NEXT;
  uint64_t proc = machine_read_operand(m, &i->args[0]).bits;
  bool checked = is_judged(m) && (i->op == IR_DETACH || i->sub);
  bool exists = proc && proc <= m->n_procs && m->procs[proc].exists;
  if (checked && !exists) return misused(m, i, "there is no such thread");
  if (!exists) return machine_stop(m, MACHINE_UNSUPPORTED, i->at, "undefined behaviour: no such process");
  process *other = &m->procs[proc];
  if (checked && i->op == IR_JOIN && proc == m->running) return misused(m, i, "a thread joins itself");
  if (checked && other->taken) return misused(m, i, "the thread was joined or detached before");
  if (checked) other->taken = true;
  if (i->op == IR_DETACH) return FLOW_NEXT;
  CHECK(other->ended, "a join is executed when it can proceed");
  order_join(m, (uint32_t)proc);
  weak_process(m, (uint32_t)proc, WEAK_JOINS);
  machine_note_action(m, (action){.kind = ACT_PROCESS, .text = "joins ", .number = proc});
  return FLOW_NEXT;
}

static flow park(machine *m, bool cut, place at) {
  process *p = running(m);
  p->parked = true;
  p->cut = cut;
  p->wait_at = at;
  waiting_moved(m, m->running);
  machine_note_action(m, (action){.kind = ACT_TEXT, .text = cut ? "stops at a false assumption" : "ends the program"});
  return FLOW_SWITCH;
}

// What a region has done so far nobody may see if it does not end in any run: it is no part of a race either.
static bool takes_back(machine *m, const process *p) {
  if (!p->atomic_depth || !p->region_effects) return false;
  m->last[0].proc = 0;
  return true;
}

flow machine_cut_process(machine *m, place at) {
  const process *p = running(m);
  bool alone = !m->threads || !m->running || m->n_live <= 1, back = m->threads && m->running && takes_back(m, p);
  if (alone || back || p->in_guard) return machine_stop(m, MACHINE_CUT, at, "an assumption is false");
  return park(m, true, at);
}

// If leaks are checked it matters when the program ends: everything stands still then.
static flow exec_stop(machine *m, const ir_instr *i) {
  if (!m->running) return machine_stop(m, MACHINE_FINISHED, i->at, "the program ends");
  if (m->options.checks >> IR_CHECK_LEAK & 1) m->stopped = true;
  if (!m->stopped && takes_back(m, running(m))) return machine_stop(m, MACHINE_FINISHED, i->at, "the program ends");
  return park(m, false, i->at);
}

// --- locks

static bool mutex_operand(machine *m, const ir_instr *i, cell *address) {
  *address = machine_read_operand(m, &i->args[0]);
  if (!memory_access(m, *address, 1, i->at)) return false;
  memory_object(m, address->obj)->is_mutex = true;
  if (i->op != IR_HOLDS) running(m)->region_effects = true;
  return true;
}

static void note_mutex(machine *m, const char *text, cell address) {
  machine_note_action(m, (action){.kind = ACT_EVENT, .text = text, .event = {address.obj, address.bits}});
}

enum { LOCK_WORD = 4 };  // bytes: zero in everything that initialises a mutex without a call

// How a mutex cannot be used, or NULL.
static const char *unusable(machine *m, const mutex *x, cell address, bool by_bytes) {
  if (x->life) return x->life == 1 + IR_LIFE_INIT ? NULL : "it was destroyed";
  return by_bytes && memory_is_blank(m, address, LOCK_WORD) ? NULL : "it was never initialised";
}

static flow judge_taking(machine *m, const ir_instr *i, const mutex *x, cell address) {
  const char *how = i->sub && is_judged(m) ? unusable(m, x, address, i->sub == IR_USE_MUTEX) : NULL;
  return how ? misused(m, i, how) : FLOW_NEXT;
}

bool machine_may_end(machine *m, const ir_instr *i, objref r) {
  const object *o = is_judged(m) && r ? memory_object(m, r) : NULL;
  if (!o || !o->is_mutex) return true;
  for (size_t k = 0; k < m->mutexes.len; k++) {
    const mutex *x = &m->mutexes.data[k];
    if (x->address.obj != r || (!x->holder && !x->pinned)) continue;
    machine_fail(m, IR_CHECK_MISUSE, i->at,
                 x->holder ? "a mutex ends while it is held" : "what threads wait for or hold ends");
    return false;
  }
  return true;
}

bool machine_may_overwrite(machine *m, const ir_instr *i, cell to, uint64_t size) {
  if (!is_judged(m) || !memory_object(m, to.obj)->is_mutex) return true;
  for (size_t k = 0; k < m->mutexes.len; k++) {
    mutex *x = &m->mutexes.data[k];
    if (x->address.obj != to.obj || x->address.offset < to.bits || x->address.offset - to.bits >= size) continue;
    if (x->holder)
      machine_fail(m, IR_CHECK_MISUSE, i->at, "a mutex is overwritten while it is held");
    else if (x->pinned)
      machine_fail(m, IR_CHECK_MISUSE, i->at, "what threads wait for or hold is overwritten");
    if (x->holder || x->pinned) return false;
    x->life = 0;  // from now on it is what its bytes say
  }
  return true;
}

// No mutex in the object was ever held, and models know nothing of it.
static flow begin_anew(machine *m, const ir_instr *i, objref obj) {
  if (m->n_live > 1) return machine_stop(m, MACHINE_UNSUPPORTED, i->at, "an object begins anew while others live");
  for (size_t k = 0; k < m->mutexes.len; k++) {
    mutex *x = &m->mutexes.data[k];
    if (x->address.obj != obj) continue;
    x->holder = x->life = 0;
    x->pinned = false;
  }
  memory_kill_shadows(m, obj);
  return FLOW_NEXT;
}

static flow exec_life(machine *m, const ir_instr *i) {
  cell address;
  if (!mutex_operand(m, i, &address)) return FLOW_SWITCH;
  if (i->sub == IR_LIFE_ANEW) return begin_anew(m, i, address.obj);
  if (!is_judged(m)) return FLOW_NEXT;
  mutex *x = waiting_mutex(m, address, true);
  if (i->sub == IR_LIFE_PIN || i->sub == IR_LIFE_UNPIN) {
    x->pinned = i->sub == IR_LIFE_PIN;
    return FLOW_NEXT;
  }
  const char *how = NULL;
  if (i->sub == IR_LIFE_DESTROY) how = unusable(m, x, address, true);
  if (!how && x->holder) how = "it is held";
  if (!how && i->sub == IR_LIFE_INIT && x->life == 1 + IR_LIFE_INIT) how = "it is initialised already";
  if (how) return misused(m, i, how);
  x->life = 1 + i->sub;
  weak_mutex(m, address, IR_RLX, i->at, x->holder != 0, x->holder != 0);
  return FLOW_NEXT;
}

static void takes(machine *m, mutex *x, const ir_instr *i) {
  x->holder = m->running;
  running(m)->held = NULL;
  if (m->options.changed) x->since = machine_user_place(m, m->active, i->at);
}

static flow exec_lock(machine *m, const ir_instr *i) {
  cell address;
  if (!mutex_operand(m, i, &address)) return FLOW_SWITCH;
  mutex *x = waiting_mutex(m, address, true);
  uint32_t holder = x->holder;
  if (i->op == IR_LOCK) {
    CHECK(!holder, "a lock is executed when it can proceed");
    takes(m, x, i);
    order_lock(m, address);
    weak_mutex(m, address, IR_ACQ_REL, i->at, false, true);
    note_mutex(m, "locks ", address);
    return judge_taking(m, i, x, address);
  } else if (i->op == IR_UNLOCK) {
    if (i->sub && is_judged(m) && holder != m->running) return misused(m, i, "this thread does not hold it");
    note_mutex(m, "unlocks ", address);
    order_unlock(m, address);
    weak_mutex(m, address, IR_ACQ_REL, i->at, holder != 0, false);
    m->procs[x->holder].held = NULL;
    x->holder = 0;
  } else if (i->op == IR_HOLDS) {
    machine_write_reg(m, m->active, top_frame(m), i->dst, CELL_INT(holder == m->running));
  } else {
    bool fails = weak_attempt_fails(m, address, holder != 0, i->at);
    if (fails) {
      order_tried(m, holder, i->at);
    } else {
      takes(m, x, i);
      order_lock(m, address);
      weak_mutex(m, address, IR_ACQ_REL, i->at, false, true);
    }
    note_mutex(m, fails ? "does not get " : "locks ", address);
    machine_write_reg(m, m->active, top_frame(m), i->dst, CELL_INT(!fails));
    if (!fails) return judge_taking(m, i, x, address);
  }
  return FLOW_NEXT;
}

// --- guards and regions

static flow exec_await(machine *m, const ir_instr *i) {
  bool holds = machine_read_operand(m, &i->args[0]).bits != 0;
  if (m->guessing) {
    m->guess = holds;
    return FLOW_SWITCH;
  }
  CHECK(holds || !m->running, "an await is executed when its guard holds");
  if (!holds) return machine_stop(m, MACHINE_UNSUPPORTED, i->at, "elaboration waits");
  running(m)->in_guard = false;
  return FLOW_NEXT;
}

static flow exec_region(machine *m, const ir_instr *i) {
  process *p = running(m);
  if (i->op == IR_ATOMIC_BEGIN) {
    if (!p->atomic_depth++) {
      p->region_effects = false;
      order_region_begins(m);
      weak_region_begins(m);
    }
    return FLOW_NEXT;
  }
  if (!p->atomic_depth) return machine_stop(m, MACHINE_UNSUPPORTED, i->at, "the end of a region that was not begun");
  if (!--p->atomic_depth) order_region_ends(m);
  return FLOW_NEXT;
}

static flow exec_start(machine *m, const ir_instr *i) {
  if (m->running) return machine_stop(m, MACHINE_UNSUPPORTED, i->at, "a start outside of the entry function");
  m->procs[0].wait_at = i->at;
  return FLOW_SWITCH;
}

// Operations in lines, not one a line.
// clang-format off
flow machine_exec_thread(machine *m, const ir_instr *i) {
  switch (i->op) {
    case IR_TIME: machine_write_reg(m, m->active, top_frame(m), i->dst, CELL_INT(0)); return FLOW_NEXT;
    case IR_SELF: machine_write_reg(m, m->active, top_frame(m), i->dst, CELL_INT(m->running)); return FLOW_NEXT;
    case IR_START: return exec_start(m, i);
    case IR_STOP: return exec_stop(m, i);
    case IR_EXIT: return machine_exit_thread(m, i);
    case IR_SPAWN: return exec_spawn(m, i);
    case IR_JOIN: case IR_DETACH: return exec_join(m, i);
    case IR_LOCK: case IR_TRYLOCK: case IR_UNLOCK: case IR_HOLDS: return exec_lock(m, i);
    case IR_LIFE: return exec_life(m, i);
    case IR_AWAIT_BEGIN: running(m)->in_guard = true; return FLOW_NEXT;
    case IR_AWAIT: return exec_await(m, i);
    case IR_ATOMIC_BEGIN: case IR_ATOMIC_END: return exec_region(m, i);
    case IR_STEP: return FLOW_NEXT;
    case IR_WAIT: case IR_NOTIFY: case IR_NOTIFY_AFTER: case IR_CANCEL: case IR_SUSPEND: case IR_RESUME:
    case IR_DISABLE: case IR_ENABLE: case IR_KILL: case IR_RESET: case IR_REQUEST_UPDATE: case IR_ARM:
    case IR_WAITED: case IR_SWITCH_TO: case IR_DELTA: case IR_ACTIVITY: case IR_TRIGGERED: case IR_PENDING: case IR_RESERVE: case IR_PAUSE: case IR_HALT:
      return machine_stop(m, MACHINE_UNSUPPORTED, i->at, "`%s` under the interleaving scheduler", ir_op_text(i->op));
    case IR_MOV: case IR_ADD: case IR_SUB: case IR_MUL: case IR_UDIV: case IR_SDIV: case IR_UREM: case IR_SREM:
    case IR_SHL: case IR_LSHR: case IR_ASHR: case IR_AND: case IR_OR: case IR_XOR: case IR_NOT: case IR_NEG:
    case IR_EQ: case IR_NE: case IR_ULT: case IR_ULE: case IR_SLT: case IR_SLE: case IR_ZEXT: case IR_SEXT:
    case IR_TRUNC: case IR_FADD: case IR_FSUB: case IR_FMUL: case IR_FDIV: case IR_FREM: case IR_FNEG: case IR_FCMP:
    case IR_FCONV: case IR_FTOS: case IR_FTOU: case IR_STOF: case IR_UTOF: case IR_SIZE: case IR_VALID: case IR_SHADOW:
    case IR_SELECT: case IR_PTRADD: case IR_PTRDIFF: case IR_APART: case IR_PTRTOINT: case IR_INTTOPTR:
    case IR_LOAD: case IR_STORE: case IR_RMW: case IR_CAS: case IR_COPY: case IR_FILL: case IR_LOCAL: case IR_NEW:
    case IR_FREE: case IR_END: case IR_SEAL: case IR_JUMP: case IR_BRANCH: case IR_SWITCH: case IR_CALL: case IR_RETURN: case IR_THROW:
    case IR_LANDING: case IR_UNREACHABLE: case IR_ASSUME: case IR_CHECK: case IR_NONDET: case IR_NONDET_MEM:
    case IR_OUTPUT: case IR_UNSUPPORTED: case IR_WRITE: case IR_FENCE: case IR_RELAX: case IR_DECLARE: case IR_BOUND: case IR_SENSITIVE: case IR_NAME:
    case IR_OP_COUNT:
      break;
  }
  UNREACHABLE("not a kernel operation");
}
// clang-format on

// --- steps

void machine_thread_step(machine *m, uint32_t proc) {
  m->active = &m->procs[proc].stack;
  m->step_first = !m->procs[proc].fresh;
  m->step_beyond = false;
  if (m->procs[proc].fresh) waiting_first_step(m, proc);
  m->procs[proc].fresh = false;
  m->step_left = false;
  m->step_jumps = 0;
  m->step_drawn = m->drawn.len;
  machine_run_active(m);
  process *p = &m->procs[proc];
  if (m->status != MACHINE_RUNNING) return;
  if (!p->stack.frames.len) {
    machine_note_action(m, (action){.kind = ACT_TEXT, .text = "ends"});
    p->ended = true;
    weak_process(m, proc, WEAK_ENDS);
    memory_end_own(m, proc);
  }
  waiting_moved(m, proc);
}

static void elaborate(machine *m) {
  m->active = &m->procs[0].stack;
  machine_note_action(m, (action){.kind = ACT_TEXT, .text = "elaboration"});
  if (!machine_push_frame(m, m->active, m->ir->entry, PLACE_NONE)) return;
  machine_run_active(m);
  if (m->status != MACHINE_RUNNING) return;
  if (!m->active->frames.len) {
    m->phase = PHASE_END;
    m->status = MACHINE_FINISHED;
    return;
  }
  m->phase = PHASE_EVAL;
  for (uint32_t p = 1; p <= m->ir->n_procs; p++) {
    const ir_proc_info *info = &m->ir->procs[p];
    if (!machine_push_frame(m, &m->procs[p].stack, info->func, info->at)) return;
    memory_make_own(m, p);
    if (m->status != MACHINE_RUNNING) return;
    come_to_life(m, p, info->name, info->at);
  }
}

// The first process that waits for ever, or 0.
static uint32_t find_deadlocked(const machine *m) {
  for (uint32_t p = 1; p <= m->n_procs; p++)
    if (m->procs[p].exists && !m->procs[p].ended && !(p <= m->ir->n_procs && m->ir->procs[p].observer)) return p;
  return 0;
}

static void end_run(machine *m) {
  bool cut = false, ended = false;
  place cut_at = PLACE_NONE;
  for (uint32_t p = 1; p <= m->n_procs; p++) {
    ended = ended || (m->procs[p].parked && !m->procs[p].cut);
    if (m->procs[p].cut && !cut) cut_at = m->procs[p].wait_at;
    cut = cut || m->procs[p].cut;
  }
  bool looks = m->options.checks >> IR_CHECK_DEADLOCK & 1;
  if (looks && !cut && !ended && find_deadlocked(m) && machine_pending_ends(m)) return;
  m->phase = PHASE_END;
  machine_note_action(m, (action){.kind = ACT_TEXT, .text = "the run ends"});
  // A process that ends the program does so in time before an assumption of another one.
  if (cut && !ended) {
    machine_stop(m, MACHINE_CUT, cut_at, "an assumption is false");
    return;
  }
  m->status = MACHINE_FINISHED;
  uint32_t waits = ended ? 0 : find_deadlocked(m);
  if (waits) {
    m->deadlocked = true;
    m->blamed = waits;
    machine_note_action(m, (action){.kind = ACT_TEXT, .text = m->procs[waits].name});
    machine_note_action(m, (action){.kind = ACT_TEXT, .joined = true, .text = " waits for ever"});
    place at = machine_resume_place(m, waits);
    const char *how = m->all_spin ? "some of them wait in loops whose rounds change nothing" : NULL;
    if (looks) machine_fail(m, IR_CHECK_DEADLOCK, at, how);
    return;
  }
  const object *lost = m->options.checks >> IR_CHECK_LEAK & 1 ? machine_find_leak(m) : NULL;
  if (lost) machine_fail(m, IR_CHECK_LEAK, lost->made_at, NULL);
}

void machine_thread_kernel_step(machine *m) {
  if (m->phase == PHASE_ELAB)
    elaborate(m);
  else
    end_run(m);
}
