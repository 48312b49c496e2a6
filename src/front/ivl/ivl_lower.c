// Module, types, functions, processes.
#include "front/ivl/ivl_lower.h"

#include <string.h>

#include "base/str.h"

ir_operand ivl_bool(ivl_lowering *l, bool value) { return ir_int(l->m, l->t_bool, value); }

static void define_record(ivl_lowering *l, ivl_type *t) {
  ir_field *fields = MEM_NEW_N(ir_field, t->n_fields + 1);
  for (uint32_t i = 0; i < t->n_fields; i++)
    fields[i] = (ir_field){.name = t->fields[i].name, .type = ivl_ir_type(l, t->fields[i].type)};
  bool ok = ir_type_record_define(l->m, t->ir, fields, t->n_fields);
  CHECK(ok, "the analysis refuses classes that contain themselves");
  mem_free(fields);
}

static ir_type make_ir_type(ivl_lowering *l, ivl_type *t) {
  switch (t->kind) {
  case IVL_TY_BOOL: return l->t_bool;
  case IVL_TY_INT: return t->is_char ? ir_type_char(l->m) : ir_type_int(l->m, t->bits, t->is_signed, t->name);
  case IVL_TY_EVENT: return ir_type_event(l->m);
  case IVL_TY_POINTER: return ir_type_ptr(l->m, ivl_ir_type(l, t->elem));
  case IVL_TY_ARRAY: return ir_type_array(l->m, ivl_ir_type(l, t->elem), t->count);
  case IVL_TY_RECORD: return ir_type_record_declare(l->m, t->name);
  case IVL_TY_VOID:
  case IVL_TY_NULL:
  case IVL_TY_ERROR: break;
  }
  return IR_VOID;
}

ir_type ivl_ir_type(ivl_lowering *l, ivl_type *t) {
  if (t->has_ir) return t->ir;
  ir_type made = make_ir_type(l, t);
  t->ir = made;
  t->has_ir = true;
  // Declared before its fields are looked at: a field may point to the record itself.
  if (t->kind == IVL_TY_RECORD) define_record(l, t);
  return t->ir;
}

ir_func ivl_ir_func(ivl_lowering *l, ivl_sym *f) {
  if (f->func->ir.id) return f->func->ir;
  bool scalar = f->type->kind != IVL_TY_VOID && f->type->kind != IVL_TY_RECORD;
  f->func->ir = ir_func_declare(l->m, f->name, scalar ? ivl_ir_type(l, f->type) : IR_VOID, f->at);
  vec_push(&l->worklist, f);
  return f->func->ir;
}

enum { TEXT_MAX = 80 };

// True if the parenthesis at the beginning closes at the very end.
static bool in_parentheses(const char *b, const char *e) {
  int open = 0;
  if (b >= e || *b != '(') return false;
  for (const char *p = b; p < e; p++) {
    if (*p == '(') open++;
    if (*p == ')' && --open == 0) return p + 1 == e;
  }
  return false;
}

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f'; }

const char *ivl_source_text(ivl_lowering *l, const ivl_expr *e) {
  const char *b = e->begin, *end = e->end;
  while (in_parentheses(b, end)) {
    b++;
    end--;
    while (b < end && is_blank(*b)) b++;
    while (end > b && is_blank(end[-1])) end--;
  }
  strbuf out = {0};
  for (const char *p = b; p < end && out.len < TEXT_MAX; p++) {
    if (!is_blank(*p))
      sb_putc(&out, (unsigned char)*p < 0x20 || *p == 0x7f ? '?' : *p);
    else if (out.len && out.text[out.len - 1] != ' ')
      sb_putc(&out, ' ');
  }
  if (out.len >= TEXT_MAX) sb_puts(&out, "...");
  const char *text = arena_strdup(l->prog->mem, sb_text(&out));
  sb_fini(&out);
  return text;
}

// --- globals ---------------------------------------------------------------------------------------------------------

static bool is_constant(const ivl_expr *e) {
  if (e->kind != IVL_EX_LIST) return e->kind == IVL_EX_CONST;
  for (uint32_t i = 0; i < e->n_args; i++)
    if (!is_constant(e->args[i])) return false;
  return true;
}

static void init_static(ivl_lowering *l, ir_global g, uint64_t offset, ivl_type *t, const ivl_expr *e) {
  if (e->kind == IVL_EX_CONST) {
    if (e->value) ir_global_init(l->m, g, offset, ir_int(l->m, ivl_ir_type(l, t), e->value));
    return;
  }
  for (uint32_t i = 0; i < e->n_args; i++) {
    bool array = t->kind == IVL_TY_ARRAY;
    uint64_t at = offset;
    at += array ? i * t->elem->size : ir_type_get(l->m, ivl_ir_type(l, t))->fields[i].offset;
    init_static(l, g, at, array ? t->elem : t->fields[i].type, e->args[i]);
  }
}

static void add_globals(ivl_lowering *l) {
  for (size_t i = 0; i < l->prog->decls.len; i++) {
    ivl_sym *v = l->prog->decls.data[i];
    if (v->kind != IVL_SYM_GLOBAL) continue;
    v->global = ir_global_add(l->m, v->name, ivl_ir_type(l, v->type), v->at);
    bool fixed = !v->init || is_constant(v->init);
    if (v->init && fixed) init_static(l, v->global, 0, v->type, v->init);
    // Through a pointer even a constant can be written.
    if (v->is_const && fixed && !v->address_taken) ir_global_flags(l->m, v->global, true, false, false);
  }
}

// The other initialisers are the beginning of the entry function, in textual order (1.2).
static void lower_initialisers(ivl_lowering *l) {
  for (size_t i = 0; i < l->prog->decls.len; i++) {
    ivl_sym *v = l->prog->decls.data[i];
    if (v->kind != IVL_SYM_GLOBAL || !v->init || is_constant(v->init)) continue;
    l->at = v->ref->at;
    ivl_lower_init(l, (ivl_addr){ir_global_addr(l->m, v->global, 0), 0}, v->type, v->init, v->name, true);
  }
}

// --- functions -------------------------------------------------------------------------------------------------------

static void make_object(ivl_lowering *l, ivl_sym *v) {
  ir_type t = ivl_ir_type(l, v->type);
  ir_operand one = ir_int(l->m, l->t_i64, 1);
  v->reg = ir_reg_new(l->m, v->name, ir_type_ptr(l->m, t), v->at);
  ir_emit_to(l->m, v->reg, IR_LOCAL, &one, 1, v->at);
}

static void make_params(ivl_lowering *l, const ivl_sym *f) {
  if (f->type->kind == IVL_TY_RECORD) {
    ir_reg r = ir_param(l->m, "result", ir_type_ptr(l->m, ivl_ir_type(l, f->type)), f->at);
    l->result = ir_reg_operand(l->m, r);
  }
  for (uint32_t i = 0; i < f->func->n_params; i++) {
    ivl_sym *p = f->func->params[i];
    ir_type t = ivl_ir_type(l, p->type);
    p->reg = ir_param(l->m, p->name, p->by_reference ? ir_type_ptr(l->m, t) : t, p->at);
  }
}

// A parameter whose address is taken moves into an object; every local that is no register gets one.
static void make_locals(ivl_lowering *l, const ivl_func *f) {
  for (uint32_t i = 0; i < f->n_params; i++) {
    ivl_sym *p = f->params[i];
    if (!p->address_taken || p->by_reference) continue;
    ir_operand value = ir_reg_operand(l->m, p->reg);
    make_object(l, p);
    ir_emit_store(l->m, ivl_ir_type(l, p->type), ir_reg_operand(l->m, p->reg), value, p->at);
  }
  for (size_t i = 0; i < f->locals.len; i++) {
    ivl_sym *v = f->locals.data[i];
    if (v->has_value && !v->address_taken) continue;
    if (ivl_in_register(v))
      v->reg = ir_reg_new(l->m, v->name, ivl_ir_type(l, v->type), v->at);
    else
      make_object(l, v);
  }
}

static void lower_return(ivl_lowering *l, const ivl_sym *f) {
  if (ivl_dead(l)) return;
  ir_operand zero;
  bool returns = f->type->kind != IVL_TY_VOID && f->type->kind != IVL_TY_RECORD;
  if (returns) {
    ir_type t = ivl_ir_type(l, f->type);
    zero = f->type->kind == IVL_TY_POINTER ? ir_null(l->m, t) : ir_int(l->m, t, 0);
  }
  ir_emit_void(l->m, IR_RETURN, 0, returns ? &zero : NULL, returns ? 1 : 0, l->at);
}

static void lower_function(ivl_lowering *l, ivl_sym *f) {
  l->func = f;
  l->at = f->at;
  ir_func_begin(l->m, f->func->ir);
  make_params(l, f);
  ir_block_begin(l->m, ir_block_new(l->m));
  make_locals(l, f->func);
  if (f->kind == IVL_SYM_MAIN) lower_initialisers(l);
  ivl_lower_stmt(l, f->func->body);
  lower_return(l, f);
  ir_func_end(l->m);
}

static void add_processes(ivl_lowering *l) {
  for (size_t i = 0; i < l->prog->decls.len; i++) {
    ivl_sym *p = l->prog->decls.data[i];
    if (p->kind == IVL_SYM_THREAD)
      p->proc = ir_proc_add(l->m, p->name, ivl_ir_func(l, p), p->func->dont_initialize, p->at);
    if (p->kind == IVL_SYM_UPDATE) p->upd = ir_upd_add(l->m, p->name, ivl_ir_func(l, p), p->at);
  }
}

ir_module *ivl_lower(ivl_program *prog, const char *text, size_t len) {
  ivl_lowering l = {.prog = prog, .m = ir_module_new("ivl", IR_SCHED_SYSTEMC, 64)};
  ir_set_properties(l.m, "assert,bounds,null,div-by-zero,delay");
  ir_add_source(l.m, prog->file, text, len);
  l.t_bool = ir_type_bool(l.m);
  l.t_i64 = ir_type_int(l.m, 64, true, "i64");
  l.t_offset = ir_type_int(l.m, 64, true, NULL);
  l.t_u64 = ir_type_int(l.m, 64, false, "u64");
  l.t_u8 = ir_type_int(l.m, 8, false, "u8");
  add_globals(&l);
  add_processes(&l);
  ir_set_entry(l.m, ivl_ir_func(&l, prog->main));
  for (size_t i = 0; i < l.worklist.len; i++) lower_function(&l, l.worklist.data[i]);
  vec_free(&l.worklist);
  return l.m;
}
