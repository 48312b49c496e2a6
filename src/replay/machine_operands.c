// Of what the failing condition was made: values that were read, and where each was written last.
//
// A run with options.changed keeps the last instructions of each stack that gave a value, with that value (`trail`), and for each
// place in memory who wrote it last (`writings`). At a violation the trail is followed backwards from the condition: through
// registers, calls and their arguments, to what was loaded. Where an assertion is a call in a branch (assert, reach_error), the
// condition is that of the branch without which the run could not have come there.
#include <string.h>

#include "replay/machine_int.h"

enum {
  TRAIL = 4096,       // instructions kept per stack
  MOST_VISITS = 400,  // of instructions of one condition
  MOST_OPERANDS = 8   // told
};

typedef struct trail_entry {
  const ir_instr *instr;
  uint64_t serial;  // of the frame
  uint64_t callee;  // CALL: of the frame that it made
  uint64_t when;    // machine.instructions
  uint32_t func;
  bool known;    // `value` is what it gave; RETURN: what is returned
  bool written;  // by `writer`, at `written_at`: what is read
  uint32_t writer;
  place written_at;
  cell value, address;
} trail_entry;

struct trail {
  trail_entry entries[TRAIL];
  uint64_t n;  // in all; the last TRAIL of them are kept
};

typedef struct writing {
  objref obj;
  uint64_t offset, size, when;
  uint32_t proc;
  place at;  // in the user's code
} writing;

struct machine_writings {
  VEC(writing) all;
  map64 index;  // slot and offset -> place in all
};

// --- recording

void operands_begin(machine *m) {
  operands_end(m);
  if (m->options.changed) m->writings = MEM_NEW(machine_writings);
}

void operands_end(machine *m) {
  if (!m->writings) return;
  vec_free(&m->writings->all);
  map64_fini(&m->writings->index);
  mem_free(m->writings);
  m->writings = NULL;
}

static uint64_t writing_key(objref obj, uint64_t offset) { return (uint64_t)obj_slot(obj) << 32 | offset; }

void operands_write(machine *m, objref obj, uint64_t offset, uint64_t size) {
  if (!m->writings || !m->active || !m->active->frames.len) return;  // a first value
  const frame *f = &vec_last(&m->active->frames);
  const ir_func_info *info = ir_func_get(m->ir, f->func);
  place at = machine_user_place(m, m->active, info->code[f->pc ? f->pc - 1 : 0].at);
  writing w = {obj, offset, size, m->instructions, m->running, at};
  uint64_t key = writing_key(obj, offset), old;
  if (map64_get(&m->writings->index, key, &old) && m->writings->all.data[old].size <= size) {
    m->writings->all.data[old] = w;
    return;
  }
  map64_put(&m->writings->index, key, m->writings->all.len);
  vec_push(&m->writings->all, w);
}

static bool is_kept(const ir_instr *i) {
  return i->dst.id || i->op == IR_BRANCH || i->op == IR_CALL || i->op == IR_RETURN || i->op == IR_CHECK;
}

static bool has_address(ir_op op) { return op == IR_LOAD || op == IR_STORE || op == IR_RMW || op == IR_CAS; }

static bool is_small(const machine *m, const ir_operand *o) {
  return o->kind != IR_OPERAND_NONE && o->kind != IR_OPERAND_WIDE && !machine_is_wide(m, o->type);
}

void operands_before(machine *m, const ir_instr *i) {
  stack *s = m->active;
  if (!is_kept(i) && !has_address(i->op)) return;
  if (!s->trail) s->trail = MEM_NEW(struct trail);
  const frame *f = &vec_last(&s->frames);
  trail_entry *e = &s->trail->entries[s->trail->n++ % TRAIL];
  *e = (trail_entry){.instr = i, .serial = f->serial, .when = m->instructions, .func = f->func.id};
  if (has_address(i->op)) e->address = machine_read_operand(m, &i->args[0]);
  uint64_t by, size = has_address(i->op) ? ir_type_get(m->ir, i->type)->size : 0;
  if (size && e->address.obj && map64_get(&m->writings->index, writing_key(e->address.obj, e->address.bits), &by)) {
    // The usual case; it may be overwritten before anybody asks.
    const writing *w = &m->writings->all.data[by];
    e->written = w->obj == e->address.obj && w->size == size;
    e->writer = w->proc;
    e->written_at = w->at;
  }
  if (i->op == IR_RETURN && i->n_args && is_small(m, &i->args[0])) {
    e->value = machine_read_operand(m, &i->args[0]);
    e->known = true;
  }
}

void operands_after(machine *m, const ir_instr *i) {
  stack *s = m->active;
  if (!is_kept(i) || !s->frames.len || !s->trail) return;
  trail_entry *e = &s->trail->entries[(s->trail->n - 1) % TRAIL];
  const frame *f = &vec_last(&s->frames);
  if (e->instr != i) return;
  if (i->op == IR_CALL) {
    e->callee = f->serial;
  } else if (i->dst.id && f->serial == e->serial &&
             !machine_is_wide(m, ir_func_get(m->ir, f->func)->regs[i->dst.id].type)) {
    e->value = s->regs.data[f->reg_base + i->dst.id];
    e->known = true;
  }
}

void operands_forget(stack *s) {
  mem_free(s->trail);
  s->trail = NULL;
}

// --- following

typedef struct pursuit {
  machine *m;
  const stack *s;
  machine_operand_fn *each;
  void *arg;
  bool addresses;  // pointers are told, too: one of them is what is wrong
  unsigned visits, told;
  const char *names[MOST_OPERANDS];
} pursuit;

static const trail_entry *entry_at(const stack *s, uint64_t k) { return &s->trail->entries[k % TRAIL]; }
static uint64_t oldest(const stack *s) { return s->trail->n > TRAIL ? s->trail->n - TRAIL : 0; }

static void follow(pursuit *p, const ir_operand *o, const trail_entry *at, uint64_t before);

static void tell(pursuit *p, const char *name, const char *value, machine_origin_kind kind, place at, uint32_t proc) {
  if (p->told >= MOST_OPERANDS) return;
  for (unsigned k = 0; k < p->told; k++)
    if (!strcmp(p->names[k], name)) return;
  machine *m = p->m;
  // Of a model the first values are the kernel's.
  if (kind == MACHINE_FROM_WRITE && !proc && !m->threads && !machine_builds(m)) kind = MACHINE_FROM_NOBODY;
  bool where = kind != MACHINE_FROM_UNKNOWN && kind != MACHINE_FROM_NOBODY && at.line &&
               !machine_in_library(m, at.file);
  if (!where && kind != MACHINE_FROM_NOBODY) kind = MACHINE_FROM_UNKNOWN;
  if (kind == MACHINE_FROM_UNKNOWN && m->check == IR_CHECK_FREED) return;  // that it points to what is gone is known
  p->names[p->told++] = arena_strdup(m->mem, name);
  machine_operand told = {name, value, kind, where ? at : PLACE_NONE, where ? machine_proc_name(m, proc) : NULL};
  p->each(p->arg, &told);
}

// Who wrote these bytes last before the read. NULL: nobody, or later than that.
static const writing *last_writing(const machine *m, cell at, uint64_t size, uint64_t before, bool *later) {
  const writing *best = NULL;
  for (size_t k = 0; m->writings && k < m->writings->all.len; k++) {
    const writing *w = &m->writings->all.data[k];
    if (w->obj != at.obj || w->offset >= at.bits + size || at.bits >= w->offset + w->size) continue;
    if (w->when >= before)
      *later = true;
    else if (!best || w->when > best->when)
      best = w;
  }
  return best;
}

// False: nothing that a reader could make use of.
static bool tell_memory(pursuit *p, cell at, const trail_entry *e) {
  machine *m = p->m;
  strbuf name = {0}, value = {0};
  ir_type leaf;
  bool pointer = ir_type_get(m->ir, e->instr->type)->kind == IR_TYPE_PTR || e->value.obj;
  bool shown = e->known && (!pointer || p->addresses) && machine_operand_name(m, at, &name, &leaf);
  if (shown) {
    uint64_t size = ir_type_get(m->ir, e->instr->type)->size;
    bool whole = ir_type_get(m->ir, leaf)->size == size, later = false;
    machine_show_cell(m, whole ? leaf : e->instr->type, e->value, NULL, &value);
    const writing *w = e->written ? NULL : last_writing(m, at, size, e->when, &later);
    if (e->written && !m->weak)
      tell(p, sb_text(&name), sb_text(&value), MACHINE_FROM_WRITE, e->written_at, e->writer);
    else if (m->weak || (!w && later))
      tell(p, sb_text(&name), sb_text(&value), MACHINE_FROM_UNKNOWN, PLACE_NONE, 0);
    else if (w)
      tell(p, sb_text(&name), sb_text(&value), MACHINE_FROM_WRITE, w->at, w->proc);
    else
      tell(p, sb_text(&name), sb_text(&value), MACHINE_FROM_NOBODY, PLACE_NONE, 0);
  }
  sb_fini(&name);
  sb_fini(&value);
  return shown;
}

// The call that made a frame.
static const trail_entry *call_of(const stack *s, uint64_t serial, uint64_t *where) {
  for (uint64_t k = s->trail->n; k-- > oldest(s);) {
    const trail_entry *e = entry_at(s, k);
    if (e->instr->op != IR_CALL || e->callee != serial) continue;
    *where = k;
    return e;
  }
  return NULL;
}

static const trail_entry *return_of(const stack *s, uint64_t serial, uint64_t *where) {
  for (uint64_t k = s->trail->n; k-- > oldest(s);) {
    const trail_entry *e = entry_at(s, k);
    if (e->instr->op != IR_RETURN || e->serial != serial) continue;
    *where = k;
    return e;
  }
  return NULL;
}

static const trail_entry *definition(const stack *s, uint32_t reg, uint64_t serial, uint64_t before, uint64_t *where) {
  for (uint64_t k = before; k-- > oldest(s);) {
    const trail_entry *e = entry_at(s, k);
    if (e->serial != serial || e->instr->dst.id != reg) continue;
    *where = k;
    return e;
  }
  return NULL;
}

// The called function, if it is named at the call.
static const ir_func_info *callee_of(const machine *m, const ir_instr *call) {
  const ir_operand *f = &call->args[0];
  return f->kind == IR_OPERAND_FUNC ? ir_func_get(m->ir, (ir_func){(uint32_t)f->value}) : NULL;
}

static bool is_number(const machine *m, ir_type t) {
  ir_type_kind k = ir_type_get(m->ir, t)->kind;
  return (k == IR_TYPE_INT || k == IR_TYPE_FLOAT) && !machine_is_wide(m, t);
}

// What a call has returned: in the program's terms as its value, and of what that was made.
static void follow_result(pursuit *p, const trail_entry *call) {
  machine *m = p->m;
  uint64_t k = 0;
  const trail_entry *back = return_of(p->s, call->callee, &k);
  const ir_func_info *f = callee_of(m, call->instr);
  if (!back || !back->known) return;
  bool library = f && machine_in_library(m, f->at.file);
  unsigned told = p->told;
  if (library) follow(p, &back->instr->args[0], back, k);
  if (told == p->told && f && is_number(m, call->instr->type)) {
    strbuf name = {0}, value = {0};
    sb_printf(&name, "%s()", f->name);
    machine_show_cell(m, call->instr->type, back->value, NULL, &value);
    place at = library ? call->instr->at : back->instr->at;
    tell(p, sb_text(&name), sb_text(&value), library ? MACHINE_FROM_UNKNOWN : MACHINE_FROM_RETURN, at, m->running);
    sb_fini(&name);
    sb_fini(&value);
  }
  if (!library) follow(p, &back->instr->args[0], back, k);
}

static bool is_outermost(const stack *s, uint64_t serial) {
  return s->frames.len && s->frames.data[0].serial == serial;
}

// Where a value was computed that only moves on, as at the end of a round of a loop.
static place place_of(const pursuit *p, const trail_entry *def, uint64_t at) {
  const ir_operand *from = &def->instr->args[0];
  uint64_t k = 0;
  if (def->instr->op != IR_MOV || from->kind != IR_OPERAND_REG) return def->instr->at;
  const ir_reg_info *regs = p->m->ir->funcs[def->func].regs, *source = &regs[from->value];
  const char *to = regs[def->instr->dst.id].name;
  bool same = source->is_temp || (source->name && to && !strcmp(source->name, to));
  const trail_entry *made = same ? definition(p->s, (uint32_t)from->value, def->serial, at, &k) : NULL;
  bool users = made && made->instr->at.line && !machine_in_library(p->m, made->instr->at.file);
  return users ? made->instr->at : def->instr->at;
}

// A variable in a register, or a parameter. `def`: what gave it its value; NULL: not known any more.
static void tell_register(pursuit *p, uint32_t reg, const trail_entry *in, const trail_entry *def, cell v, place at) {
  machine *m = p->m;
  ir_type type = m->ir->funcs[in->func].regs[reg].type;
  strbuf name = {0}, value = {0};
  machine_register_name(m, in->func, reg, is_outermost(p->s, in->serial), &name);
  machine_show_cell(m, type, v, NULL, &value);
  machine_origin_kind from = !def                                                     ? MACHINE_FROM_UNKNOWN
                             : def->instr->op == IR_CALL && def->callee == in->serial ? MACHINE_FROM_CALL
                             : def->instr->op == IR_NONDET                            ? MACHINE_FROM_INPUT
                                                                                      : MACHINE_FROM_WRITE;
  tell(p, sb_text(&name), sb_text(&value), from, at, m->running);
  sb_fini(&name);
  sb_fini(&value);
}

// What stands in a register now, if its frame still exists.
static bool look_up(const pursuit *p, const trail_entry *in, uint32_t reg, cell *out) {
  for (size_t k = p->s->frames.len; k-- > 0;) {
    const frame *f = &p->s->frames.data[k];
    if (f->serial != in->serial) continue;
    *out = p->s->regs.data[f->reg_base + reg];
    return true;
  }
  return false;
}

// Does the register only hold where the variable of its name lies?
static bool is_address_of_own(machine *m, cell v, const char *name) {
  const object *o = memory_object(m, v.obj);
  return o && o->kind == OBJ_LOCAL && !v.bits && o->name && !strcmp(o->name, name);
}

// A parameter: what the caller has passed.
static void follow_parameter(pursuit *p, uint32_t reg, const trail_entry *at) {
  machine *m = p->m;
  uint64_t k = 0;
  const trail_entry *call = call_of(p->s, at->serial, &k);
  const ir_reg_info *info = &m->ir->funcs[at->func].regs[reg];
  const ir_operand *passed = call && reg < call->instr->n_args ? &call->instr->args[reg] : NULL;
  const ir_reg_info *regs = call ? m->ir->funcs[call->func].regs : NULL;
  // An expression is made of what the caller has; else the parameter is what the program names here.
  bool expression = passed && passed->kind == IR_OPERAND_REG &&
                    (regs[passed->value].is_temp || !regs[passed->value].name);
  bool library = machine_in_library(m, m->ir->funcs[at->func].at.file);
  unsigned told = p->told;
  if (passed && (expression || library)) follow(p, passed, call, k);
  if (p->told > told) return;
  cell v;
  bool plain = info->name && !info->is_temp && !library && look_up(p, at, reg, &v);
  if (!plain || (expression && ir_type_get(m->ir, info->type)->kind == IR_TYPE_PTR)) return;
  if (is_number(m, info->type) || p->addresses) tell_register(p, reg, at, call, v, call ? call->instr->at : PLACE_NONE);
}

static void follow_instr(pursuit *p, const trail_entry *e, uint64_t k) {
  const ir_instr *i = e->instr;
  switch ((int)i->op) {
  case IR_LOAD:
  case IR_RMW:
  case IR_CAS:
    // Behind a pointer that is wrong stands where it was read; else how one came to a value is of no interest.
    if (!tell_memory(p, e->address, e) && p->addresses) follow(p, &i->args[0], e, k);
    return;
  case IR_CALL: follow_result(p, e); return;
  case IR_LOCAL:
  case IR_NEW:
  case IR_SHADOW: return;
  default:
    for (uint32_t a = 0; a < i->n_args; a++) follow(p, &i->args[a], e, k);
  }
}

static void follow(pursuit *p, const ir_operand *o, const trail_entry *at, uint64_t before) {
  machine *m = p->m;
  if (o->kind != IR_OPERAND_REG || machine_is_wide(m, o->type) || p->visits++ >= MOST_VISITS) return;
  uint32_t reg = (uint32_t)o->value;
  const ir_func_info *f = &m->ir->funcs[at->func];
  const ir_reg_info *info = &f->regs[reg];
  bool named = info->name && !info->is_temp && !machine_in_library(m, f->at.file);
  uint64_t k = 0;
  const trail_entry *def = definition(p->s, reg, at->serial, before, &k);
  if (!def && reg <= f->n_params) {
    follow_parameter(p, reg, at);
    return;
  }
  cell v = def ? def->value : CELL_INT(0);
  bool known = def ? def->known : look_up(p, at, reg, &v);
  bool pointer = ir_type_get(m->ir, info->type)->kind == IR_TYPE_PTR;
  if (named && known && !(pointer && (is_address_of_own(m, v, info->name) || !p->addresses))) {
    tell_register(p, reg, at, def, v, def ? place_of(p, def, k) : PLACE_NONE);
    return;
  }
  if (def) follow_instr(p, def, k);
}

// --- the condition

// Can a run that goes on at block `from` pass by `block`: end, or come back to the branch in `back`?
static bool passes_by(const ir_func_info *f, uint32_t from, uint32_t block, uint32_t back) {
  VEC(uint32_t) open = {0};
  uint8_t *seen = MEM_NEW_N(uint8_t, f->n_blocks + 1);
  bool found = false;
  vec_push(&open, from);
  while (open.len && !found) {
    uint32_t b = vec_pop(&open);
    if (b == block || seen[b]) continue;
    seen[b] = 1;
    const ir_instr *end = &f->code[f->blocks[b].first + f->blocks[b].count - 1];
    found = b == back || !end->n_targets;
    for (uint32_t t = 0; t < end->n_targets; t++) vec_push(&open, end->targets[t].id);
  }
  mem_free(seen);
  vec_free(&open);
  return found;
}

static uint32_t block_of(const ir_func_info *f, const ir_instr *i) {
  uint32_t at = (uint32_t)(i - f->code);
  for (uint32_t b = 1; b <= f->n_blocks; b++)
    if (at >= f->blocks[b].first && at - f->blocks[b].first < f->blocks[b].count) return b;
  return 0;
}

// Is it by this branch that the run came to the instruction: one way must come there, the other need not?
static bool decides(const ir_func_info *f, const ir_instr *branch, const ir_instr *failing) {
  uint32_t from = block_of(f, branch), to = block_of(f, failing);
  if (!from || !to) return false;
  return passes_by(f, branch->targets[0].id, to, from) != passes_by(f, branch->targets[1].id, to, from);
}

// The branches by which a frame came to `failing`: the last one that decides, and those of its line right before it, as of
// `a && b`.
static void follow_branches(pursuit *p, const trail_entry *failing, uint64_t before) {
  const ir_func_info *f = &p->m->ir->funcs[failing->func];
  const ir_instr *guard = NULL;
  VEC(uint64_t) found = {0};
  for (uint64_t k = before; k-- > oldest(p->s) && found.len < MOST_OPERANDS;) {
    const trail_entry *e = entry_at(p->s, k);
    if (e->serial != failing->serial || e->instr->op != IR_BRANCH) continue;
    if (guard && (e->instr == guard || e->instr->at.line != guard->at.line)) break;
    if (!guard && !decides(f, e->instr, failing->instr)) continue;
    if (!guard) guard = e->instr;
    vec_push(&found, k);
  }
  while (found.len) {
    uint64_t k = vec_pop(&found);
    follow(p, &entry_at(p->s, k)->instr->args[0], entry_at(p->s, k), k);
  }
  vec_free(&found);
}

// A check that always fails stands where a condition was false already: in this function or in one that calls it.
static void follow_guard(pursuit *p, const trail_entry *failing, uint64_t at) {
  for (int k = 0; failing && k < 4; k++) {
    follow_branches(p, failing, at);
    if (p->told) return;
    failing = call_of(p->s, failing->serial, &at);
  }
}

// --- memory that is too small, or has no value

static void tell_object(machine *m, const object *o, const char *words, machine_why_fn *each, void *arg) {
  strbuf line = {0};
  sb_puts(&line, words);
  if (o->made_at.line && !machine_in_library(m, o->made_at.file)) {
    sb_printf(&line, ", %s at %s:%u", o->kind == OBJ_HEAP ? "allocated" : "declared", o->made_at.file, o->made_at.line);
    if (o->made_at.col) sb_printf(&line, ":%u", o->made_at.col);
    if (o->kind == OBJ_HEAP) sb_printf(&line, " by %s", machine_proc_name(m, o->owner));
  }
  each(arg, sb_text(&line));
  sb_fini(&line);
}

static void name_object(machine *m, const object *o, strbuf *out) {
  if ((o->kind == OBJ_LOCAL || o->kind == OBJ_THREAD) && o->name && m->threads)
    sb_printf(out, "%s.", m->procs[o->owner].name);
  sb_puts(out, o->name ? o->name : o->kind == OBJ_HEAP ? "the object" : "the variable");
}

static void say_size(machine *m, const trail_entry *e, machine_why_fn *each, void *arg) {
  const object *o = memory_object(m, e->address.obj);
  if (!o || o->kind == OBJ_FUNC || o->kind == OBJ_SHADOW) return;
  strbuf words = {0};
  uint64_t size = ir_type_get(m->ir, e->instr->type)->size, elem = ir_type_get(m->ir, o->type)->size;
  const ir_type_info *t = ir_type_get(m->ir, o->type);
  uint64_t count = o->count;
  if (t->kind == IR_TYPE_ARRAY) {
    elem = ir_type_get(m->ir, t->elem)->size;
    count = elem ? t->size / elem * o->count : 0;
  }
  name_object(m, o, &words);
  sb_printf(&words, " has %llu byte%s", (unsigned long long)o->size, o->size == 1 ? "" : "s");
  if (elem > 1 && count > 1) sb_printf(&words, " (%llu elements)", (unsigned long long)count);
  sb_printf(&words, "; the access is to %llu at offset %lld", (unsigned long long)size, (long long)e->address.bits);
  tell_object(m, o, sb_text(&words), each, arg);
  sb_fini(&words);
}

static void say_blank(machine *m, const trail_entry *e, machine_why_fn *each, void *arg) {
  const object *o = memory_object(m, e->address.obj);
  if (!o || o->kind == OBJ_SHADOW) return;
  strbuf words = {0};
  ir_type leaf;
  if (!machine_operand_name(m, e->address, &words, &leaf)) {
    sb_clear(&words);
    name_object(m, o, &words);
  }
  sb_puts(&words, " has no value yet");
  tell_object(m, o, sb_text(&words), each, arg);
  sb_fini(&words);
}

static const trail_entry *failing_entry(const machine *m) {
  const stack *s = m->active;
  return s && s->trail && s->trail->n && s->frames.len ? entry_at(s, s->trail->n - 1) : NULL;
}

static bool is_about_pointer(ir_check c) {
  return c == IR_CHECK_NULL || c == IR_CHECK_FREED || c == IR_CHECK_READ_ONLY || c == IR_CHECK_POINTER;
}

void machine_object_why(machine *m, machine_why_fn *each, void *arg) {
  const trail_entry *e = failing_entry(m);
  if (!e || m->status != MACHINE_VIOLATION || !has_address(e->instr->op)) return;
  if (m->check == IR_CHECK_BOUNDS) say_size(m, e, each, arg);
  if (m->check == IR_CHECK_UNINIT) say_blank(m, e, each, arg);
}

void machine_operands(machine *m, machine_operand_fn *each, void *arg) {
  const trail_entry *e = failing_entry(m);
  if (!e || m->status != MACHINE_VIOLATION) return;
  pursuit p = {.m = m, .s = m->active, .each = each, .arg = arg};
  p.addresses = is_about_pointer(m->check);
  uint64_t at = m->active->trail->n - 1;
  const ir_instr *i = e->instr;
  bool computes = i->op == IR_UDIV || i->op == IR_SDIV || i->op == IR_UREM || i->op == IR_SREM;
  if (m->check == IR_CHECK_UNINIT) return;  // what decides is that nothing was written
  if (i->op == IR_CHECK && i->args[0].kind == IR_OPERAND_REG)
    follow(&p, &i->args[0], e, at);
  else if (i->op == IR_CHECK)
    follow_guard(&p, e, at);
  else if (has_address(i->op) && (is_about_pointer(m->check) || m->check == IR_CHECK_BOUNDS))
    follow(&p, &i->args[0], e, at);
  else if (computes && m->check == IR_CHECK_DIV)
    for (uint32_t a = 0; a < i->n_args; a++) follow(&p, &i->args[a], e, at);
}
