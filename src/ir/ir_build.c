// Modules under construction: tables, functions, blocks, operands. Instructions are in ir_emit.c.
#include "ir/ir_build.h"

#include "base/check.h"
#include "ir/ir_int.h"

static struct ir_builder *building(const ir_module *m) {
  CHECK(m->builder, "the module is frozen and cannot be changed any more");
  return m->builder;
}

static struct ir_builder *in_function(const ir_module *m) {
  struct ir_builder *b = building(m);
  CHECK(b->open.id, "no function is open: ir_func_begin comes first");
  return b;
}

// Makes the tables of ir.h show what the builder holds.
static void show_tables(ir_module *m) {
  struct ir_builder *b = m->builder;
  m->types = b->types.data;
  m->funcs = b->funcs.data;
  m->n_funcs = (uint32_t)(b->funcs.len - 1);
  m->globals = b->globals.data;
  m->n_globals = (uint32_t)(b->globals.len - 1);
  m->procs = b->procs.data;
  m->n_procs = (uint32_t)(b->procs.len - 1);
  m->updates = b->updates.data;
  m->n_updates = (uint32_t)(b->updates.len - 1);
  m->sources = b->sources.data;
  m->n_sources = (uint32_t)b->sources.len;
}

void ir_builder_new(ir_module *m) {
  struct ir_builder *b = m->builder = MEM_NEW(struct ir_builder);
  vec_push(&b->types, (ir_type_info){.kind = IR_TYPE_VOID});
  vec_push(&b->funcs, (ir_func_info){.name = ""});
  vec_push(&b->func_done, false);
  vec_push(&b->globals, (ir_global_info){.name = ""});
  vec_push(&b->inits, (ir_init_vec){0});
  vec_push(&b->procs, (ir_proc_info){.name = ""});
  vec_push(&b->updates, (ir_upd_info){.name = ""});
  show_tables(m);
}

void ir_builder_free(ir_module *m) {
  struct ir_builder *b = m->builder;
  if (!b) return;
  for (size_t i = 0; i < b->inits.len; i++) vec_free(&b->inits.data[i]);
  vec_free(&b->types);
  map64_fini(&b->type_index);
  vec_free(&b->funcs);
  vec_free(&b->func_done);
  vec_free(&b->globals);
  vec_free(&b->inits);
  vec_free(&b->procs);
  vec_free(&b->updates);
  vec_free(&b->sources);
  vec_free(&b->regs);
  vec_free(&b->blocks);
  vec_free(&b->order);
  vec_free(&b->code);
  mem_free(b);
  m->builder = NULL;
}

ir_module *ir_module_new(const char *language, ir_scheduler scheduler, uint32_t pointer_bits) {
  CHECK(pointer_bits == 32 || pointer_bits == 64, "pointers have 32 or 64 bits");
  ir_module *m = MEM_NEW(ir_module);
  m->mem = arena_new();
  m->names = interner_new();
  m->language = ir_name(m, language);
  m->properties = ir_name(m, "");
  m->models = ir_name(m, "");
  m->scheduler = scheduler;
  m->pointer_bits = pointer_bits;
  ir_builder_new(m);
  return m;
}

void ir_module_free(ir_module *m) {
  if (!m) return;
  ir_builder_free(m);
  arena_free(m->mem);
  interner_free(m->names);
  mem_free(m);
}

const char *ir_name(ir_module *m, const char *s) { return intern(m->names, s ? s : ""); }

// Places keep the module's own copy of the file name; no line means no place at all.
place ir_own_place(ir_module *m, place at) {
  if (!at.line) return PLACE_NONE;
  return (place){.file = ir_name(m, at.file), .line = at.line, .col = at.col};
}

void ir_set_properties(ir_module *m, const char *comma_list) {
  building(m);
  m->properties = ir_name(m, comma_list);
}

void ir_set_models(ir_module *m, const char *comma_list) { m->models = ir_name(m, comma_list); }
void ir_set_separate(ir_module *m, bool separate) { m->separate = separate; }
void ir_set_seen(ir_module *m, uint32_t made_for, uint32_t partial) {
  m->made_for = made_for;
  m->partial = partial;
}

void ir_set_without_arguments(ir_module *m, bool without) { m->without_arguments = without; }

void ir_set_arguments(ir_module *m, uint32_t n, uint32_t length) {
  m->arguments = n;
  m->argument_length = length;
}

void ir_set_entry(ir_module *m, ir_func f) {
  building(m);
  CHECK(f.id && f.id <= m->n_funcs, "the entry is a declared function");
  m->entry = f;
}

void ir_add_source(ir_module *m, const char *file, const char *text, size_t len) {
  struct ir_builder *b = building(m);
  char *copy = arena_alloc(m->mem, len + 1);
  if (len) memcpy(copy, text, len);
  vec_push(&b->sources, ((ir_source){.file = ir_name(m, file), .text = copy, .len = len}));
  show_tables(m);
}

ir_global ir_global_add(ir_module *m, const char *name, ir_type type, place at) {
  struct ir_builder *b = building(m);
  CHECK(type.id <= m->n_types, "global of a type that does not exist");
  vec_push(&b->globals, ((ir_global_info){.name = ir_name(m, name), .type = type, .at = ir_own_place(m, at)}));
  vec_push(&b->inits, (ir_init_vec){0});
  show_tables(m);
  return (ir_global){m->n_globals};
}

void ir_global_init(ir_module *m, ir_global g, uint64_t offset, ir_operand value) {
  struct ir_builder *b = building(m);
  CHECK(g.id && g.id <= m->n_globals, "no such global");
  vec_push(&b->inits.data[g.id], ((ir_init){.offset = offset, .value = ir_own_operand(m, value)}));
}

void ir_global_flags(ir_module *m, ir_global g, bool is_const, bool is_thread_local, bool is_hidden) {
  struct ir_builder *b = building(m);
  CHECK(g.id && g.id <= m->n_globals, "no such global");
  b->globals.data[g.id].is_const = is_const;
  b->globals.data[g.id].is_thread_local = is_thread_local;
  b->globals.data[g.id].is_hidden = is_hidden;
}

void ir_global_align(ir_module *m, ir_global g, uint32_t align) {
  struct ir_builder *b = building(m);
  CHECK(g.id && g.id <= m->n_globals, "no such global");
  CHECK((align & (align - 1)) == 0 && align <= 1u << IR_ALIGN_MAX, "no alignment");
  b->globals.data[g.id].align = align;
}

ir_proc ir_proc_add(ir_module *m, const char *name, ir_func f, bool dont_initialize, place at) {
  struct ir_builder *b = building(m);
  CHECK(f.id && f.id <= m->n_funcs, "a process runs a declared function");
  vec_push(&b->procs,
           ((ir_proc_info){
               .name = ir_name(m, name), .func = f, .dont_initialize = dont_initialize, .at = ir_own_place(m, at)}));
  show_tables(m);
  return (ir_proc){m->n_procs};
}

void ir_proc_observes(ir_module *m, ir_proc p) {
  struct ir_builder *b = building(m);
  CHECK(p.id && p.id <= m->n_procs, "no such process");
  b->procs.data[p.id].observer = true;
}

ir_upd ir_upd_add(ir_module *m, const char *name, ir_func f, place at) {
  struct ir_builder *b = building(m);
  CHECK(f.id && f.id <= m->n_funcs, "an update runs a declared function");
  vec_push(&b->updates, ((ir_upd_info){.name = ir_name(m, name), .func = f, .at = ir_own_place(m, at)}));
  b->funcs.data[f.id].is_update = true;
  show_tables(m);
  return (ir_upd){m->n_updates};
}

ir_func ir_func_declare(ir_module *m, const char *name, ir_type result, place at) {
  struct ir_builder *b = building(m);
  CHECK(!result.id || ir_type_is_scalar(m, result), "a function returns nothing or a scalar");
  vec_push(&b->funcs, ((ir_func_info){.name = ir_name(m, name), .result = result, .at = ir_own_place(m, at)}));
  vec_push(&b->func_done, false);
  show_tables(m);
  return (ir_func){m->n_funcs};
}

void ir_func_begin(ir_module *m, ir_func f) {
  struct ir_builder *b = building(m);
  CHECK(!b->open.id, "another function is still open: ir_func_end comes first");
  CHECK(f.id && f.id <= m->n_funcs, "only a declared function can be begun");
  CHECK(!b->func_done.data[f.id], "a function has one body");
  b->open = f;
  b->has_locals = false;
  b->current = (ir_block){0};
  b->current_ended = true;
  vec_clear(&b->regs);
  vec_clear(&b->blocks);
  vec_clear(&b->order);
  vec_clear(&b->code);
  vec_push(&b->regs, (ir_reg_info){.name = ""});
  vec_push(&b->blocks, (ir_block_draft){0});
}

// The checker and recursive calls look at the registers of the open function through ir_func_info.
static ir_reg add_register(ir_module *m, const char *name, ir_type type, place at) {
  struct ir_builder *b = in_function(m);
  CHECK(ir_type_is_scalar(m, type), "a register holds an integer, a pointer or a float");
  vec_push(&b->regs,
           ((ir_reg_info){
               .name = name ? ir_name(m, name) : NULL, .type = type, .at = ir_own_place(m, at), .is_temp = !name}));
  ir_func_info *f = &b->funcs.data[b->open.id];
  f->regs = b->regs.data;
  f->n_regs = (uint32_t)(b->regs.len - 1);
  return (ir_reg){f->n_regs};
}

ir_reg ir_param(ir_module *m, const char *name, ir_type type, place at) {
  struct ir_builder *b = in_function(m);
  CHECK(!b->has_locals && b->blocks.len == 1, "parameters are made before other registers and blocks");
  ir_reg r = add_register(m, name, type, at);
  b->funcs.data[b->open.id].n_params = r.id;
  return r;
}

ir_reg ir_reg_new(ir_module *m, const char *name, ir_type type, place at) {
  in_function(m)->has_locals = true;
  return add_register(m, name, type, name ? at : PLACE_NONE);
}

ir_type ir_reg_type(const ir_module *m, ir_reg r) {
  struct ir_builder *b = in_function(m);
  CHECK(r.id && r.id < b->regs.len, "no such register in the open function");
  return b->regs.data[r.id].type;
}

ir_block ir_block_new(ir_module *m) {
  struct ir_builder *b = in_function(m);
  vec_push(&b->blocks, (ir_block_draft){0});
  return (ir_block){(uint32_t)(b->blocks.len - 1)};
}

static void close_block(struct ir_builder *b) {
  CHECK(b->current_ended, "the current block lacks its last instruction (jump, branch, return, ...)");
  if (b->current.id) {
    ir_block_draft *d = &b->blocks.data[b->current.id];
    d->count = (uint32_t)b->code.len - d->first;
  }
}

void ir_block_begin(ir_module *m, ir_block block) {
  struct ir_builder *b = in_function(m);
  close_block(b);
  CHECK(block.id && block.id < b->blocks.len, "no such block in the open function");
  CHECK(!b->blocks.data[block.id].number, "a block is begun once");
  vec_push(&b->order, block.id);
  b->blocks.data[block.id].number = (uint32_t)b->order.len;
  b->blocks.data[block.id].first = (uint32_t)b->code.len;
  b->current = block;
  b->current_ended = false;
}

bool ir_block_ended(const ir_module *m) { return in_function(m)->current_ended; }

// Renumbers targets in the order of beginning; a target that was never begun is remembered for ir_freeze.
static void number_targets(ir_module *m) {
  struct ir_builder *b = m->builder;
  for (size_t i = 0; i < b->code.len; i++) {
    ir_instr *in = &b->code.data[i];
    for (uint32_t t = 0; t < in->n_targets; t++) {
      uint32_t number = b->blocks.data[in->targets[t].id].number;
      if (!number && !b->problem)
        b->problem = arena_printf(m->mem, "function %s: %s at %s:%u goes to a block that was never begun",
                                  b->funcs.data[b->open.id].name, ir_op_text(in->op), in->at.file ? in->at.file : "?",
                                  in->at.line);
      in->targets[t].id = number;
    }
  }
}

void ir_func_end(ir_module *m) {
  struct ir_builder *b = in_function(m);
  close_block(b);
  number_targets(m);
  ir_func_info *f = &b->funcs.data[b->open.id];
  ir_block_info *blocks = ARENA_NEW_N(m->mem, ir_block_info, b->order.len + 1);
  for (size_t i = 0; i < b->order.len; i++) {
    const ir_block_draft *d = &b->blocks.data[b->order.data[i]];
    blocks[i + 1] = (ir_block_info){.first = d->first, .count = d->count};
  }
  f->blocks = blocks;
  f->n_blocks = (uint32_t)b->order.len;
  f->regs = arena_copy(m->mem, b->regs.data, b->regs.len * sizeof(ir_reg_info));
  f->n_regs = (uint32_t)(b->regs.len - 1);
  f->n_code = (uint32_t)b->code.len;
  f->code = f->n_code ? arena_copy(m->mem, b->code.data, b->code.len * sizeof(ir_instr)) : NULL;
  b->func_done.data[b->open.id] = true;
  b->open = (ir_func){0};
}

ir_operand ir_reg_operand(const ir_module *m, ir_reg r) {
  return (ir_operand){.kind = IR_OPERAND_REG, .type = ir_reg_type(m, r), .value = r.id};
}

static uint32_t number_bits(const ir_module *m, ir_type type) {
  CHECK(type.id <= m->n_types, "constant of a type that does not exist");
  const ir_type_info *t = &m->types[type.id];
  CHECK(t->kind == IR_TYPE_INT || t->kind == IR_TYPE_FLOAT, "a constant has an integer type (or a float's bits)");
  return t->bits;
}

ir_operand ir_int(ir_module *m, ir_type type, uint64_t value) {
  uint32_t bits = number_bits(m, type);
  if (bits > 64) {
    uint64_t *limbs = ARENA_NEW_N(m->mem, uint64_t, (bits + 63) / 64);
    limbs[0] = value;
    return (ir_operand){.kind = IR_OPERAND_WIDE, .type = type, .limbs = limbs};
  }
  if (bits < 64) value &= ((uint64_t)1 << bits) - 1;
  return (ir_operand){.kind = IR_OPERAND_INT, .type = type, .value = value};
}

ir_operand ir_wide(ir_module *m, ir_type type, const uint64_t *limbs) {
  uint32_t bits = number_bits(m, type), n = (bits + 63) / 64;
  if (bits <= 64) return ir_int(m, type, limbs[0]);
  uint64_t *copy = arena_copy(m->mem, limbs, n * sizeof(uint64_t));
  if (bits % 64) copy[n - 1] &= ((uint64_t)1 << (bits % 64)) - 1;
  return (ir_operand){.kind = IR_OPERAND_WIDE, .type = type, .limbs = copy};
}

ir_operand ir_null(ir_module *m, ir_type ptr) {
  CHECK(ptr.id <= m->n_types && m->types[ptr.id].kind == IR_TYPE_PTR, "null has a pointer type");
  return (ir_operand){.kind = IR_OPERAND_NULL, .type = ptr};
}

ir_operand ir_global_addr(ir_module *m, ir_global g, uint64_t offset) {
  CHECK(g.id && g.id <= m->n_globals, "no such global");
  return (ir_operand){
      .kind = IR_OPERAND_GLOBAL, .type = ir_type_ptr(m, m->globals[g.id].type), .value = g.id, .offset = offset};
}

ir_operand ir_func_addr(ir_module *m, ir_func f) {
  CHECK(f.id && f.id <= m->n_funcs, "no such function");
  return (ir_operand){.kind = IR_OPERAND_FUNC, .type = ir_type_ptr(m, IR_VOID), .value = f.id};
}

ir_operand ir_proc_operand(ir_module *m, ir_proc p) {
  CHECK(p.id && p.id <= m->n_procs, "no such process");
  return (ir_operand){.kind = IR_OPERAND_PROC, .type = ir_type_int(m, 32, true, NULL), .value = p.id};
}

ir_operand ir_upd_operand(ir_module *m, ir_upd u) {
  CHECK(u.id && u.id <= m->n_updates, "no such update function");
  return (ir_operand){.kind = IR_OPERAND_UPDATE, .value = u.id};
}
