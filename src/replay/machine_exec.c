// Frames, calls, unwinding, and the instructions that are neither arithmetic nor kernel operations.
#include <string.h>

#include "replay/machine_int.h"

#define DEFAULT_DEPTH 100000  // frames per process when no limit is set
#define STOP_INTERVAL 4096    // instructions between two looks at the stop flag

static frame *top_frame(machine *m) { return &vec_last(&m->active->frames); }

// --- frames

bool machine_push_frame(machine *m, stack *s, ir_func f, place at) {
  return machine_push_frame_from(m, s, f, at, machine_user_place(m, s, PLACE_NONE));
}

bool machine_push_frame_from(machine *m, stack *s, ir_func f, place at, place caller) {
  const ir_func_info *info = ir_func_get(m->ir, f);
  uint32_t limit = m->options.depth_limit ? m->options.depth_limit : DEFAULT_DEPTH;
  if (s->frames.len >= limit) {
    machine_stop(m, MACHINE_LIMIT, at, "recursion: more than %u calls are active", limit);
    return false;
  }
  if (!info->n_code) {
    machine_stop(m, MACHINE_UNSUPPORTED, at, "`%s` has no body", info->name);
    return false;
  }
  frame fresh = {.func = f, .serial = ++m->frame_serial, .caller = caller};
  fresh.reg_base = (uint32_t)s->regs.len;
  fresh.limb_base = (uint32_t)s->limbs.len;
  size_t n_regs = (size_t)info->n_regs + 1, n_limbs = m->frame_limbs[f.id];
  vec_reserve(&s->regs, s->regs.len + n_regs);
  memset(s->regs.data + s->regs.len, 0, n_regs * sizeof(cell));
  s->regs.len += n_regs;
  if (n_limbs) {
    vec_reserve(&s->limbs, s->limbs.len + n_limbs);
    memset(s->limbs.data + s->limbs.len, 0, n_limbs * sizeof(uint64_t));
    s->limbs.len += n_limbs;
  }
  vec_push(&s->frames, fresh);
  return true;
}

void machine_pop_frame(machine *m, stack *s) {
  frame *f = &vec_last(&s->frames);
  for (size_t i = 0; i < f->locals.len; i++) memory_kill_object(m, f->locals.data[i].obj);
  vec_free(&f->locals);
  s->regs.len = f->reg_base;
  s->limbs.len = f->limb_base;
  s->frames.len--;
}

void machine_stack_clear(machine *m, stack *s) {
  while (s->frames.len) machine_pop_frame(m, s);
}

void machine_stack_fini(stack *s) {
  for (size_t i = 0; i < s->frames.len; i++) vec_free(&s->frames.data[i].locals);
  vec_free(&s->frames);
  vec_free(&s->regs);
  vec_free(&s->limbs);
}

static void go_to(machine *m, frame *f, ir_block b) { f->pc = ir_func_get(m->ir, f->func)->blocks[b.id].first; }

// As go_to, from a jump, branch or switch: a backward one may end the step.
static void jump_to(machine *m, ir_block b) {
  frame *f = top_frame(m);
  uint32_t from = f->pc - 1;
  go_to(m, f, b);
  if (m->threads) machine_note_jump(m, from, f->pc);
}

// --- calls

bool machine_call_target(machine *m, const ir_instr *i, ir_func *f) {
  cell target = machine_read_operand(m, &i->args[0]);
  uint32_t slot = obj_slot(target.obj), first = m->ir->n_globals;
  if (!target.obj) {
    machine_fail(m, IR_CHECK_NULL, i->at, NULL);
    return false;
  }
  if (slot <= first || slot > first + m->ir->n_funcs || target.bits) {
    machine_stop(m, MACHINE_UNSUPPORTED, i->at, "undefined behaviour: a call through a pointer that is no function");
    return false;
  }
  *f = (ir_func){slot - first};
  const ir_func_info *info = ir_func_get(m->ir, *f);
  if (info->n_params != i->n_args - 1) {
    machine_stop(m, MACHINE_UNSUPPORTED, i->at, "undefined behaviour: `%s` is called with %u argument(s) instead of %u",
                 info->name, i->n_args - 1, info->n_params);
    return false;
  }
  if (ir_call_fits(m->ir, i, info)) return true;
  machine_stop(m, MACHINE_UNSUPPORTED, i->at, "undefined behaviour: `%s` has other parameters or another result",
               info->name);
  return false;
}

void machine_pass_arguments(machine *m, const ir_instr *i, stack *to) {
  // Arguments are read in the caller's frame: if it lies on the same stack, hide the new one for a moment.
  size_t hidden = to == m->active ? 1 : 0;
  frame callee = vec_last(&to->frames);
  for (uint32_t p = 1; p < i->n_args; p++) {
    to->frames.len -= hidden;
    if (machine_is_wide(m, i->args[p].type)) {
      const uint64_t *limbs = machine_read_wide(m, &i->args[p]);
      machine_write_reg_wide(m, to, &callee, (ir_reg){p}, limbs);
    } else {
      cell v = machine_read_operand(m, &i->args[p]);
      machine_write_reg(m, to, &callee, (ir_reg){p}, v);
    }
    to->frames.len += hidden;
  }
}

// Condition variables are no operation of the IR: texts know them by the functions of their models (runtime/sync.c).
static void note_condition(machine *m, const ir_instr *i, ir_func f) {
  const char *name = ir_func_get(m->ir, f)->name;
  bool waits = strcmp(name, "condition_enter") == 0, all = strcmp(name, "condition_wake_all") == 0;
  if (i->n_args < 2 || !(waits || all || strcmp(name, "condition_wake_one") == 0)) return;
  // One that wakes all is called by one that wakes one.
  const stack *s = m->active;
  if (all && str_starts(ir_func_get(m->ir, vec_last(&s->frames).func)->name, "condition_")) return;
  cell condition = machine_read_operand(m, &i->args[1]);
  const char *text = waits ? "waits for " : all ? "signals all who wait for " : "signals ";
  machine_note_action(m, (action){.kind = ACT_EVENT, .text = text, .event = {condition.obj, condition.bits}});
  place at = machine_user_place(m, m->active, i->at);
  vec_push(&m->notices, ((notice){{condition.obj, condition.bits}, m->running, m->seq, at, waits}));
}

static flow exec_call(machine *m, const ir_instr *i) {
  ir_func f;
  if (!machine_call_target(m, i, &f)) return FLOW_SWITCH;
  if (m->options.changed && m->threads) note_condition(m, i, f);
  stack *s = m->active;
  size_t caller = s->frames.len - 1;
  s->frames.data[caller].call = i;
  if (!machine_push_frame(m, s, f, i->at)) return FLOW_SWITCH;
  machine_pass_arguments(m, i, s);
  return FLOW_NEXT;
}

// What a frame holds ends with it, but for main of C, which ends the program.
static bool frame_may_end(machine *m, const ir_instr *i, const frame *f) {
  const char *name = ir_func_get(m->ir, f->func)->name;
  if (!m->threads || (name && strcmp(name, "main") == 0 && strcmp(m->ir->language, "c") == 0)) return true;
  for (size_t k = 0; k < f->locals.len; k++)
    if (!machine_may_end(m, i, f->locals.data[k].obj)) return false;
  return true;
}

// With its first frame a thread ends, and what is its own.
static bool own_may_end(machine *m, const ir_instr *i) {
  for (size_t k = 0; m->threads && k < m->procs[m->running].own.len; k++)
    if (!machine_may_end(m, i, m->procs[m->running].own.data[k])) return false;
  return true;
}

flow machine_exit_thread(machine *m, const ir_instr *i) {
  stack *s = m->active;
  for (size_t k = s->frames.len; k-- > 0;)
    if (!frame_may_end(m, i, &s->frames.data[k])) return FLOW_SWITCH;
  if (own_may_end(m, i)) machine_stack_clear(m, s);
  return FLOW_SWITCH;
}

static flow exec_return(machine *m, const ir_instr *i) {
  stack *s = m->active;
  if (s->frames.len == 1 && !own_may_end(m, i)) return FLOW_SWITCH;
  if (!frame_may_end(m, i, &vec_last(&s->frames))) return FLOW_SWITCH;
  bool wide = i->n_args && machine_is_wide(m, i->args[0].type);
  cell value = CELL_INT(0);
  if (wide) {
    uint32_t n = wide_limbs(ir_type_get(m->ir, i->args[0].type)->bits);
    vec_reserve(&m->scratch, n);
    memcpy(m->scratch.data, machine_read_wide(m, &i->args[0]), n * sizeof(uint64_t));
  } else if (i->n_args) {
    value = machine_read_operand(m, &i->args[0]);
  }
  machine_pop_frame(m, s);
  if (!s->frames.len) return FLOW_SWITCH;
  frame *f = &vec_last(&s->frames);
  const ir_instr *call = f->call;
  f->call = NULL;
  if (!call->dst.id) return FLOW_NEXT;
  if (!i->n_args || wide != machine_is_wide(m, call->type))
    return machine_stop(m, MACHINE_UNSUPPORTED, call->at,
                        "undefined behaviour: the called function returns another type");
  if (wide)
    machine_write_reg_wide(m, s, f, call->dst, m->scratch.data);
  else
    machine_write_reg(m, s, f, call->dst, value);
  return FLOW_NEXT;
}

// The nearest active call with an unwind block goes on there. Without one the exception leaves the process.
static flow exec_throw(machine *m, const ir_instr *i) {
  stack *s = m->active;
  if (machine_is_wide(m, i->args[0].type))
    return machine_stop(m, MACHINE_UNSUPPORTED, i->at, "a thrown value of more than 64 bits");
  cell value = machine_read_operand(m, &i->args[0]);
  size_t depth = s->frames.len;
  bool caught = false;
  for (size_t k = s->frames.len - 1; k-- > 0 && !caught;) {
    const ir_instr *call = s->frames.data[k].call;
    caught = call->n_targets > 0;
    depth = k + 1;
  }
  if (!caught) {
    strbuf text = {0};
    bool known = machine_exception_text(m, value, &text);
    m->uncaught = value;
    flow f = machine_fail(m, IR_CHECK_EXCEPTION, i->at, known ? sb_text(&text) : NULL);
    sb_fini(&text);
    return f;
  }
  for (size_t k = s->frames.len; k-- > depth;)
    if (!frame_may_end(m, i, &s->frames.data[k])) return FLOW_SWITCH;
  while (s->frames.len > depth) machine_pop_frame(m, s);
  frame *f = &vec_last(&s->frames);
  f->landing = value;
  ir_block block = f->call->targets[0];
  f->call = NULL;
  go_to(m, f, block);
  return FLOW_NEXT;
}

// The run has come through part of an assumption or assertion.
static void see_claim(machine *m, const ir_instr *i) {
  if (!m->options.claims || m->guessing) return;
  uint32_t func = top_frame(m)->func.id;
  ir_claim_see(m->options.claims, func, (uint32_t)(i - m->ir->funcs[func].code), true);
}

static flow exec_branch(machine *m, const ir_instr *i) {
  see_claim(m, i);
  jump_to(m, i->targets[machine_read_operand(m, &i->args[0]).bits ? 0 : 1]);
  return FLOW_NEXT;
}

static flow exec_switch(machine *m, const ir_instr *i) {
  uint32_t chosen = 0;
  bool wide = machine_is_wide(m, i->args[0].type);
  uint32_t bits = ir_type_get(m->ir, i->args[0].type)->bits;
  uint64_t value = 0;
  if (!wide && !machine_number_operand(m, &i->args[0], i->at, &value)) return FLOW_SWITCH;
  for (uint32_t a = 1; a < i->n_args && !chosen; a++) {
    bool same = wide ? !wide_ucmp(machine_read_wide(m, &i->args[0]), i->args[a].limbs, bits)
                     : value == i->args[a].value;
    if (same) chosen = a;
  }
  jump_to(m, i->targets[chosen]);
  return FLOW_NEXT;
}

// --- memory

// A scalar with an indeterminate byte gets its value when it is first read: an input, which then stands in memory.
// False: m->status is set.
static bool settle(machine *m, const ir_instr *i, cell at) {
  object *o = memory_object(m, at.obj);
  const ir_type_info *t = ir_type_get(m->ir, i->type);
  if (!memory_is_indeterminate(o, at.bits, t->size)) return true;
  bool keeps_bits = i->op == IR_LOAD && i->flags & IR_UNINIT;
  if (m->options.checks >> IR_CHECK_UNINIT & 1 && !keeps_bits) {
    machine_fail(m, IR_CHECK_UNINIT, i->at, NULL);
    return false;
  }
  machine_input in;
  if (!machine_draw(m, "uninitialised", i->type, i->at, &in)) return false;
  for (uint64_t k = 0; k < t->size; k++) {
    uint8_t *set = &o->has_value[at.bits + k];
    uint64_t limb = in.limbs ? (k / 8 < wide_limbs(t->bits) ? in.limbs[k / 8] : 0) : k < 8 ? in.bits : 0;
    if (!*set) o->bytes[at.bits + k] = (uint8_t)(limb >> (8 * (k % 8)));
    *set = 1;
  }
  return true;
}

static flow exec_load_store(machine *m, const ir_instr *i) {
  cell at = machine_read_operand(m, &i->args[0]);
  uint64_t size = ir_type_get(m->ir, i->type)->size;
  bool may = i->op == IR_STORE ? memory_write_access(m, i, at, size) : memory_access(m, at, size, i->at);
  if (!may || (i->op == IR_STORE && !machine_may_overwrite(m, i, at, size))) return FLOW_SWITCH;
  machine_note_access(m, i, at, size, i->op == IR_STORE ? ACCESS_WRITE : ACCESS_READ);
  if (i->op == IR_LOAD && !settle(m, i, at)) return FLOW_SWITCH;
  bool wide = machine_is_wide(m, i->type);
  if (i->op == IR_STORE) {
    if (!memory_take_apart(m, at, size, i->at)) return FLOW_SWITCH;
    if (wide)
      memory_store_wide(m, at, i->type, machine_read_wide(m, &i->args[1]));
    else
      memory_store(m, at, i->type, machine_read_operand(m, &i->args[1]));
    return FLOW_NEXT;
  }
  if (wide) {
    if (!memory_is_number(m, at, size, i->at)) return FLOW_SWITCH;
    vec_reserve(&m->scratch, wide_limbs(ir_type_get(m->ir, i->type)->bits));
    memory_load_wide(m, at, i->type, m->scratch.data);
    machine_write_reg_wide(m, m->active, top_frame(m), i->dst, m->scratch.data);
    return FLOW_NEXT;
  }
  cell v;
  if (!memory_load(m, at, i->type, &v, i->at)) return FLOW_SWITCH;
  machine_write_reg(m, m->active, top_frame(m), i->dst, v);
  return FLOW_NEXT;
}

static void exec_update_wide(machine *m, const ir_instr *i, cell at) {
  uint32_t bits = ir_type_get(m->ir, i->type)->bits, n = wide_limbs(bits);
  vec_reserve(&m->scratch, 2 * (size_t)n);
  uint64_t *old = m->scratch.data, *now = old + n;
  memory_load_wide(m, at, i->type, old);
  if (i->op == IR_RMW) {
    machine_rmw_wide((ir_rmw)i->sub, bits, now, old, machine_read_wide(m, &i->args[1]));
    memory_store_wide(m, at, i->type, now);
  } else {
    bool same = !wide_ucmp(old, machine_read_wide(m, &i->args[1]), bits);
    order_swap(m, i, at, ir_type_get(m->ir, i->type)->size, same);
    if (same) {
      machine_note_access(m, i, at, ir_type_get(m->ir, i->type)->size, ACCESS_WRITE);
      memory_store_wide(m, at, i->type, machine_read_wide(m, &i->args[2]));
    }
  }
  if (i->dst.id) machine_write_reg_wide(m, m->active, top_frame(m), i->dst, old);
}

// The writing half of a `cas` that succeeds.
static void store_swapped(machine *m, const ir_instr *i, cell at, uint64_t size) {
  machine_note_access(m, i, at, size, ACCESS_WRITE);
  memory_store(m, at, i->type, machine_read_operand(m, &i->args[2]));
}

static flow exec_update(machine *m, const ir_instr *i) {
  cell at = machine_read_operand(m, &i->args[0]), old;
  uint64_t size = ir_type_get(m->ir, i->type)->size;
  if (!memory_write_access(m, i, at, size) || !machine_may_overwrite(m, i, at, size)) return FLOW_SWITCH;
  machine_note_access(m, i, at, size, ACCESS_READ);
  if (!settle(m, i, at) || !memory_take_apart(m, at, size, i->at)) return FLOW_SWITCH;
  if (i->op == IR_RMW) machine_note_access(m, i, at, size, ACCESS_WRITE);
  if (machine_is_wide(m, i->type)) {
    if (!memory_is_number(m, at, size, i->at)) return FLOW_SWITCH;
    exec_update_wide(m, i, at);
    return FLOW_NEXT;
  }
  if (!memory_load(m, at, i->type, &old, i->at)) return FLOW_SWITCH;
  cell by = machine_read_operand(m, &i->args[1]), fresh;
  if (i->op == IR_RMW) {
    if (!machine_update(m, i, old, by, &fresh)) return FLOW_SWITCH;
    memory_store(m, at, i->type, fresh);
  } else {
    bool same;
    if (!machine_same(m, old, by, i->at, &same)) return FLOW_SWITCH;
    order_swap(m, i, at, size, same);
    if (same) store_swapped(m, i, at, size);
  }
  if (i->dst.id) machine_write_reg(m, m->active, top_frame(m), i->dst, old);
  return FLOW_NEXT;
}

// Parts of a word: one that holds a pointer is copied or overwritten with its first part; the others find nothing left to copy.
static bool part_is_done(machine *m, const ir_instr *i, cell from) {
  if (!i->sub || i->sub == IR_PART_WORD || i->op != IR_COPY || from.bits < i->sub) return false;
  return memory_pointer_at(m, (cell){from.bits - i->sub, from.obj});
}

static uint64_t part_size(machine *m, const ir_instr *i, cell to, cell with, uint64_t size) {
  uint64_t word = m->ir->pointer_bits / 8;
  if (i->sub != IR_PART_WORD || size >= word) return size;
  return memory_pointer_at(m, to) || (i->op == IR_COPY && memory_pointer_at(m, with)) ? word : size;
}

static flow exec_block(machine *m, const ir_instr *i) {
  cell to = machine_read_operand(m, &i->args[0]), with = machine_read_operand(m, &i->args[1]);
  uint64_t size;
  if (!machine_number_operand(m, &i->args[2], i->at, &size)) return FLOW_SWITCH;
  if (!size) return FLOW_NEXT;
  if (!memory_write_access(m, i, to, size)) return FLOW_SWITCH;
  if (i->op == IR_COPY && !memory_access(m, with, size, i->at)) return FLOW_SWITCH;
  if (part_is_done(m, i, with)) {
    machine_note_access(m, i, with, size, ACCESS_READ);
    return FLOW_NEXT;
  }
  size = part_size(m, i, to, with, size);
  if (!memory_write_access(m, i, to, size) || !machine_may_overwrite(m, i, to, size)) return FLOW_SWITCH;
  machine_note_access(m, i, to, size, ACCESS_WRITE);
  if (i->op == IR_FILL) {
    if (!memory_take_apart(m, to, size, i->at)) return FLOW_SWITCH;
    memory_fill(m, to, (uint8_t)with.bits, size);
    return FLOW_NEXT;
  }
  if (!memory_access(m, with, size, i->at)) return FLOW_SWITCH;
  machine_note_access(m, i, with, size, ACCESS_READ);
  return memory_copy(m, to, with, size, i->at) ? FLOW_NEXT : FLOW_SWITCH;
}

static bool has_known_mutex(const machine *m, objref r) {
  for (size_t i = 0; i < m->mutexes.len; i++)
    if (m->mutexes.data[i].address.obj == r &&
        (m->mutexes.data[i].holder || m->mutexes.data[i].life || m->mutexes.data[i].pinned))
      return true;
  return false;
}

// A local object belongs to its instruction: executed again in the same frame it is the same object, zeroed. With
// another number of elements, a shadow, or a mutex that is held or was initialised by a call it is a new one.
// False: it may not end.
static bool local_again(machine *m, frame *f, const ir_instr *i, uint64_t count, objref *out) {
  *out = OBJ_NONE;
  for (size_t k = 0; k < f->locals.len; k++) {
    if (f->locals.data[k].site != i) continue;
    objref r = f->locals.data[k].obj;
    object *o = memory_object(m, r);
    if (o->count == count && !o->shadows.len && !o->base && !(o->is_mutex && has_known_mutex(m, r))) {
      memory_fill(m, (cell){0, r}, 0, o->size);
      *out = r;
      return true;
    }
    if (!machine_may_end(m, i, r)) return false;
    memory_kill_object(m, r);
    f->locals.data[k] = vec_last(&f->locals);
    f->locals.len--;
    break;
  }
  return true;
}

// The first object made at line 12: new@12#1.
static const char *heap_name(machine *m, place at) {
  uint64_t site = (uint64_t)at.line, made = 0;
  map64_get(&m->sites, site, &made);
  map64_put(&m->sites, site, ++made);
  bool shown = m->options.changed || m->record;
  return shown ? arena_printf(m->mem, "new@%u#%llu", at.line, (unsigned long long)made) : NULL;
}

// What std::thread keeps of the function that it runs is nothing of the program's.
static bool is_of_thread(const machine *m) {
  for (size_t k = m->active->frames.len; m->threads && k-- > 0;) {
    const ir_func_info *f = ir_func_get(m->ir, m->active->frames.data[k].func);
    if (f->at.line && machine_in_library(m, f->at.file))
      return str_starts(f->name, "thread<") || str_starts(f->name, "jthread<");
  }
  return false;
}

static flow exec_allocate(machine *m, const ir_instr *i) {
  uint64_t count;
  if (!machine_number_operand(m, &i->args[0], i->at, &count)) return FLOW_SWITCH;
  if ((int64_t)count < 0) return machine_fail(m, IR_CHECK_BOUNDS, i->at, "negative number of elements");
  frame *f = top_frame(m);
  place at = machine_user_place(m, m->active, i->at);
  const char *name = i->op == IR_NEW ? heap_name(m, at) : ir_func_get(m->ir, f->func)->regs[i->dst.id].name;
  objref r = OBJ_NONE;
  if (i->op == IR_LOCAL && !local_again(m, f, i, count, &r)) return FLOW_SWITCH;
  if (!r) {
    r = memory_new_object(m, i->op == IR_NEW ? OBJ_HEAP : OBJ_LOCAL, i->type, count, name);
    if (!r) return machine_stop(m, MACHINE_LIMIT, i->at, "memory: the program's objects need more than 1 GiB");
    local_object local = {i, r};
    if (i->op == IR_LOCAL) vec_push(&f->locals, local);
    object *o = memory_object(m, r);
    o->owner = m->running;
    o->made_at = at;
    o->made_as = i->op == IR_NEW ? i->text : NULL;
    o->quiet = i->op == IR_LOCAL && machine_in_library(m, i->at.file);
    if (i->op == IR_NEW && m->options.changed) o->quiet = is_of_thread(m);
    o->constant = i->flags & IR_CONST;
    o->followed = i->flags & IR_REUSED;
    o->align = i->sub ? (uint32_t)1 << i->sub : 0;
  }
  if (i->flags & IR_UNINIT) memory_make_indeterminate(m, r);
  machine_write_reg(m, m->active, f, i->dst, (cell){0, r});
  return FLOW_NEXT;
}

static flow exec_free(machine *m, const ir_instr *i) {
  cell at = machine_read_operand(m, &i->args[0]);
  if (!at.obj && !at.bits) return FLOW_NEXT;  // free(NULL)
  object *o = memory_object(m, at.obj);
  m->wrong = o ? OBJ_NONE : at.obj;
  if (!o || o->kind != OBJ_HEAP || at.bits) return machine_fail(m, IR_CHECK_DOUBLE_FREE, i->at, NULL);
  bool asked = m->options.checks >> IR_CHECK_DOUBLE_FREE & 1;
  if (asked && !ir_deletion_fits(o->made_as, i->text, o->size))
    return machine_fail(m, IR_CHECK_DOUBLE_FREE, i->at, ir_deletion_message(i));
  if (m->options.changed) {
    place here = machine_user_place(m, m->active, i->at);
    vec_push(&m->freed, ((freed_object){at.obj, o->made_at, here, o->owner, m->running}));
  }
  machine_note_access(m, i, at, o->size, ACCESS_WRITE);
  if (!machine_may_end(m, i, at.obj)) return FLOW_SWITCH;
  memory_kill_object(m, at.obj);
  if (i->n_args > 2) machine_replaced(m, at.obj, machine_read_operand(m, &i->args[2]).obj);
  return FLOW_NEXT;
}

// The block of a local object is left. What is no object of this frame any more stays what it is.
static flow exec_end(machine *m, const ir_instr *i) {
  objref ended = machine_read_operand(m, &i->args[0]).obj;
  frame *f = top_frame(m);
  for (size_t k = 0; ended && k < f->locals.len; k++) {
    if (f->locals.data[k].obj != ended) continue;
    if (!machine_may_end(m, i, ended)) return FLOW_SWITCH;
    f->locals.data[k] = vec_last(&f->locals);
    f->locals.len--;
    memory_kill_object(m, ended);
    break;
  }
  return FLOW_NEXT;
}

static flow exec_size(machine *m, const ir_instr *i) {
  cell at = machine_read_operand(m, &i->args[0]);
  if (!memory_access(m, (cell){0, at.obj}, 0, i->at)) return FLOW_SWITCH;
  machine_write_reg(m, m->active, top_frame(m), i->dst, CELL_INT(memory_object(m, at.obj)->size));
  return FLOW_NEXT;
}

static flow exec_valid(machine *m, const ir_instr *i) {
  cell at = machine_read_operand(m, &i->args[0]);
  uint64_t bytes = machine_read_operand(m, &i->args[1]).bits;
  const object *o = at.obj ? memory_object(m, at.obj) : NULL;
  if (i->sub == IR_VALID_BLANK) {
    machine_note_access(m, i, at, bytes, ACCESS_READ);
    machine_write_reg(m, m->active, top_frame(m), i->dst, CELL_INT(memory_is_blank(m, at, bytes)));
    return FLOW_NEXT;
  }
  bool valid = o && o->kind != OBJ_FUNC && at.bits <= o->size && bytes <= o->size - at.bits;
  machine_write_reg(m, m->active, top_frame(m), i->dst, CELL_INT(valid));
  return FLOW_NEXT;
}

static flow exec_apart(machine *m, const ir_instr *i) {
  cell a = machine_read_operand(m, &i->args[0]), b = machine_read_operand(m, &i->args[2]);
  uint64_t n = machine_read_operand(m, &i->args[1]).bits, k = machine_read_operand(m, &i->args[3]).bits;
  bool meet = a.obj && a.obj == b.obj && n && k && (b.bits >= a.bits ? b.bits - a.bits < n : a.bits - b.bits < k);
  if (i->sub == IR_APART_OR_SAME && a.bits == b.bits) meet = false;
  machine_write_reg(m, m->active, top_frame(m), i->dst, CELL_INT(!meet));
  return FLOW_NEXT;
}

static flow exec_shadow(machine *m, const ir_instr *i) {
  cell at = machine_read_operand(m, &i->args[0]);
  if (!memory_access(m, at, 1, i->at)) return FLOW_SWITCH;
  objref r = memory_shadow(m, at, i->type);
  if (!r) return machine_stop(m, MACHINE_LIMIT, i->at, "memory: the program's objects need more than 1 GiB");
  machine_write_reg(m, m->active, top_frame(m), i->dst, (cell){0, r});
  return FLOW_NEXT;
}

// --- verification

static flow exec_check(machine *m, const ir_instr *i) {
  bool holds = machine_read_operand(m, &i->args[0]).bits;
  if (holds || i->op == IR_CHECK) see_claim(m, i);
  if (holds) return FLOW_NEXT;
  if (i->op == IR_ASSUME) return machine_cut_process(m, i->at);
  if (!(m->options.checks >> i->sub & 1)) return FLOW_NEXT;
  return machine_fail(m, (ir_check)i->sub, i->at, i->text);
}

// The next input: what the callback gives, cut to the type, or `usual`.
static void draw(machine *m, uint64_t usual, machine_input *in) {
  const machine_input what = *in;
  uint32_t bits = ir_type_get(m->ir, what.type)->bits, n = wide_limbs(bits);
  if (!m->options.input || !m->options.input(m->options.input_arg, m->drawn.len, in)) {
    in->bits = usual;
    in->limbs = NULL;
  }
  in->name = what.name;
  in->type = what.type;
  in->at = what.at;
  if (bits <= 64) {
    in->bits = machine_cut(bits, in->limbs ? in->limbs[0] : in->bits);
    in->limbs = NULL;
  } else {
    uint64_t *limbs = arena_alloc(m->mem, n * sizeof *limbs);
    if (in->limbs)
      memcpy(limbs, in->limbs, n * sizeof *limbs);
    else
      limbs[0] = in->bits;
    wide_cut(limbs, bits);
    in->limbs = limbs;
    in->bits = limbs[0];
  }
  drawn d = {*in, m->running};
  vec_push(&m->drawn, d);
}

bool machine_draw(machine *m, const char *name, ir_type type, place at, machine_input *in) {
  const ir_type_info *t = ir_type_get(m->ir, type);
  if (t->kind != IR_TYPE_INT && t->kind != IR_TYPE_FLOAT) {
    machine_stop(m, MACHINE_UNSUPPORTED, at, "a free input that is a pointer");
    return false;
  }
  if (m->guessing) {
    machine_stop(m, MACHINE_UNSUPPORTED, at, "an input in the guard of an await");
    return false;
  }
  *in = (machine_input){.name = name, .type = type, .at = at};
  draw(m, 0, in);
  return true;
}

bool machine_draw_address(machine *m, const char *name, ir_type type, place at, uint64_t usual, machine_input *in) {
  if (m->guessing) {
    machine_stop(m, MACHINE_UNSUPPORTED, at, "the guard of an await looks at an address");
    return false;
  }
  *in = (machine_input){.name = name, .type = type, .at = at};
  draw(m, usual, in);
  return true;
}

static flow exec_nondet(machine *m, const ir_instr *i) {
  machine_input in;
  if (!machine_draw(m, i->text, i->type, i->at, &in)) return FLOW_SWITCH;
  if (in.limbs)
    machine_write_reg_wide(m, m->active, top_frame(m), i->dst, in.limbs);
  else
    machine_write_reg(m, m->active, top_frame(m), i->dst, CELL_INT(in.bits));
  return FLOW_NEXT;
}

static flow exec_nondet_mem(machine *m, const ir_instr *i) {
  cell base = machine_read_operand(m, &i->args[0]);
  uint64_t size = ir_type_get(m->ir, i->type)->size;
  if (!memory_write_access(m, i, base, size) || !machine_may_overwrite(m, i, base, size)) return FLOW_SWITCH;
  machine_note_access(m, i, base, size, ACCESS_WRITE);
  strbuf name = {0};
  flow result = FLOW_NEXT;
  for (uint64_t offset = 0; offset < size && result == FLOW_NEXT;) {
    ir_type leaf;
    uint64_t leaf_offset;
    sb_clear(&name);
    sb_puts(&name, i->text);
    if (!machine_leaf_at(m->ir, i->type, 1, offset, &name, &leaf, &leaf_offset)) {
      offset++;
      continue;
    }
    machine_input in;
    cell at = {base.bits + leaf_offset, base.obj};
    if (!machine_draw(m, arena_strdup(m->mem, sb_text(&name)), leaf, i->at, &in))
      result = FLOW_SWITCH;
    else if (in.limbs)
      memory_store_wide(m, at, leaf, in.limbs);
    else
      memory_store(m, at, leaf, CELL_INT(in.bits));
    offset = leaf_offset + ir_type_get(m->ir, leaf)->size;
  }
  sb_fini(&name);
  return result;
}

// --- dispatch

// Operations in lines, not one a line.
// clang-format off
static flow exec_instr(machine *m, const ir_instr *i) {
  switch (i->op) {
    case IR_MOV: case IR_ADD: case IR_SUB: case IR_MUL: case IR_UDIV: case IR_SDIV: case IR_UREM: case IR_SREM:
    case IR_SHL: case IR_LSHR: case IR_ASHR: case IR_AND: case IR_OR: case IR_XOR: case IR_NOT: case IR_NEG:
    case IR_EQ: case IR_NE: case IR_ULT: case IR_ULE: case IR_SLT: case IR_SLE: case IR_ZEXT: case IR_SEXT:
    case IR_TRUNC: case IR_SELECT: case IR_PTRADD: case IR_PTRDIFF: case IR_PTRTOINT: case IR_INTTOPTR:
      return machine_exec_value(m, i);
    case IR_FADD: case IR_FSUB: case IR_FMUL: case IR_FDIV: case IR_FREM: case IR_FNEG: case IR_FCMP: case IR_FCONV:
    case IR_FTOS: case IR_FTOU: case IR_STOF: case IR_UTOF:
      return machine_exec_float(m, i);
    case IR_APART: return exec_apart(m, i);
    case IR_SIZE: return exec_size(m, i);
    case IR_VALID: return exec_valid(m, i);
    case IR_SHADOW: return exec_shadow(m, i);
    case IR_LOAD: case IR_STORE: return exec_load_store(m, i);
    case IR_RMW: case IR_CAS: return exec_update(m, i);
    case IR_COPY: case IR_FILL: return exec_block(m, i);
    case IR_LOCAL: case IR_NEW: return exec_allocate(m, i);
    case IR_FREE: return exec_free(m, i);
    case IR_END: return exec_end(m, i);
    case IR_SEAL: machine_exec_seal(m, i); return FLOW_NEXT;
    case IR_JUMP: jump_to(m, i->targets[0]); return FLOW_NEXT;
    case IR_BRANCH: return exec_branch(m, i);
    case IR_SWITCH: return exec_switch(m, i);
    case IR_CALL: return exec_call(m, i);
    case IR_RETURN: return exec_return(m, i);
    case IR_THROW: return exec_throw(m, i);
    case IR_LANDING: machine_write_reg(m, m->active, top_frame(m), i->dst, top_frame(m)->landing); return FLOW_NEXT;
    case IR_UNREACHABLE:
      return machine_stop(m, MACHINE_UNSUPPORTED, i->at, "undefined behaviour: code that must not be reached");
    case IR_ASSUME: case IR_CHECK: return exec_check(m, i);
    case IR_NONDET: return exec_nondet(m, i);
    case IR_NONDET_MEM: return exec_nondet_mem(m, i);
    case IR_OUTPUT: machine_show_output(m, i); return FLOW_NEXT;
    case IR_FENCE: order_fence(m, i); weak_fence(m, i); return FLOW_NEXT;
    case IR_RELAX: order_relax(m, i); weak_relax(m, i); return FLOW_NEXT;
    case IR_WRITE: return machine_exec_write(m, i);
    case IR_DECLARE: case IR_BOUND: case IR_SENSITIVE: case IR_NAME: return machine_exec_structure(m, i);
    case IR_UNSUPPORTED: return machine_stop(m, MACHINE_UNSUPPORTED, i->at, "%s", i->text ? i->text : "unsupported");
    case IR_TIME: case IR_START: case IR_STOP: case IR_WAIT: case IR_NOTIFY: case IR_NOTIFY_AFTER: case IR_CANCEL:
    case IR_SUSPEND: case IR_RESUME: case IR_DISABLE: case IR_ENABLE: case IR_KILL: case IR_RESET:
    case IR_REQUEST_UPDATE: case IR_SPAWN: case IR_JOIN: case IR_SELF: case IR_EXIT: case IR_LOCK: case IR_TRYLOCK:
    case IR_UNLOCK: case IR_HOLDS: case IR_LIFE: case IR_DETACH: case IR_AWAIT_BEGIN: case IR_AWAIT:
    case IR_ATOMIC_BEGIN: case IR_ATOMIC_END: case IR_STEP: case IR_ARM: case IR_WAITED: case IR_SWITCH_TO:
    case IR_DELTA: case IR_ACTIVITY: case IR_TRIGGERED: case IR_PENDING: case IR_RESERVE: case IR_PAUSE: case IR_HALT:
      return m->threads ? machine_exec_thread(m, i) : machine_exec_kernel(m, i);
    case IR_OP_COUNT: break;
  }
  UNREACHABLE("an operation of no known kind");
}
// clang-format on

static bool is_stopped(machine *m, place at) {
  if (!m->options.stop || !*m->options.stop) return false;
  machine_stop(m, MACHINE_LIMIT, at, "interrupted");
  return true;
}

// False: the run has ended.
static bool run_plain(machine *m) {
  for (;;) {
    uint64_t all = m->budget < STOP_INTERVAL ? m->budget : STOP_INTERVAL, left = all;
    bool runs = machine_run_quick(m, &left);
    m->budget -= all - left;
    m->instructions += all - left;
    if (!runs || left || !all) return runs;
    if (is_stopped(m, PLACE_NONE)) return false;
  }
}

void machine_run_active(machine *m) {
  for (;;) {
    if (m->quick && !run_plain(m)) return;
    frame *f = top_frame(m);
    const ir_func_info *func = ir_func_get(m->ir, f->func);
    CHECK(f->pc < func->n_code, "every block ends with a jump, a branch or a return");
    const ir_instr *i = &func->code[f->pc];
    if (m->threads && machine_step_ends(m, i)) return;
    top_frame(m)->pc++;  // asking may have moved the frames
    if (!m->budget--) {
      machine_stop(m, MACHINE_LIMIT, i->at, "non-terminating transition: more than %llu instructions in one step",
                   (unsigned long long)m->options.step_limit);
      return;
    }
    m->instructions++;
    if (!m->step_place.line && m->options.changed) machine_note_place(m, i->at);
    if (m->instructions % STOP_INTERVAL == 0 && is_stopped(m, i->at)) return;
    if (m->writings) operands_before(m, i);
    if (exec_instr(m, i) != FLOW_NEXT) return;
    if (m->writings) operands_after(m, i);
  }
}
