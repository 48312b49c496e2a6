// Inline assembler: operands by their constraints, and the walk over the text. What is not known here is `unsupported`, with its
// text. Compilers take it that inputs are read before outputs are written, and may give both one register: a text that reads an
// input after it wrote an output without `&` is refused.
#include <ctype.h>
#include <string.h>

#include "base/str.h"
#include "front/llvm/lower_asm.h"

// --- locations

asm_loc *asm_find_loc(asm_state *A, const char *name) {
  for (uint32_t i = 0; i < A->n_locs; i++)
    if (*name && !strcmp(A->locs[i].name, name)) return &A->locs[i];
  return NULL;
}

asm_operand *asm_find_named(asm_state *A, const char *name) {
  asm_operand *found = NULL;  // an input rather than an output: it has a value
  for (uint32_t i = 0; i < A->n_operands; i++)
    if (*name && !strcmp(A->operands[i].name, name)) found = &A->operands[i];
  return found;
}

ir_operand asm_read_loc(asm_state *A, asm_loc *loc, ir_type t) {
  low *L = A->L;
  uint32_t bits = low_is_ptr(L, t) ? L->word_bits : low_bits(L, t);
  if (bits > loc->known) A->bad = true;
  if (A->bad) return low_zero(L, t);
  if (loc->known) loc->now = low_present(L, loc->now);
  bool ok = true;
  ir_operand v = low_adapt(L, low_is_int(L, loc->now.type) ? low_fit(L, loc->now, low_int(L, bits), false) : loc->now,
                           t, &ok);
  if (!ok) A->bad = true;
  return v;
}

// The upper half becomes zero with a write of 32 bits; narrower ones leave the others as they are.
static ir_operand merged(asm_state *A, asm_loc *loc, ir_operand v, uint32_t bits) {
  low *L = A->L;
  if (bits >= 32 || loc->known <= bits) return v;
  uint64_t mask = ((uint64_t)1 << bits) - 1;
  bool ok = true;
  ir_operand old = low_adapt(L, low_present(L, loc->now), L->t_i64, &ok);
  old = low_bin(L, IR_AND, L->t_i64, old, low_num(L, L->t_i64, ~mask));
  return low_bin(L, IR_OR, L->t_i64, old, low_fit(L, v, L->t_i64, false));
}

void asm_write_loc(asm_state *A, asm_loc *loc, ir_operand v) {
  low *L = A->L;
  uint32_t bits = low_is_ptr(L, v.type) ? L->word_bits : low_bits(L, v.type);
  ir_operand whole = merged(A, loc, v, bits);
  if (A->has_jumps) {
    ir_type t = ir_reg_type(L->out, loc->reg);
    bool ok = true;
    whole = low_is_int(L, whole.type) && low_is_int(L, t) ? low_fit(L, whole, t, false) : low_adapt(L, whole, t, &ok);
    if (!ok || bits > loc->known) A->bad = true;
    if (!A->bad) low_move(L, loc->reg, whole);
  } else {
    loc->now = whole;
    if (bits >= 32) bits = 64;
    if (bits > loc->known) loc->known = bits;
  }
  loc->written = true;
  if (loc->early) return;
  A->wrote_any = true;
  if (!loc->tied) A->wrote_fresh = true;
}

// --- constraints

typedef struct constraint {
  const char *at;
  size_t len;
  bool is_output, is_indirect, is_early, is_clobber;
} constraint;

static constraint next_constraint(const char **rest) {
  constraint c = {.at = *rest, .len = strcspn(*rest, ",")};
  *rest += c.len + ((*rest)[c.len] == ',');
  for (; c.len; c.at++, c.len--) {
    if (*c.at == '=')
      c.is_output = true;
    else if (*c.at == '*')
      c.is_indirect = true;
    else if (*c.at == '&')
      c.is_early = true;
    else if (*c.at == '~')
      c.is_clobber = true;
    else
      break;
  }
  return c;
}

static bool says(constraint c, const char *text) { return c.len == strlen(text) && !memcmp(c.at, text, c.len); }

static bool is_memory(constraint c) {
  return c.is_indirect && (says(c, "m") || says(c, "o") || says(c, "V") || says(c, "Q"));
}

static LLVMTypeRef element_type(LLVMValueRef call, unsigned argument) {
  unsigned kind = LLVMGetEnumAttributeKindForName("elementtype", 11);
  LLVMAttributeRef a = LLVMGetCallSiteEnumAttribute(call, argument + 1, kind);
  return a ? LLVMGetTypeAttributeValue(a) : NULL;
}

// "{ax}", "{rax}" and so on: the register without its width. What stands behind says which constants it may be instead.
static bool register_of(constraint c, char *name) {
  static const char *const NAMES[] = {"ax", "bx", "cx", "dx", "si", "di"};
  while (c.len > 4 && c.at[c.len - 1] >= 'I' && c.at[c.len - 1] <= 'P') c.len--;
  for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
    bool plain = c.len == 4 && !memcmp(c.at + 1, NAMES[i], 2), wide = c.len == 5 && !memcmp(c.at + 2, NAMES[i], 2);
    if (plain || wide) {
      memcpy(name, NAMES[i], 3);
      return true;
    }
  }
  return c.len >= 4 && asm_numbered_register(c.at + 1, c.len - 2, name);
}

static bool parse_code(asm_operand *o, constraint c) {
  if (!c.len || c.at[0] == '!' || memchr(c.at, '|', c.len)) return false;
  if (c.at[0] != '{') return true;
  if (c.len > 4 && !memcmp(c.at, "{@cc", 4)) {
    size_t n = c.len - 5;
    if (!c.is_output || n >= sizeof o->flag) return false;
    memcpy(o->flag, c.at + 4, n);
    o->kind = ASM_FLAG;
    return true;
  }
  return register_of(c, o->name);
}

static asm_loc *new_loc(asm_state *A, const char *name, bool early) {
  asm_loc *loc = &A->locs[A->n_locs++];
  *loc = (asm_loc){.early = early};
  memcpy(loc->name, name, sizeof loc->name);
  return loc;
}

static bool add_output(asm_state *A, asm_operand *o, constraint c, LLVMTypeRef type) {
  o->is_output = true;
  o->type = type;
  if (o->kind == ASM_FLAG) return !c.is_indirect;
  if (is_memory(c)) {
    o->kind = ASM_MEMORY;
    o->has_contents = false;
    return true;
  }
  o->kind = ASM_LOC;
  o->is_stored = c.is_indirect;
  o->loc = new_loc(A, o->name, c.is_early);
  return true;
}

static void begin_loc(asm_state *A, asm_operand *to, asm_operand *from) {
  low *L = A->L;
  to->loc->tied = true;
  to->parts = from->parts;
  to->came_as = from->type;
  const low_flat *f = low_flat_of(L, from->type);
  if (f->n != 1 || from->parts.n != 1) return;
  ir_type t = f->leaves[0].type;
  if (!low_is_ptr(L, t) && !(low_is_int(L, t) && low_bits(L, t) <= 64)) return;
  to->loc->known = low_is_ptr(L, t) ? L->word_bits : low_bits(L, t);
  to->loc->now = from->parts.p[0];
}

static bool add_input(asm_state *A, asm_operand *o, constraint c, LLVMValueRef v) {
  o->type = LLVMTypeOf(v);
  o->kind = ASM_VALUE;
  o->parts = low_value(A->L, v);
  if (isdigit((unsigned char)c.at[0])) {
    uint32_t n = 0;
    for (size_t i = 0; i < c.len; i++) n = n * 10 + (uint32_t)(c.at[i] - '0');
    if (n >= A->n_operands || A->operands[n].kind != ASM_LOC) return false;
    asm_operand *to = &A->operands[n];
    o->kind = ASM_LOC;
    o->loc = to->loc;
    begin_loc(A, to, o);
    return true;
  }
  asm_loc *shared = asm_find_loc(A, o->name);
  if (shared) {
    o->kind = ASM_LOC;
    o->loc = shared;
    begin_loc(A, o, o);
    return true;
  }
  bool constant = LLVMIsAConstantInt(v) && LLVMGetIntTypeWidth(LLVMTypeOf(v)) <= 64;
  o->is_constant = constant && !*o->name &&
                   (memchr(c.at, 'i', c.len) || memchr(c.at, 'n', c.len) || isupper((unsigned char)c.at[0]) ||
                    c.at[0] == 'e');
  if (o->is_constant) o->number = (uint64_t)LLVMConstIntGetSExtValue(v);
  return true;
}

// One that is written and not named as an input keeps what is in it only if the statement may read all of memory.
static void find_contents(asm_state *A) {
  for (uint32_t i = 0; i < A->n_operands; i++) {
    asm_operand *o = &A->operands[i];
    if (o->kind != ASM_MEMORY) continue;
    o->has_contents = A->clobbers_memory || !o->is_output;
    for (uint32_t k = 0; k < A->n_operands; k++) {
      asm_operand *other = &A->operands[k];
      if (other->kind == ASM_MEMORY && !other->is_output && other->type == o->type) o->has_contents = true;
    }
  }
}

static bool add_operand(asm_state *A, constraint c, unsigned *argument, unsigned *output) {
  if (A->n_operands == ASM_OPERANDS_MAX) return false;
  asm_operand *o = &A->operands[A->n_operands];
  LLVMTypeRef result = LLVMTypeOf(A->call);
  if (!parse_code(o, c)) return false;
  if (c.is_indirect) {
    o->address = low_scalar(A->L, LLVMGetOperand(A->call, *argument));
    o->type = element_type(A->call, (*argument)++);
    if (!o->type) return false;
  } else if (c.is_output) {
    o->type = LLVMGetTypeKind(result) == LLVMStructTypeKind ? LLVMStructGetTypeAtIndex(result, *output) : result;
    (*output)++;
  }
  bool ok = true;
  if (c.is_output)
    ok = add_output(A, o, c, o->type);
  else if (c.is_indirect)
    o->kind = is_memory(c) ? ASM_MEMORY : ASM_UNKNOWN;
  else
    ok = add_input(A, o, c, LLVMGetOperand(A->call, (*argument)++));
  A->n_operands++;
  return ok;
}

// A register that the text may use as it likes, shared with no operand.
static void add_scratch(asm_state *A, constraint c) {
  char name[ASM_NAME_MAX] = {0};
  if (A->n_locs < ASM_OPERANDS_MAX && register_of(c, name) && !asm_find_loc(A, name)) new_loc(A, name, true);
}

static bool parse_constraints(asm_state *A, const char *text) {
  unsigned argument = 0, output = 0;
  while (*text) {
    constraint c = next_constraint(&text);
    if (c.is_clobber) {
      if (says(c, "{memory}")) A->clobbers_memory = true;
      add_scratch(A, c);
      continue;
    }
    if (!add_operand(A, c, &argument, &output)) return false;
  }
  find_contents(A);
  return true;
}

// --- the text

static asm_label *find_label(asm_state *A, uint32_t number, bool forward, size_t from) {
  asm_label *found = NULL;
  for (uint32_t i = 0; i < A->n_labels; i++) {
    asm_label *l = &A->labels[i];
    if (l->number != number) continue;
    if (forward ? l->at > from && !found : l->at <= from) found = l;
  }
  return found;
}

static bool label_at(const char *s, uint32_t *number, size_t *len) {
  size_t n = 0;
  for (*number = 0; isdigit((unsigned char)s[n]) && n < 4; n++) *number = *number * 10 + (uint32_t)(s[n] - '0');
  *len = n + 1;
  return n && s[n] == ':';
}

static size_t statement_end(const char *s) { return strcspn(s, ";\n"); }
static size_t blanks(const char *s) { return strspn(s, " \t\r"); }

static bool find_labels(asm_state *A) {
  for (const char *s = A->text; *s;) {
    uint32_t number;
    size_t len;
    s += blanks(s);
    if (label_at(s, &number, &len)) {
      if (A->n_labels == ASM_LABELS_MAX) return false;
      s += len;
      A->labels[A->n_labels++] =
          (asm_label){.number = number, .at = (size_t)(s - A->text), .block = ir_block_new(A->L->out)};
      continue;
    }
    s += statement_end(s);
    if (*s) s++;
  }
  A->has_jumps = A->n_labels > 0;
  return true;
}

static void begin_label(asm_state *A, asm_label *l) {
  low *L = A->L;
  if (low_open(L)) ir_emit_jump(L->out, l->block, L->at);
  ir_block_begin(L->out, l->block);
  l->begun = true;
  A->flags.of = FLAGS_NONE;
}

// A jump back reads again what the text before it wrote.
static void jump(asm_state *A, const char *condition, const char *to, size_t len, size_t at) {
  low *L = A->L;
  uint32_t number = 0;
  size_t n = 0;
  for (; n < len && isdigit((unsigned char)to[n]); n++) number = number * 10 + (uint32_t)(to[n] - '0');
  bool forward = n < len && to[n] == 'f', back = n < len && to[n] == 'b';
  asm_label *l = n && n + 1 == len && (forward || back) ? find_label(A, number, forward, at) : NULL;
  if (!l || (back && (A->wrote_fresh || (A->wrote_any && A->read_value)))) A->bad = true;
  if (A->bad) return;
  if (!strcmp(condition, "mp")) {
    ir_emit_jump(L->out, l->block, L->at);
    return;
  }
  ir_operand c = asm_condition(A, condition);
  if (A->bad || !low_open(L)) return;
  ir_block next = ir_block_new(L->out);
  ir_emit_branch(L->out, c, l->block, next, L->at);
  ir_block_begin(L->out, next);
}

static uint32_t split_args(asm_state *A, const char *s, size_t len, asm_arg *args) {
  uint32_t n = 0;
  const char *end = s + len;
  while (s < end) {
    s += blanks(s);
    const char *from = s;
    for (int depth = 0; s < end && (*s != ',' || depth); s++) depth += (*s == '(') - (*s == ')');
    const char *stop = s;
    while (stop > from && isspace((unsigned char)stop[-1])) stop--;
    if (n == ASM_ARGS_MAX || !asm_parse_arg(A, from, stop, &args[n])) A->bad = true;
    if (A->bad) return 0;
    n++;
    if (s < end) s++;
  }
  return n;
}

typedef struct prefixes {
  bool is_locked, is_repeated;
} prefixes;

// `.byte 0xf3, 0x90`: for assemblers that do not know the name.
static bool is_pause(const char *s, size_t len) {
  static const char TEXT[] = ".byte0xf3,0x90";
  size_t n = 0;
  for (size_t i = 0; i < len; i++) {
    if (isspace((unsigned char)s[i])) continue;
    if (n == sizeof TEXT - 1 || s[i] != TEXT[n++]) return false;
  }
  return n == sizeof TEXT - 1;
}

// One instruction without its label: `s` of `len` characters, blanks removed at its end.
static void statement(asm_state *A, const char *s, size_t len, prefixes *p) {
  if (is_pause(s, len)) return;
  char name[16] = {0};
  size_t n = 0;
  while (n < len && isalnum((unsigned char)s[n]) && n + 1 < sizeof name) n++;
  memcpy(name, s, n);
  if (!n || (n < len && !isspace((unsigned char)s[n]))) A->bad = true;
  size_t skip = n + (n < len ? blanks(s + n) : 0);
  if (!strcmp(name, "lock") || !strcmp(name, "rep")) {
    *(name[0] == 'l' ? &p->is_locked : &p->is_repeated) = true;
    if (skip < len) statement(A, s + skip, len - skip, p);
    return;
  }
  // `rep; nop` is `pause`; `rep; bsf` is `tzcnt` on processors that have it, else `bsf`.
  if (p->is_repeated && ((strcmp(name, "nop") && strncmp(name, "bsf", 3)) || p->is_locked)) A->bad = true;
  if (A->bad) return;
  asm_arg args[ASM_ARGS_MAX];
  if (name[0] == 'j') {
    if (p->is_locked) A->bad = true;
    jump(A, name + 1, s + skip, len - skip, (size_t)(s - A->text));
  } else {
    uint32_t n_args = split_args(A, s + skip, len - skip, args);
    if (!A->bad) asm_instruction(A, name, p->is_locked, args, n_args);
  }
  *p = (prefixes){0};
}

static void walk(asm_state *A) {
  prefixes p = {0};
  for (const char *s = A->text; *s && !A->bad;) {
    uint32_t number;
    size_t len;
    s += blanks(s);
    if (label_at(s, &number, &len)) {
      s += len;
      begin_label(A, find_label(A, number, false, (size_t)(s - A->text)));
      if (p.is_locked || p.is_repeated) A->bad = true;
      continue;
    }
    size_t end = statement_end(s), used = end;
    while (used && isspace((unsigned char)s[used - 1])) used--;
    if (used && low_open(A->L)) statement(A, s, used, &p);
    s += end + (s[end] != 0);
  }
  if (p.is_locked || p.is_repeated) A->bad = true;
}

// --- begin and end

static ir_type reg_type(asm_state *A, const asm_loc *loc) {
  return loc->now.type.id && low_is_ptr(A->L, loc->now.type) ? A->L->t_ptr : A->L->t_i64;
}

// Ways may meet with a location written on one of them only: it is unknown on the other.
static void begin_locs(asm_state *A) {
  low *L = A->L;
  for (uint32_t i = 0; i < A->n_locs && A->has_jumps; i++) {
    asm_loc *loc = &A->locs[i];
    ir_type t = reg_type(A, loc);
    ir_operand first = loc->known ? low_fit(L, low_present(L, loc->now), t, false) : low_drawn(L, t, LOW_UNDEF);
    if (!loc->known) loc->known = 64;
    loc->reg = ir_reg_new(L->out, NULL, t, L->at);
    low_move(L, loc->reg, first);
    loc->now = ir_reg_operand(L->out, loc->reg);
  }
}

static low_parts result_of(asm_state *A, asm_operand *o) {
  low *L = A->L;
  const low_flat *f = low_flat_of(L, o->type);
  if (o->kind == ASM_LOC && !o->loc->written && o->loc->tied && o->came_as == o->type) return o->parts;
  low_parts out = low_new_parts(L, f->n);
  ir_type t = f->n == 1 ? f->leaves[0].type : L->t_i64;
  if (f->n != 1 || !(low_is_int(L, t) || low_is_ptr(L, t))) A->bad = true;
  for (uint32_t i = 0; i < f->n; i++) out.p[i] = low_zero(L, f->leaves[i].type);
  if (A->bad) return out;
  if (o->kind == ASM_FLAG)
    out.p[0] = low_fit(L, asm_condition(A, o->flag), t, false);
  else if (!o->loc->written && !o->loc->tied)
    out.p[0] = low_drawn(L, t, LOW_UNDEF);
  else
    out.p[0] = asm_read_loc(A, o->loc, t);
  return out;
}

static void finish(asm_state *A) {
  low *L = A->L;
  VEC(ir_operand) all = {0};
  low_parts results[ASM_OPERANDS_MAX];
  for (uint32_t i = 0; i < A->n_operands && !A->bad; i++) {
    asm_operand *o = &A->operands[i];
    if (o->kind == ASM_MEMORY && o->is_output && !o->has_contents && !o->written) A->bad = true;
    if (!o->is_output || o->kind == ASM_MEMORY) continue;
    results[i] = result_of(A, o);
    for (uint32_t k = 0; k < results[i].n && !o->is_stored; k++) vec_push(&all, results[i].p[k]);
  }
  for (uint32_t i = 0; i < A->n_operands && !A->bad; i++)
    if (A->operands[i].is_output && A->operands[i].is_stored)
      low_store(L, A->operands[i].type, A->operands[i].address, results[i], 0);
  low_parts made = low_new_parts(L, (uint32_t)all.len);
  for (uint32_t i = 0; i < made.n; i++) made.p[i] = all.data[i];
  vec_free(&all);
  if (!A->bad) low_define(L, A->call, made);
}

static void refuse(asm_state *A) {
  strbuf shown = {0};
  for (const char *s = A->text; *s; s++) sb_printf(&shown, "%c", iscntrl((unsigned char)*s) ? ' ' : *s);
  low_unsupported(A->L, "inline assembler: %s", sb_text(&shown));
  for (uint32_t i = 0; i < A->n_labels; i++) {
    if (A->labels[i].begun) continue;
    ir_block_begin(A->L->out, A->labels[i].block);
    low_unsupported(A->L, "inline assembler: %s", sb_text(&shown));
  }
  sb_fini(&shown);
}

void low_asm(low *L, LLVMValueRef call, LLVMValueRef code) {
  size_t len;
  asm_state A = {.L = L, .call = call, .text = LLVMGetInlineAsmAsmString(code, &len)};
  if (!low_open(L)) return;
  bool ok = LLVMGetInlineAsmDialect(code) == LLVMInlineAsmDialectATT && strlen(A.text) == len;
  A.bad = !ok || !parse_constraints(&A, LLVMGetInlineAsmConstraintString(code, &len)) || !find_labels(&A);
  if (!A.bad) begin_locs(&A);
  if (!A.bad) walk(&A);
  if (!A.bad) finish(&A);
  if (A.bad) refuse(&A);
}
