#include "pass/pass_copy.h"

#include "base/check.h"
#include "base/mem.h"

// --- types -----------------------------------------------------------------------------------------------------------

typedef struct type_copy {
  pass_copy *c;
  uint32_t *by_rank;  // complete records in the order of their completion
  uint32_t last, done;
} type_copy;

static type_copy rank_records(pass_copy *c) {
  const ir_module *m = c->from;
  type_copy t = {.c = c, .by_rank = MEM_NEW_N(uint32_t, m->n_types + 2)};
  for (uint32_t id = 1; id <= m->n_types; id++) {
    const ir_type_info *i = &m->types[id];
    if (i->kind != IR_TYPE_RECORD || !i->align) continue;
    t.by_rank[i->rank] = id;
    if (i->rank > t.last) t.last = i->rank;
  }
  return t;
}

// Completes records up to the given rank. The types of their fields exist: whoever asks for an array of the last one
// was made after it had been completed, hence after its fields.
static void complete_records(type_copy *t, uint32_t rank) {
  for (; t->done < rank; t->done++) {
    uint32_t id = t->by_rank[t->done + 1];
    const ir_type_info *i = &t->c->from->types[id];
    ir_field *fields = MEM_NEW_N(ir_field, i->n_fields + 1);
    for (uint32_t k = 0; k < i->n_fields; k++) {
      fields[k] = i->fields[k];
      if (t->c->plain_fields) fields[k].is_const = false;
    }
    bool ok = ir_type_record_define_at(t->c->to, (ir_type){id}, fields, i->n_fields, i->size, i->align);
    mem_free(fields);
    CHECK(ok, "a record of a frozen module can be laid out again");
  }
}

static ir_type copy_type(type_copy *t, const ir_type_info *i) {
  ir_module *to = t->c->to;
  switch (i->kind) {
  case IR_TYPE_VOID: return IR_VOID;
  case IR_TYPE_INT:
    if (i->is_bool) return ir_type_bool(to);
    return i->is_char ? ir_type_char(to) : ir_type_int(to, i->bits, i->is_signed, i->name);
  case IR_TYPE_PTR: return ir_type_ptr(to, i->elem);
  case IR_TYPE_ARRAY: {
    const ir_type_info *elem = &t->c->from->types[i->elem.id];
    if (elem->kind == IR_TYPE_RECORD) complete_records(t, elem->rank);
    return ir_type_array(to, i->elem, i->count);
  }
  case IR_TYPE_RECORD: return ir_type_record_declare(to, i->name);
  case IR_TYPE_EVENT: return ir_type_event(to);
  case IR_TYPE_FLOAT: return ir_type_float(to, i->bits);
  }
  UNREACHABLE("kind of a type");
}

static void copy_types(pass_copy *c) {
  type_copy t = rank_records(c);
  for (uint32_t id = 1; id <= c->from->n_types; id++) {
    ir_type made = copy_type(&t, &c->from->types[id]);
    CHECK(made.id == id, "types made in the same order have the same ids");
  }
  complete_records(&t, t.last);
  mem_free(t.by_rank);
}

// --- declarations ----------------------------------------------------------------------------------------------------

ir_operand pass_copy_operand(pass_copy *c, ir_operand o) {
  return o.kind == IR_OPERAND_WIDE ? ir_wide(c->to, o.type, o.limbs) : o;
}

static void copy_globals(pass_copy *c) {
  for (uint32_t id = 1; id <= c->from->n_globals; id++) {
    const ir_global_info *g = &c->from->globals[id];
    ir_global made = ir_global_add(c->to, g->name, g->type, g->at);
    ir_global_flags(c->to, made, g->is_const, g->is_thread_local, g->is_hidden);
    ir_global_align(c->to, made, g->align);
    for (uint32_t i = 0; i < g->n_inits; i++)
      ir_global_init(c->to, made, g->inits[i].offset, pass_copy_operand(c, g->inits[i].value));
  }
}

static void copy_declarations(pass_copy *c) {
  const ir_module *m = c->from;
  for (uint32_t i = 0; i < m->n_sources; i++)
    ir_add_source(c->to, m->sources[i].file, m->sources[i].text, m->sources[i].len);
  copy_types(c);
  for (uint32_t id = 1; id <= m->n_funcs; id++)
    ir_func_declare(c->to, m->funcs[id].name, m->funcs[id].result, m->funcs[id].at);
  copy_globals(c);
  for (uint32_t id = 1; id <= m->n_procs; id++) {
    ir_proc p = ir_proc_add(c->to, m->procs[id].name, m->procs[id].func, m->procs[id].dont_initialize, m->procs[id].at);
    if (m->procs[id].observer) ir_proc_observes(c->to, p);
  }
  for (uint32_t id = 1; id <= m->n_updates; id++)
    ir_upd_add(c->to, m->updates[id].name, m->updates[id].func, m->updates[id].at);
  ir_set_properties(c->to, m->properties);
  ir_set_models(c->to, m->models);
  ir_set_separate(c->to, m->separate);
  ir_set_without_arguments(c->to, m->without_arguments);
  ir_set_arguments(c->to, m->arguments, m->argument_length);
  ir_set_seen(c->to, m->made_for, m->partial);
  if (m->entry.id) ir_set_entry(c->to, m->entry);
}

// --- code ------------------------------------------------------------------------------------------------------------

void pass_copy_instr(pass_copy *c, const ir_instr *i) {
  ir_instr copy = *i;
  ir_operand *args = MEM_NEW_N(ir_operand, i->n_args + 1);
  for (uint32_t a = 0; a < i->n_args; a++) args[a] = pass_copy_operand(c, i->args[a]);
  copy.args = args;
  ir_emit(c->to, &copy);
  mem_free(args);
}

void pass_copy_hidden(pass_copy *c, const ir_instr *i) {
  ir_instr hidden = *i;
  hidden.flags |= IR_HIDDEN;
  pass_copy_instr(c, &hidden);
}

static void copy_function(pass_copy *c, uint32_t id) {
  const ir_func_info *f = &c->from->funcs[id];
  c->func = (ir_func){id};
  ir_func_begin(c->to, c->func);
  for (uint32_t r = 1; r <= f->n_regs; r++) {
    const ir_reg_info *i = &f->regs[r];
    if (r <= f->n_params)
      ir_param(c->to, i->name, i->type, i->at);
    else
      ir_reg_new(c->to, i->name, i->type, i->at);
  }
  for (uint32_t b = 1; b <= f->n_blocks; b++) ir_block_new(c->to);
  for (uint32_t b = 1; b <= f->n_blocks; b++) {
    ir_block_begin(c->to, (ir_block){b});
    for (uint32_t n = 0; n < f->blocks[b].count; n++) {
      const ir_instr *i = &f->code[f->blocks[b].first + n];
      if (!c->before || !c->before(c, i)) pass_copy_instr(c, i);
    }
  }
  ir_func_end(c->to);
}

void pass_copy_module(pass_copy *c) {
  c->to = ir_module_new(c->from->language, c->from->scheduler, c->from->pointer_bits);
  copy_declarations(c);
  for (uint32_t id = 1; id <= c->from->n_funcs; id++) copy_function(c, id);
}
