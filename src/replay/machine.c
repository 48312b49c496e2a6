#include "replay/machine.h"

#include <string.h>

#include "replay/machine_int.h"

#define MAX_JUMPS 16  // followed to find the statement at which a process goes on

// --- the end of a run

flow machine_stop(machine *m, machine_status status, place at, const char *fmt, ...) {
  m->status = status;
  m->at = at;
  sb_clear(&m->message);
  va_list ap;
  va_start(ap, fmt);
  sb_vprintf(&m->message, fmt, ap);
  va_end(ap);
  return FLOW_SWITCH;
}

flow machine_fail(machine *m, ir_check kind, place at, const char *message) {
  if (!message) message = ir_check_message(kind);
  m->check = kind;
  if (m->options.checks >> kind & 1) return machine_stop(m, MACHINE_VIOLATION, at, "%s", message);
  return machine_stop(m, MACHINE_UNSUPPORTED, at, "undefined behaviour: %s", message);
}

// --- life cycle

// Where the wide registers of each function lie in its frames.
static void lay_out_limbs(machine *m) {
  m->limb_offset = MEM_NEW_N(uint32_t *, m->ir->n_funcs + 1);
  m->frame_limbs = MEM_NEW_N(uint32_t, m->ir->n_funcs + 1);
  for (uint32_t f = 1; f <= m->ir->n_funcs; f++) {
    const ir_func_info *info = &m->ir->funcs[f];
    for (uint32_t r = 1; r <= info->n_regs; r++) {
      if (!machine_is_wide(m, info->regs[r].type)) continue;
      if (!m->limb_offset[f]) m->limb_offset[f] = MEM_NEW_N(uint32_t, info->n_regs + 1);
      m->limb_offset[f][r] = m->frame_limbs[f];
      m->frame_limbs[f] += wide_limbs(ir_type_get(m->ir, info->regs[r].type)->bits);
    }
  }
}

// Every access asks for it.
static void find_libraries(machine *m) {
  const char *last = NULL;
  for (uint32_t f = 1; f <= m->ir->n_funcs; f++)
    for (uint32_t i = 0; i < m->ir->funcs[f].n_code; i++) {
      const char *file = m->ir->funcs[f].code[i].at.file;
      if (file == last) continue;
      last = file;
      if (!map64_get(&m->libraries, (uint64_t)(uintptr_t)file, NULL))
        map64_put(&m->libraries, (uint64_t)(uintptr_t)file, place_in_library(file));
    }
}

machine *machine_new(const ir_module *ir, const machine_options *options) {
  CHECK(ir->frozen, "only frozen modules run");
  machine *m = MEM_NEW(machine);
  m->ir = ir;
  m->options = *options;
  m->action_text = MEM_NEW(strbuf);
  m->n_procs = ir->n_procs;
  m->procs_cap = ir->n_procs + 1;
  m->procs = MEM_NEW_N(process, m->procs_cap);
  m->threads = ir->scheduler == IR_SCHED_INTERLEAVE;
  m->record = m->threads && (options->checks >> IR_CHECK_RACE & 1);
  m->unordered = m->record && order_decides(ir);
  for (size_t i = 0; i < options->n_origins; i++) vec_push(&m->origins, options->origins[i]);
  lay_out_limbs(m);
  find_libraries(m);
  machine_quick_new(m);
  m->own_index = MEM_NEW_N(uint32_t, ir->n_globals + 1);
  for (uint32_t g = 1; g <= ir->n_globals; g++)
    if (ir->globals[g].is_thread_local) m->own_index[g] = ++m->n_own;
  m->mem = arena_new();
  machine_reset(m);
  return m;
}

static void drop_run(machine *m) {
  for (uint32_t p = 0; p <= m->n_procs; p++) {
    machine_stack_clear(m, &m->procs[p].stack);
    operands_forget(&m->procs[p].stack);
  }
  machine_stack_clear(m, &m->updating);
  operands_forget(&m->updating);
  arena_free(m->mem);
  m->mem = NULL;
}

static void reset_processes(machine *m) {
  for (uint32_t p = 0; p <= m->n_procs; p++) {
    process *q = &m->procs[p];
    process fresh = {
        .stack = q->stack, .events = {q->events.data, 0, q->events.cap}, .stands = {q->stands.data, 0, q->stands.cap}};
    fresh.own.data = q->own.data;
    fresh.own.cap = q->own.cap;
    if (p <= m->ir->n_procs) fresh.name = p ? m->ir->procs[p].name : machine_builds(m) ? "sc_main" : "kernel";
    fresh.ended = p && p <= m->ir->n_procs && ir_observer_looks(m->ir, (ir_proc){p}) && !m->threads;  // only looked at
    *q = fresh;
  }
  m->n_procs = m->ir->n_procs;
  waiting_reset(m);
  map64_clear(&m->named);
}

void machine_reset(machine *m) {
  drop_run(m);
  m->mem = arena_new();
  m->status = MACHINE_RUNNING;
  m->check = IR_CHECK_ASSERT;
  m->at = PLACE_NONE;
  sb_clear(&m->message);
  map64_clear(&m->sites);
  reset_processes(m);
  m->running = m->blamed = 0;
  m->resolution = 1000;
  m->farewell = NULL;
  m->active = &m->procs[0].stack;
  m->all_spin = m->in_update = m->initialised = m->stopped = m->bounded = m->one_delta = m->deadlocked = false;
  m->phase = PHASE_ELAB;
  m->seq = m->first_thread = UINT64_C(1) << 32;
  m->first_method = 1;
  m->time = m->delta = m->instructions = m->frame_serial = m->bound = 0;
  m->deltas = m->pend_id = 0;
  m->delta_ran = m->paused = false;
  m->start_dst = (ir_reg){0};
  vec_clear(&m->freed);
  vec_clear(&m->notices);
  m->wrong = OBJ_NONE;
  vec_clear(&m->calls);
  vec_clear(&m->declared);
  vec_clear(&m->bound_ports);
  vec_clear(&m->drivers);
  vec_clear(&m->sensitive);
  vec_clear(&m->heap);
  vec_clear(&m->pending);
  vec_clear(&m->updates);
  if (m->unordered) m->order = order_begin(m->order);
  weak_end(m->weak);
  m->weak = m->options.memory ? weak_begin() : NULL;
  for (int k = 0; k < 2; k++) {
    m->last[k].proc = 0;
    vec_clear(&m->last[k].accesses);
    vec_clear(&m->last[k].guarded);
  }
  vec_clear(&m->drawn);
  vec_clear(&m->actions);
  vec_clear(&m->old_leaves);
  map64_clear(&m->old_index);
  vec_clear(&m->old_regs);
  vec_clear(&m->old_limbs);
  operands_begin(m);
  memory_begin_run(m);
  // The values that variables are declared with are changes of no step.
  vec_clear(&m->old_leaves);
  map64_clear(&m->old_index);
}

void machine_free(machine *m) {
  if (!m) return;
  drop_run(m);
  operands_end(m);
  memory_release(m);
  for (uint32_t p = 0; p < m->procs_cap; p++) {
    machine_stack_fini(&m->procs[p].stack);
    vec_free(&m->procs[p].events);
    vec_free(&m->procs[p].stands);
    vec_free(&m->procs[p].own);
  }
  for (int k = 0; k < 2; k++) {
    vec_free(&m->last[k].accesses);
    vec_free(&m->last[k].guarded);
  }
  order_end(m->order);
  weak_end(m->weak);
  waiting_fini(m);
  vec_free(&m->origins);
  map64_fini(&m->origin_index);
  map64_fini(&m->named);
  map64_fini(&m->libraries);
  mem_free(m->own_index);
  machine_stack_fini(&m->updating);
  for (uint32_t f = 0; f <= m->ir->n_funcs; f++) mem_free(m->limb_offset[f]);
  mem_free(m->limb_offset);
  mem_free(m->frame_limbs);
  machine_quick_free(m);
  mem_free(m->procs);
  vec_free(&m->objects);
  vec_free(&m->free_slots);
  vec_free(&m->ended);
  vec_free(&m->freed);
  vec_free(&m->notices);
  map64_fini(&m->ended_index);
  map64_fini(&m->sites);
  vec_free(&m->calls);
  vec_free(&m->declared);
  vec_free(&m->bound_ports);
  vec_free(&m->drivers);
  vec_free(&m->sensitive);
  vec_free(&m->heap);
  vec_free(&m->pending);
  vec_free(&m->triggered);
  vec_free(&m->updates);
  vec_free(&m->drawn);
  vec_free(&m->scratch);
  vec_free(&m->actions);
  vec_free(&m->old_leaves);
  map64_fini(&m->old_index);
  vec_free(&m->old_regs);
  vec_free(&m->old_limbs);
  sb_fini(&m->message);
  sb_fini(&m->waiting_text);
  sb_fini(&m->stuck_text);
  sb_fini(&m->last_change);
  sb_fini(m->action_text);
  mem_free(m->action_text);
  mem_free(m);
}

// --- stepping

size_t machine_enabled(const machine *m, uint32_t *procs, size_t max) {
  if (m->status != MACHINE_RUNNING) return 0;
  size_t n = 0;
  if (m->threads)
    n = machine_thread_enabled(m, procs, max);
  else if (m->calls.len && max)
    procs[n++] = vec_last(&m->calls);
  else if (m->phase == PHASE_EVAL)
    for (uint32_t p = 1; p <= m->n_procs; p++)
      if (proc_enabled(&m->procs[p]) && n++ < max) procs[n - 1] = p;
  if (!n && n++ < max) procs[0] = 0;
  return n < max ? n : max;
}

size_t machine_ready_order(const machine *m, uint32_t *procs, size_t max) {
  size_t n = machine_enabled(m, procs, max);
  for (size_t i = 1; i < n; i++) {
    uint32_t p = procs[i];
    size_t k = i;
    for (; k > 0 && machine_runs_before(m, &m->procs[p], &m->procs[procs[k - 1]]); k--) procs[k] = procs[k - 1];
    procs[k] = p;
  }
  return n;
}

// A deadlock of processes that wait in loops.
static bool may_end_spinning(machine *m) {
  if (!m->all_spin) m->all_spin = m->options.checks >> IR_CHECK_DEADLOCK & 1 && machine_all_go_round(m);
  return m->all_spin;
}

bool machine_may_step(const machine *m, uint32_t proc) {
  if (m->status != MACHINE_RUNNING || proc > m->n_procs) return false;
  if (!proc && m->threads)
    return m->phase != PHASE_EVAL || !machine_thread_enabled(m, &proc, 1) || may_end_spinning((machine *)m);
  if (m->threads) return machine_thread_may(m, proc);
  if (m->calls.len) return vec_last(&m->calls) == proc;
  if (proc) return m->phase == PHASE_EVAL && proc_enabled(&m->procs[proc]);
  return m->phase != PHASE_EVAL || !machine_some_enabled(m);
}

machine_status machine_step(machine *m, uint32_t proc) {
  CHECK(machine_may_step(m, proc), "only an enabled process can step");
  if (m->record) machine_access_begin(m, proc);
  m->running = proc;
  if (proc) machine_take_turn(m, proc);
  m->budget = m->options.step_limit ? m->options.step_limit : UINT64_MAX;
  machine_note_step_begin(m);
  weak_step_begins(m);
  if (m->threads)
    proc ? machine_thread_step(m, proc) : machine_thread_kernel_step(m);
  else
    proc ? machine_process_step(m, proc) : machine_kernel_step(m);
  weak_step_ends(m);
  machine_note_step_end(m);
  if (!proc) machine_begin_turns(m);
  return m->status;
}

// --- questions

machine_status machine_get_status(const machine *m) { return m->status; }
ir_check machine_check(const machine *m) { return m->check; }
place machine_place(const machine *m) { return m->at; }
const char *machine_message(const machine *m) { return sb_text(&m->message); }
uint64_t machine_time(const machine *m) { return m->time; }
uint64_t machine_time_unit(const machine *m) { return machine_builds(m) ? m->resolution : 0; }
place machine_step_place(const machine *m) { return m->step_place; }
uint64_t machine_delta(const machine *m) { return m->delta; }
bool machine_deadlocked(const machine *m) { return m->deadlocked; }
uint32_t machine_running(const machine *m) { return m->running; }
uint32_t machine_blamed(const machine *m) {
  return m->status == MACHINE_VIOLATION && m->check == IR_CHECK_DEADLOCK && m->blamed ? m->blamed : m->running;
}
bool machine_interleaves(const machine *m) { return m->threads; }
uint32_t machine_max_proc(const machine *m) { return m->n_procs; }
uint64_t machine_instructions(const machine *m) { return m->instructions; }
size_t machine_inputs_drawn(const machine *m) { return m->drawn.len; }

const machine_input *machine_input_at(const machine *m, size_t n) {
  return n < m->drawn.len ? &m->drawn.data[n].in : NULL;
}

uint32_t machine_input_proc(const machine *m, size_t n) { return n < m->drawn.len ? m->drawn.data[n].proc : 0; }

// Where a frame goes on, or the call it waits for.
static place frame_place(const machine *m, const frame *f) {
  if (f->call) return f->call->at;
  const ir_func_info *info = ir_func_get(m->ir, f->func);
  uint32_t pc = f->pc;
  for (int jumps = 0; jumps < MAX_JUMPS && info->code[pc].op == IR_JUMP; jumps++)
    pc = info->blocks[info->code[pc].targets[0].id].first;
  return info->code[pc].at;
}

bool machine_in_library(const machine *m, const char *file) {
  uint64_t library;
  return map64_get(&m->libraries, (uint64_t)(uintptr_t)file, &library) ? library : place_in_library(file);
}

static bool is_users(const machine *m, place at) { return at.line && !machine_in_library(m, at.file); }

place machine_user_place(const machine *m, const stack *s, place at) {
  if (!s->frames.len || is_users(m, at)) return at;
  const frame *top = &vec_last(&s->frames);
  if (top->call && is_users(m, top->call->at)) return top->call->at;
  return top->caller.line ? top->caller : at;
}

place machine_shown_place(const machine *m) {
  const stack *s = m->active;
  bool library = machine_builds(m);  // the library has places of its own
  if (m->check == IR_CHECK_DEADLOCK || (m->at.line && !(library && place_in_library(m->at.file)))) return m->at;
  for (size_t k = s ? s->frames.len : 0; k-- > 0;) {
    const ir_instr *call = s->frames.data[k].call;
    if (call && call->at.line && !(library && place_in_library(call->at.file))) return call->at;
  }
  return m->at;
}

place machine_resume_place(const machine *m, uint32_t proc) {
  if (proc > m->n_procs) return PLACE_NONE;
  const stack *s = &m->procs[proc].stack;
  if (s->frames.len) {
    place at = frame_place(m, &s->frames.data[s->frames.len - 1]);
    return machine_user_place(m, s, at.line ? at : m->procs[proc].wait_at);
  }
  if (proc && proc <= m->ir->n_procs) return m->ir->procs[proc].at;
  const ir_func_info *entry = ir_func_get(m->ir, m->ir->entry);
  return m->phase == PHASE_ELAB && !proc ? entry->at : PLACE_NONE;
}

place machine_inner_place(const machine *m, uint32_t proc) {
  const stack *s = proc <= m->n_procs ? &m->procs[proc].stack : NULL;
  return s && s->frames.len ? frame_place(m, &s->frames.data[s->frames.len - 1]) : PLACE_NONE;
}

const char *machine_proc_name(const machine *m, uint32_t proc) {
  return proc <= m->n_procs && m->procs[proc].name ? m->procs[proc].name : "?";
}

bool machine_spawn_place(const machine *m, uint32_t proc, place *at, size_t *inputs) {
  if (proc <= m->ir->n_procs || proc > m->n_procs || !m->procs[proc].exists) return false;
  *at = m->procs[proc].spawned_at;
  *inputs = m->procs[proc].spawned_after;
  return true;
}

bool machine_proc_origin(const machine *m, uint32_t proc, machine_origin *out) {
  uint32_t first = m->ir->n_procs + 1;
  if (proc < first || proc - first >= m->origins.len) return false;
  *out = m->origins.data[proc - first];
  return true;
}
