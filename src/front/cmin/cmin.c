#include "front/cmin/cmin.h"

#include "front/front.h"

void cm_program_init(cm_program *prog, const char *file, diags *d) {
  *prog = (cm_program){.mem = arena_new(), .names = interner_new(), .d = d, .file = file};
  prog->t_int.kind = CM_INT;
  prog->t_bool.kind = CM_BOOL;
}

void cm_program_fini(cm_program *prog) {
  for (size_t i = 0; i < prog->structs.len; i++) vec_free(&prog->structs.data[i]->members);
  for (size_t i = 0; i < prog->threads.len; i++) vec_free(&prog->threads.data[i]->stmts);
  vec_free(&prog->structs);
  vec_free(&prog->vars);
  vec_free(&prog->threads);
  interner_free(prog->names);
  arena_free(prog->mem);
}

cm_type *cm_pointer_to(cm_program *prog, cm_type *t) {
  if (!t->pointer) {
    t->pointer = ARENA_NEW(prog->mem, cm_type);
    *t->pointer = (cm_type){.kind = CM_POINTER, .elem = t};
  }
  return t->pointer;
}

const char *cm_type_text(cm_program *prog, const cm_type *t) {
  uint32_t stars = 0;
  for (; t->kind == CM_POINTER; t = t->elem) stars++;
  const char *name = t->kind == CM_INT ? "int" : t->kind == CM_BOOL ? "bool" : t->record->name;
  char tail[CM_MAX_STARS + 8];
  stars = stars < sizeof tail - 1 ? stars : sizeof tail - 1;
  memset(tail, '*', stars);
  tail[stars] = '\0';
  return arena_printf(prog->mem, "%s%s", name, tail);
}

const char *cm_op_text(cm_op op) {
  switch (op) {
  case CM_ADD: return "+";
  case CM_SUB: return "-";
  case CM_MUL: return "*";
  case CM_DIV: return "div";
  case CM_MOD: return "mod";
  case CM_LT: return "<";
  case CM_LE: return "<=";
  case CM_EQ: return "=";
  case CM_NE: return "<>";
  case CM_GE: return ">=";
  case CM_GT: return ">";
  case CM_AND: return "and";
  case CM_OR: return "or";
  }
  UNREACHABLE("an operation");
}

bool cm_stmt_ends(const cm_thread *t, uint32_t index) {
  const cm_stmt *s = &t->stmts.data[index];
  if (s->kind != CM_JUMP || s->cond->kind != CM_TRUTH) return false;
  return (s->cond->value ? s->yes.index : s->no.index) == index;
}

static ir_module *parse(const char *file, const char *text, size_t len, diags *d) {
  size_t before = diags_errors(d);
  cm_program prog;
  ir_module *m = NULL;
  cm_program_init(&prog, file, d);
  cm_parse(&prog, text, len);
  if (diags_errors(d) == before) cm_check(&prog);
  if (diags_errors(d) == before) {
    m = cm_lower(&prog, text, len);
    const char *why = NULL;
    if (!ir_freeze(m, &why)) check_failed(__FILE__, __LINE__, "ir_freeze", why);
  }
  cm_program_fini(&prog);
  return m;
}

static const char *const endings[] = {".cmin", NULL};

const front_end front_cmin = {.name = "cmin", .endings = endings, .parse = parse};
