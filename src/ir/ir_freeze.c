// The end of building: tables become arrays of the module's arena, and the whole is checked.
#include <stdlib.h>

#include "base/check.h"
#include "ir/ir_build.h"
#include "ir/ir_int.h"

static int by_offset(const void *a, const void *b) {
  uint64_t x = ((const ir_init *)a)->offset, y = ((const ir_init *)b)->offset;
  return x < y ? -1 : x > y;
}

static void seal_globals(ir_module *m) {
  struct ir_builder *b = m->builder;
  for (size_t i = 1; i < b->globals.len; i++) {
    ir_init_vec *v = &b->inits.data[i];
    if (!v->len) continue;
    qsort(v->data, v->len, sizeof(ir_init), by_offset);
    b->globals.data[i].inits = arena_copy(m->mem, v->data, v->len * sizeof(ir_init));
    b->globals.data[i].n_inits = (uint32_t)v->len;
  }
}

static bool contains(const ir_module *m, ir_op op) {
  for (uint32_t n = 1; n <= m->n_funcs; n++)
    for (uint32_t c = 0; c < m->funcs[n].n_code; c++)
      if (m->funcs[n].code[c].op == op) return true;
  return false;
}

bool ir_freeze(ir_module *m, const char **why) {
  struct ir_builder *b = m->builder;
  CHECK(b, "a module is frozen once");
  CHECK(!b->open.id, "a function is still open");
  *why = b->problem;
  seal_globals(m);
  m->types = arena_copy(m->mem, b->types.data, b->types.len * sizeof(ir_type_info));
  m->funcs = arena_copy(m->mem, b->funcs.data, b->funcs.len * sizeof(ir_func_info));
  m->globals = arena_copy(m->mem, b->globals.data, b->globals.len * sizeof(ir_global_info));
  m->procs = arena_copy(m->mem, b->procs.data, b->procs.len * sizeof(ir_proc_info));
  m->updates = arena_copy(m->mem, b->updates.data, b->updates.len * sizeof(ir_upd_info));
  m->sources = b->sources.len ? arena_copy(m->mem, b->sources.data, b->sources.len * sizeof(ir_source)) : NULL;
  ir_builder_free(m);
  m->frozen = true;
  m->uses_time = contains(m, IR_TIME);
  m->uses_delta = contains(m, IR_DELTA);
  m->uses_triggered = contains(m, IR_TRIGGERED);
  m->spawns = contains(m, IR_SPAWN);
  if (!*why) *why = ir_check_module(m);
  return !*why;
}
