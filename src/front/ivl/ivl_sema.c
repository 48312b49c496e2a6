// The semantic analysis: all names first, then types and variables in textual order, then bodies, then the rules
// about who may reach what.
#include "front/ivl/ivl_sema.h"

static bool is_body(ivl_sym_kind kind) {
  return kind == IVL_SYM_FUNC || kind == IVL_SYM_THREAD || kind == IVL_SYM_UPDATE || kind == IVL_SYM_MAIN;
}

static void declare_all(ivl_sema *s) {
  for (size_t i = 0; i < s->prog->decls.len; i++) {
    ivl_sym *sym = s->prog->decls.data[i];
    ivl_declare(s, sym);
    if (sym->kind == IVL_SYM_MAIN && !s->prog->main) s->prog->main = sym;
    if (sym->kind != IVL_SYM_CLASS) continue;
    ivl_type *t = ARENA_NEW(s->prog->mem, ivl_type);
    t->kind = IVL_TY_RECORD;
    t->name = sym->name;
    t->record = sym;
    sym->type = t;
  }
}

static void check_parameter(ivl_sema *s, ivl_sym *p) {
  p->type = ivl_resolve(s, p->ref);
  p->analysed = true;
  if (p->type->kind == IVL_TY_VOID) {
    diag_error(s->prog->d, p->at, DIAG_IVL_BAD_TYPE, "void", "the type of a parameter");
    p->type = s->ty.error;
  }
  if (p->type->kind == IVL_TY_ARRAY) p->type = ivl_pointer_to(s, p->type->elem);
  p->by_reference = p->type->kind == IVL_TY_EVENT || p->type->kind == IVL_TY_RECORD;
}

static void check_signature(ivl_sema *s, ivl_sym *f) {
  f->type = f->ref ? ivl_resolve(s, f->ref) : s->ty.void_;
  if (f->type->kind == IVL_TY_EVENT) {
    diag_error(s->prog->d, f->ref->at, DIAG_IVL_BAD_TYPE, "event", "the result of a function");
    f->type = s->ty.error;
  }
  for (uint32_t i = 0; i < f->func->n_params; i++) check_parameter(s, f->func->params[i]);
}

// Sizes of arrays may use constants, so classes and variables are visited together in textual order; signatures come
// between, because initialisers may call functions that are declared later.
static void check_declarations(ivl_sema *s) {
  const ivl_sym_vec *decls = &s->prog->decls;
  for (size_t i = 0; i < decls->len; i++) {
    ivl_sym *sym = decls->data[i];
    bool number = sym->kind == IVL_SYM_GLOBAL && sym->is_const && sym->ref->base != IVL_TOK_NAME && !sym->ref->n_dims;
    if (number && sym->init && sym->init->kind != IVL_EX_LIST) ivl_check_variable(s, sym);
    if (sym->kind == IVL_SYM_CLASS) ivl_layout_class(s, sym);
  }
  for (size_t i = 0; i < decls->len; i++)
    if (is_body(decls->data[i]->kind)) check_signature(s, decls->data[i]);
  for (size_t i = 0; i < decls->len; i++)
    if (decls->data[i]->kind == IVL_SYM_GLOBAL && !decls->data[i]->analysed) ivl_check_variable(s, decls->data[i]);
}

void ivl_analyse(ivl_program *prog) {
  ivl_sym_vec init_callees = {0}, init_locals = {0};
  ivl_sema s = {.prog = prog, .init_callees = &init_callees, .init_locals = &init_locals};
  ivl_types_make(&s);
  declare_all(&s);
  check_declarations(&s);
  for (size_t i = 0; i < prog->decls.len; i++)
    if (is_body(prog->decls.data[i]->kind) && !diags_full(prog->d)) ivl_check_body(&s, prog->decls.data[i]);
  if (!prog->main) {
    diag_error(prog->d, (place){prog->file, 1, 1}, DIAG_IVL_NO_MAIN);
  } else {
    for (size_t i = 0; i < init_callees.len; i++) vec_push(&prog->main->func->callees, init_callees.data[i]);
    for (size_t i = 0; i < init_locals.len; i++) vec_push(&prog->main->func->locals, init_locals.data[i]);
  }
  if (diags_errors(prog->d) == 0) ivl_check_flow(&s);
  vec_free(&init_callees);
  vec_free(&init_locals);
  vec_free(&s.visible);
  vec_free(&s.gotos);
  map64_fini(&s.bound);
}
