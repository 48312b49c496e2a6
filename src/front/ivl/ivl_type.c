// Types and constants of IVL.
#include <stdio.h>

#include "base/str.h"
#include "front/ivl/ivl_sema.h"

static ivl_type *make(ivl_sema *s, ivl_type t) { return arena_copy(s->prog->mem, &t, sizeof t); }

static ivl_type *make_int(ivl_sema *s, const char *name, uint32_t bits, bool is_signed) {
  return make(
      s,
      (ivl_type){
          .kind = IVL_TY_INT, .name = name, .bits = bits, .is_signed = is_signed, .size = bits / 8, .align = bits / 8});
}

void ivl_types_make(ivl_sema *s) {
  s->ty.error = make(s, (ivl_type){.kind = IVL_TY_ERROR, .name = "?", .size = 1, .align = 1});
  s->ty.void_ = make(s, (ivl_type){.kind = IVL_TY_VOID, .name = "void"});
  s->ty.null = make(s, (ivl_type){.kind = IVL_TY_NULL, .name = "null", .size = 8, .align = 8});
  s->ty.event = make(s, (ivl_type){.kind = IVL_TY_EVENT, .name = "event", .size = 1, .align = 1});
  s->ty.bool_ = make(s, (ivl_type){.kind = IVL_TY_BOOL, .name = "bool", .bits = 1, .size = 1, .align = 1});
  s->ty.char_ = make_int(s, "char", 8, true);
  s->ty.char_->is_char = true;
  s->ty.i8 = make_int(s, "i8", 8, true);
  s->ty.u8 = make_int(s, "u8", 8, false);
  s->ty.i16 = make_int(s, "i16", 16, true);
  s->ty.u16 = make_int(s, "u16", 16, false);
  s->ty.int_ = make_int(s, "int", 32, true);
  s->ty.uint = make_int(s, "uint", 32, false);
  s->ty.i64 = make_int(s, "i64", 64, true);
  s->ty.u64 = make_int(s, "u64", 64, false);
}

ivl_type *ivl_pointer_to(ivl_sema *s, ivl_type *t) {
  if (t->kind == IVL_TY_ERROR) return t;
  if (!t->pointer_to) t->pointer_to = make(s, (ivl_type){.kind = IVL_TY_POINTER, .elem = t, .size = 8, .align = 8});
  return t->pointer_to;
}

ivl_type *ivl_array_of(ivl_sema *s, ivl_type *t, uint64_t count) {
  if (t->kind == IVL_TY_ERROR) return t;
  for (ivl_type *a = t->arrays; a; a = a->next_array)
    if (a->count == count) return a;
  ivl_type *a = make(s, (ivl_type){.kind = IVL_TY_ARRAY,
                                   .elem = t,
                                   .count = count,
                                   .size = t->size * count,
                                   .align = t->align,
                                   .next_array = t->arrays});
  t->arrays = a;
  return a;
}

const char *ivl_type_name(ivl_sema *s, const ivl_type *t) {
  if (t->kind != IVL_TY_POINTER && t->kind != IVL_TY_ARRAY) return t->name;
  strbuf b = {0};
  const ivl_type *base = t;
  while (base->kind == IVL_TY_POINTER || base->kind == IVL_TY_ARRAY) base = base->elem;
  sb_puts(&b, base->name);
  // Stars are written innermost first, dimensions outermost first; mixtures read well enough this way.
  for (const ivl_type *p = t; p != base; p = p->elem)
    if (p->kind == IVL_TY_POINTER) sb_putc(&b, '*');
  for (const ivl_type *p = t; p != base; p = p->elem)
    if (p->kind == IVL_TY_ARRAY) sb_printf(&b, "[%llu]", (unsigned long long)p->count);
  const char *name = arena_strdup(s->prog->mem, sb_text(&b));
  sb_fini(&b);
  return name;
}

bool ivl_is_arithmetic(const ivl_type *t) { return t->kind == IVL_TY_INT || t->kind == IVL_TY_BOOL; }

bool ivl_is_scalar(const ivl_type *t) {
  return ivl_is_arithmetic(t) || t->kind == IVL_TY_POINTER || t->kind == IVL_TY_NULL;
}

bool ivl_can_be_symbolic(const ivl_type *t) {
  while (t->kind == IVL_TY_ARRAY) t = t->elem;
  if (t->kind != IVL_TY_RECORD) return ivl_is_arithmetic(t);
  for (uint32_t i = 0; i < t->n_fields; i++)
    if (!ivl_can_be_symbolic(t->fields[i].type)) return false;
  return true;
}

uint64_t ivl_inputs_of(const ivl_type *t) {
  uint64_t count = 1;
  const ivl_type *leaf = t;
  for (; leaf->kind == IVL_TY_ARRAY; leaf = leaf->elem) count *= leaf->count;
  if (leaf->kind == IVL_TY_INT) return 1;
  if (leaf->kind != IVL_TY_RECORD) return count;
  uint64_t each = 0;
  for (uint32_t i = 0; i < leaf->n_fields; i++) each += ivl_inputs_of(leaf->fields[i].type);
  return count * each;
}

ivl_type *ivl_promote(ivl_sema *s, ivl_type *t) { return ivl_is_arithmetic(t) && t->bits < 32 ? s->ty.int_ : t; }

// Usual arithmetic conversions: the wider one, among equals the unsigned one.
ivl_type *ivl_common(ivl_sema *s, ivl_type *a, ivl_type *b) {
  a = ivl_promote(s, a);
  b = ivl_promote(s, b);
  if (a->bits != b->bits) return a->bits > b->bits ? a : b;
  return a->is_signed ? b : a;
}

// --- types as written ------------------------------------------------------------------------------------------------

static ivl_type *base_type(ivl_sema *s, const ivl_typeref *ref) {
  switch ((int)ref->base) {
  case IVL_TOK_BOOL: return s->ty.bool_;
  case IVL_TOK_CHAR: return s->ty.char_;
  case IVL_TOK_INT:
  case IVL_TOK_I32: return s->ty.int_;
  case IVL_TOK_UINT:
  case IVL_TOK_U32: return s->ty.uint;
  case IVL_TOK_I8: return s->ty.i8;
  case IVL_TOK_U8: return s->ty.u8;
  case IVL_TOK_I16: return s->ty.i16;
  case IVL_TOK_U16: return s->ty.u16;
  case IVL_TOK_I64: return s->ty.i64;
  case IVL_TOK_U64: return s->ty.u64;
  case IVL_TOK_EVENT: return s->ty.event;
  case IVL_TOK_VOID: return s->ty.void_;
  }
  ivl_sym *cls = ivl_lookup(s, ref->name);
  if (cls && cls->kind == IVL_SYM_CLASS) return cls->type;
  static const char *const words[] = {"bool", "char",   "int",    "uint", "event",
                                      "void", "thread", "update", "main", "class"};
  const char *best = NULL;
  uint32_t distance = UINT32_MAX;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) ivl_nearer(ref->name, words[i], &best, &distance);
  for (size_t i = 0; i < s->visible.len; i++)
    if (s->visible.data[i]->kind == IVL_SYM_CLASS) ivl_nearer(ref->name, s->visible.data[i]->name, &best, &distance);
  diag_error(s->prog->d, ref->at, DIAG_IVL_UNKNOWN_TYPE, ref->name, ivl_did_you_mean(s, ref->name, best));
  return s->ty.error;
}

static ivl_type *add_dimension(ivl_sema *s, ivl_type *t, ivl_expr **dim) {
  uint64_t count;
  if (!ivl_const_value(s, dim, "an array size", &count)) return s->ty.error;
  bool negative = (*dim)->type->is_signed && (int64_t)count < 0;
  if (negative || count == 0 || count > IVL_MAX_ELEMENTS) {
    diag_error(s->prog->d, (*dim)->at, DIAG_IVL_ARRAY_SIZE, (unsigned)IVL_MAX_ELEMENTS);
    return s->ty.error;
  }
  if (t->kind != IVL_TY_ERROR && t->size * count > IVL_MAX_BYTES) {
    diag_error(s->prog->d, (*dim)->at, DIAG_IVL_OBJECT_SIZE, ivl_type_name(s, ivl_array_of(s, t, count)));
    return s->ty.error;
  }
  return ivl_array_of(s, t, count);
}

ivl_type *ivl_resolve(ivl_sema *s, const ivl_typeref *ref) {
  ivl_type *t = base_type(s, ref);
  if (t->kind == IVL_TY_VOID && (ref->stars || ref->n_dims)) {
    diag_error(s->prog->d, ref->at, DIAG_IVL_BAD_TYPE, "void", ref->stars ? "pointed to" : "an array element");
    return s->ty.error;
  }
  if (t->kind == IVL_TY_RECORD && ref->stars == 0) ivl_layout_class(s, t->record);
  for (uint32_t i = 0; i < ref->stars; i++) t = ivl_pointer_to(s, t);
  for (uint32_t i = ref->n_dims; i > 0; i--) t = add_dimension(s, t, &ref->dims[i - 1]);
  return t;
}

static void place_field(ivl_sema *s, ivl_type *t, ivl_sym *f, ivl_field *out) {
  ivl_type *type = ivl_resolve(s, f->ref);
  if (type->kind == IVL_TY_VOID) {
    diag_error(s->prog->d, f->at, DIAG_IVL_BAD_TYPE, "void", "the type of a field");
    type = s->ty.error;
  }
  if (f->init) diag_error(s->prog->d, f->init->at, DIAG_IVL_BAD_TYPE, "a field", "initialised in its class");
  uint64_t align = type->align ? type->align : 1;
  t->size = (t->size + align - 1) / align * align;
  *out = (ivl_field){f->name, type, t->size, f->at};
  t->size += type->size;
  if (align > t->align) t->align = align;
}

// Lays the fields out with natural alignment, the classes of its fields first.
void ivl_layout_class(ivl_sema *s, ivl_sym *cls) {
  if (cls->layout_state == 2) return;
  if (cls->layout_state == 1) {
    diag_error(s->prog->d, cls->at, DIAG_IVL_SELF, cls->name);
    cls->layout_state = 2;
    return;
  }
  cls->layout_state = 1;
  ivl_type *t = cls->type;
  t->align = 1;
  ivl_field *fields = ARENA_NEW_N(s->prog->mem, ivl_field, cls->n_fields + 1);
  map64 lines = {0};  // name -> line of the field
  for (uint32_t i = 0; i < cls->n_fields; i++) {
    const ivl_sym *f = cls->fields[i];
    uint64_t line;
    if (map64_get(&lines, (uint64_t)(uintptr_t)f->name, &line))
      diag_error(s->prog->d, f->at, DIAG_IVL_DUPLICATE, f->name, (uint32_t)line);
    map64_put(&lines, (uint64_t)(uintptr_t)f->name, f->at.line);
    place_field(s, t, cls->fields[i], &fields[i]);
  }
  map64_fini(&lines);
  t->fields = fields;
  t->n_fields = cls->n_fields;
  if (t->size == 0) t->size = 1;
  t->size = (t->size + t->align - 1) / t->align * t->align;
  if (t->size > IVL_MAX_BYTES) {
    diag_error(s->prog->d, cls->at, DIAG_IVL_OBJECT_SIZE, cls->name);
    t->size = 1;
  }
  cls->layout_state = 2;
}

// --- constants -------------------------------------------------------------------------------------------------------

uint64_t ivl_wrap(const ivl_type *t, uint64_t value) {
  if (!ivl_is_arithmetic(t) || t->bits >= 64) return value;
  uint64_t low = value & (((uint64_t)1 << t->bits) - 1);
  bool negative = t->is_signed && (low >> (t->bits - 1)) & 1;
  return negative ? low | ~(((uint64_t)1 << t->bits) - 1) : low;
}

static uint64_t fold_shift(ivl_tok_kind op, const ivl_type *t, uint64_t a, uint64_t b) {
  // As SMT-LIB: the amount is unsigned, everything shifted out yields zeros (or copies of the sign).
  bool all = b >= t->bits;
  if (op == IVL_TOK_SHL) return all ? 0 : a << b;
  if (!t->is_signed) return all ? 0 : a >> b;
  bool negative = (int64_t)a < 0;
  if (all) return negative ? UINT64_MAX : 0;
  return negative ? ~(~a >> b) : a >> b;
}

static bool fold_divide(ivl_tok_kind op, const ivl_type *t, uint64_t a, uint64_t b, uint64_t *out) {
  if (b == 0) return false;  // left to the check at run time
  if (!t->is_signed) {
    *out = op == IVL_TOK_DIV ? a / b : a % b;
  } else if ((int64_t)b == -1) {
    *out = op == IVL_TOK_DIV ? 0 - a : 0;  // INT_MIN / -1 wraps
  } else {
    int64_t x = (int64_t)a, y = (int64_t)b;
    *out = (uint64_t)(op == IVL_TOK_DIV ? x / y : x % y);
  }
  return true;
}

static bool less(const ivl_type *t, uint64_t a, uint64_t b) { return t->is_signed ? (int64_t)a < (int64_t)b : a < b; }

bool ivl_fold_binary(ivl_tok_kind op, const ivl_type *t, uint64_t a, uint64_t b, uint64_t *out) {
  switch ((int)op) {
  case IVL_TOK_ADD: *out = a + b; return true;
  case IVL_TOK_SUB: *out = a - b; return true;
  case IVL_TOK_MUL: *out = a * b; return true;
  case IVL_TOK_AND: *out = a & b; return true;
  case IVL_TOK_OR: *out = a | b; return true;
  case IVL_TOK_XOR: *out = a ^ b; return true;
  case IVL_TOK_SHL:
  case IVL_TOK_SHR: *out = fold_shift(op, t, a, b); return true;
  case IVL_TOK_DIV:
  case IVL_TOK_REM: return fold_divide(op, t, a, b, out);
  case IVL_TOK_EQ: *out = a == b; return true;
  case IVL_TOK_NE: *out = a != b; return true;
  case IVL_TOK_LT: *out = less(t, a, b); return true;
  case IVL_TOK_GT: *out = less(t, b, a); return true;
  case IVL_TOK_LE: *out = !less(t, b, a); return true;
  case IVL_TOK_GE: *out = !less(t, a, b); return true;
  }
  return false;
}

bool ivl_overflows(ivl_tok_kind op, const ivl_type *t, uint64_t a, uint64_t b) {
  int64_t x = (int64_t)a, y = (int64_t)b, exact = 0;
  bool lost = false;
  if (op == IVL_TOK_ADD) lost = __builtin_add_overflow(x, y, &exact);
  if (op == IVL_TOK_SUB) lost = __builtin_sub_overflow(x, y, &exact);
  if (op == IVL_TOK_MUL) lost = __builtin_mul_overflow(x, y, &exact);
  if ((op == IVL_TOK_DIV || op == IVL_TOK_REM) && y == -1) lost = __builtin_sub_overflow((int64_t)0, x, &exact);
  if (op == IVL_TOK_SHL) {
    lost = x < 0 || b >= t->bits || a > (uint64_t)INT64_MAX >> b;
    exact = lost ? 0 : (int64_t)(a << b);
  }
  return lost || ivl_wrap(t, (uint64_t)exact) != (uint64_t)exact;
}

bool ivl_is_const(const ivl_expr *e) { return e->kind == IVL_EX_CONST; }
