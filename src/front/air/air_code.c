// Bodies of functions: registers, blocks, instructions.
#include <ctype.h>
#include <string.h>

#include "front/air/air_int.h"

// --- operands --------------------------------------------------------------------------------------------------------

static unsigned hex_digit(char c) { return (unsigned)(isdigit((unsigned char)c) ? c - '0' : (c | 32) - 'a' + 10); }

static bool number_error(air_parser *p, const air_token *t) {
  strbuf text = {0};
  sb_printf(&text, "%.*s", (int)(t->len > 40 ? 40 : t->len), t->text);
  air_error(p, t, DIAG_AIR_NUMBER, sb_text(&text));
  sb_fini(&text);
  return false;
}

// Numbers of more than 64 bits are hexadecimal, of any length that fits the type.
static bool wide_number(air_parser *p, const air_token *t, bool negative, ir_type type, ir_operand *o) {
  uint32_t bits = p->m->types[type.id].bits, n = (bits + 63) / 64;
  bool hex = t->len > 2 && t->text[0] == '0' && (t->text[1] | 32) == 'x';
  uint64_t small;
  if (negative) return air_error(p, t, DIAG_AIR_TYPE, "numbers of more than 64 bits are written without sign");
  if (!hex) {
    if (!air_token_number(t, &small)) return number_error(p, t);
    *o = ir_int(p->m, type, small);
    return true;
  }
  size_t first = 2;
  while (first < t->len && t->text[first] == '0') first++;
  size_t digits = t->len - first, used = digits ? digits * 4 - (hex_digit(t->text[first]) < 8) : 0;
  if (digits && hex_digit(t->text[first]) < 4) used--;
  if (digits && hex_digit(t->text[first]) < 2) used--;
  if (used > bits) return number_error(p, t);
  uint64_t *limbs = MEM_NEW_N(uint64_t, n);
  for (size_t i = 0; i < digits; i++) limbs[i / 16] |= (uint64_t)hex_digit(t->text[t->len - 1 - i]) << (i % 16 * 4);
  *o = ir_wide(p->m, type, limbs);
  mem_free(limbs);
  return true;
}

static bool number(air_parser *p, ir_type type, ir_operand *o) {
  air_token start = p->t;
  bool negative = air_is_mark(p, '-');
  if (negative) air_advance(p);
  air_token t = p->t;
  if (t.kind != AIR_NUMBER) return air_expected(p, "a number");
  air_advance(p);
  const ir_type_info *info = &p->m->types[type.id];
  if (info->kind != IR_TYPE_INT && info->kind != IR_TYPE_FLOAT)
    return air_error(p, &start, DIAG_AIR_TYPE, "a number needs an integer type: write i32:5");
  if (info->bits > 64) return wide_number(p, &t, negative, type, o);
  uint64_t value, most = info->bits == 64 ? UINT64_MAX : ((uint64_t)1 << info->bits) - 1;
  if (negative) most = (uint64_t)1 << (info->bits - 1);
  if (!air_token_number(&t, &value) || value > most) return number_error(p, &t);
  *o = ir_int(p->m, type, negative ? 0 - value : value);
  return true;
}

static bool constant(air_parser *p, ir_type type, ir_operand *o) {
  if (!air_is_word(p, "null")) return number(p, type, o);
  if (p->m->types[type.id].kind != IR_TYPE_PTR)
    return air_error(p, &p->t, DIAG_AIR_TYPE, "null needs a pointer type: write i32*:null");
  air_advance(p);
  *o = ir_null(p->m, type);
  return true;
}

static bool global_operand(air_parser *p, ir_operand *o) {
  uint32_t id;
  uint64_t offset = 0;
  if (!air_lookup(p, &p->names, &p->t, &id)) return false;
  air_advance(p);
  if (air_is_mark(p, '+')) {
    air_advance(p);
    if (!air_small(p, IR_SIZE_MAX, &offset)) return false;
  }
  *o = ir_global_addr(p->m, (ir_global){id}, offset);
  return true;
}

static bool named_operand(air_parser *p, ir_operand *o) {
  uint32_t id;
  air_kind kind = p->t.kind;
  if (!air_lookup(p, kind == AIR_REG ? &p->regs : &p->names, &p->t, &id)) return false;
  air_advance(p);
  if (kind == AIR_REG) *o = ir_reg_operand(p->m, (ir_reg){id});
  if (kind == AIR_FUNC) *o = ir_func_addr(p->m, (ir_func){id});
  if (kind == AIR_PROC) *o = ir_proc_operand(p->m, (ir_proc){id});
  if (kind == AIR_UPDATE) *o = ir_upd_operand(p->m, (ir_upd){id});
  return true;
}

bool air_operand(air_parser *p, ir_type usual, ir_operand *o) {
  air_kind k = p->t.kind;
  if (k == AIR_GLOBAL) return global_operand(p, o);
  if (k == AIR_REG || k == AIR_FUNC || k == AIR_PROC || k == AIR_UPDATE) return named_operand(p, o);
  if (air_at_type(p)) {
    ir_type type;
    return air_type(p, &type) && air_mark(p, ':', "`:` between the type of a constant and its value") &&
           constant(p, type, o);
  }
  if (k == AIR_NUMBER || air_is_mark(p, '-') || air_is_word(p, "null")) return constant(p, usual, o);
  return air_expected(p, "an operand");
}

// --- blocks ----------------------------------------------------------------------------------------------------------

static bool is_label(const air_token *t) {
  if (t->kind != AIR_WORD || t->len < 2 || t->text[0] != 'b') return false;
  for (size_t i = 1; i < t->len; i++)
    if (!isdigit((unsigned char)t->text[i])) return false;
  return true;
}

// The block of a label, made when it is first mentioned.
static bool block_of(air_parser *p, ir_block *block) {
  if (!is_label(&p->t)) return air_expected(p, "a block (b1)");
  air_token digits = p->t;
  digits.text++;
  digits.len--;
  uint64_t label, id;
  if (!air_token_number(&digits, &label)) return number_error(p, &p->t);
  if (!map64_get(&p->blocks, label, &id)) {
    id = ir_block_new(p->m).id;
    map64_put(&p->blocks, label, id);
    vec_push(&p->labels, p->t);
    vec_push(&p->begun, false);
  }
  block->id = (uint32_t)id;
  air_advance(p);
  return true;
}

// Blocks must be closed for the builder; if the text did not do it that is an error, once.
static void close_block(air_parser *p, const air_token *where) {
  if (ir_block_ended(p->m)) return;
  if (!p->block_failed) air_error(p, where, DIAG_AIR_BLOCK, "the block before lacks its last instruction");
  ir_emit_void(p->m, IR_UNREACHABLE, 0, NULL, 0, PLACE_NONE);
}

static bool begin_block(air_parser *p) {
  air_token label = p->t;
  ir_block block;
  if (!block_of(p, &block) || !air_mark(p, ':', "`:`")) return false;
  close_block(p, &label);
  if (p->begun.data[block.id - 1]) return air_error(p, &label, DIAG_AIR_BLOCK, "this block has begun before");
  p->begun.data[block.id - 1] = true;
  ir_block_begin(p->m, block);
  p->block_failed = false;
  return air_line_end(p);
}

// --- instructions ----------------------------------------------------------------------------------------------------

// Takes an ordering off the end of an operation's word, if there is one; returns what is left of it.
static size_t take_ordering(const char *text, size_t len, uint8_t *ordering, bool *found) {
  *found = false;
  for (uint8_t o = 0; o < IR_ORDERING_COUNT && !*found; o++) {
    const char *name = ir_ordering_text((ir_ordering)o);
    size_t n = strlen(name);
    if (len <= n || text[len - n - 1] != '.' || memcmp(text + len - n, name, n) != 0) continue;
    *found = true;
    *ordering = o;
    len -= n + 1;
  }
  return len;
}

// Of a `cas` that stores, then of one that does not.
static size_t take_orderings(const char *text, size_t len, ir_instr *i) {
  bool found;
  uint8_t last = IR_SC;
  i->ordering = i->failure = IR_SC;
  len = take_ordering(text, len, &last, &found);
  if (!found) return len;
  i->ordering = last;
  if (len < 4 || memcmp(text, "cas.", 4) != 0) return len;
  len = take_ordering(text, len, &i->ordering, &found);
  i->failure = found ? last : IR_SC;
  return len;
}

// Takes the flags off the end of an operation's word; returns what is left of it.
static size_t take_flags(const char *text, size_t len, uint32_t *flags) {
  *flags = 0;
  for (uint32_t f = IR_FLAG_COUNT; f-- > 0;) {
    const char *name = ir_flag_text(1u << f);
    size_t n = strlen(name);
    if (len <= n || text[len - n - 1] != '.' || memcmp(text + len - n, name, n) != 0) continue;
    *flags |= 1u << f;
    len -= n + 1;
  }
  return len;
}

// The operation and sub-code that the first `all` characters of the word say.
static bool is_op(const air_parser *p, size_t all, ir_instr *i) {
  const char *dot = memchr(p->t.text, '.', all);
  size_t len = dot ? (size_t)(dot - p->t.text) : all, rest = dot ? all - len - 1 : 0;
  for (int op = 0; op < IR_OP_COUNT; op++) {
    const char *text = ir_op_text((ir_op)op);
    if (strlen(text) != len || memcmp(text, p->t.text, len) != 0) continue;
    const char *sub;
    for (uint32_t s = 0; (sub = ir_sub_text((ir_op)op, s)); s++) {
      if (strlen(sub) != rest || (rest && memcmp(sub, dot + 1, rest) != 0)) continue;
      i->op = (ir_op)op;
      i->sub = s;
      return true;
    }
  }
  return false;
}

static bool find_op(air_parser *p, ir_instr *i) {
  if (p->t.kind != AIR_WORD) return air_expected(p, "an instruction");
  size_t len = take_orderings(p->t.text, p->t.len, i);
  bool found = is_op(p, take_flags(p->t.text, len, &i->flags), i);
  if (!found && i->flags) {  // a sub-code may have the name of a flag: life.init
    i->flags = 0;
    found = is_op(p, p->t.len, i);
  }
  if (found) {
    air_advance(p);
    return true;
  }
  const char *name = air_text_of(p, &p->t);
  return air_error(p, &p->t, DIAG_AIR_OPERATION, name ? name : "?");
}

typedef VEC(ir_operand) operand_vec;
typedef VEC(ir_block) block_vec;

static bool ends_operands(const air_parser *p) {
  return p->t.kind == AIR_NEWLINE || p->t.kind == AIR_END || p->t.kind == AIR_ARROW || p->t.kind == AIR_STRING ||
         air_is_mark(p, '!');
}

// [type] operands. A type followed by a colon belongs to the first operand.
static bool operands(air_parser *p, ir_instr *i, operand_vec *args) {
  ir_operand o;
  bool more = true;
  if (air_at_type(p)) {
    ir_type type;
    if (!air_type(p, &type)) return false;
    if (air_is_mark(p, ':')) {
      air_advance(p);
      if (!constant(p, type, &o)) return false;
      vec_push(args, o);
      more = air_is_mark(p, ',');
      if (more)
        air_advance(p);
      else if (!ends_operands(p))
        return air_expected(p, "`,`");
    } else {
      i->type = type;
    }
  }
  if (!args->len && ends_operands(p)) return true;
  while (more) {
    if (!air_operand(p, i->type, &o)) return false;
    vec_push(args, o);
    more = air_is_mark(p, ',');
    if (more) air_advance(p);
  }
  return true;
}

static bool targets(air_parser *p, block_vec *to) {
  if (p->t.kind != AIR_ARROW) return true;
  do {
    air_advance(p);
    ir_block b;
    if (!block_of(p, &b)) return false;
    vec_push(to, b);
  } while (air_is_mark(p, ','));
  return true;
}

static bool append(air_parser *p, const air_token *start, const ir_instr *i) {
  if (p->block_failed && ir_block_ended(p->m)) return false;  // its block could not be begun
  const char *why = ir_emit_problem(p->m, i);
  if (why) {
    diag_error(p->d, air_at(p, start), DIAG_AIR_INSTRUCTION, ir_op_text(i->op), why);
    return false;
  }
  const ir_instr *made = ir_emit(p->m, i);
  if (i->op == IR_CALL || i->op == IR_SPAWN || i->op == IR_REQUEST_UPDATE)
    vec_push(&p->calls, ((air_call){.instr = *made, .token = *start}));
  return true;
}

static bool instr_parts(air_parser *p, ir_instr *i, operand_vec *args, block_vec *to) {
  if (p->t.kind == AIR_REG) {
    if (!air_lookup(p, &p->regs, &p->t, &i->dst.id)) return false;
    air_advance(p);
    if (!air_mark(p, '=', "`=`")) return false;
  }
  if (!find_op(p, i) || !operands(p, i, args) || !targets(p, to)) return false;
  if (p->t.kind == AIR_STRING && !air_string(p, &i->text)) return false;
  return air_place(p, &i->at) && air_line_end(p);
}

static bool instruction(air_parser *p) {
  air_token start = p->t;
  ir_instr i = {0};
  operand_vec args = {0};
  block_vec to = {0};
  bool ok = instr_parts(p, &i, &args, &to);
  if (ok) {
    i.args = args.data;
    i.n_args = (uint32_t)args.len;
    i.targets = to.data;
    i.n_targets = (uint32_t)to.len;
    ok = append(p, &start, &i);
    if (!ok) p->block_failed = true;
    vec_free(&args);
    vec_free(&to);
    return true;  // the line is read, whatever its worth
  }
  vec_free(&args);
  vec_free(&to);
  return false;
}

// --- registers -------------------------------------------------------------------------------------------------------

static bool is_nameless(const air_token *t) { return !t->quoted && t->len && isdigit((unsigned char)t->text[0]); }

static bool named_register(air_parser *p) {
  air_advance(p);
  air_token name = p->t;
  ir_type type;
  place at;
  if (name.kind != AIR_REG || is_nameless(&name)) return air_expected(p, "the name of a register");
  air_advance(p);
  if (!air_scalar(p, &type) || !air_place(p, &at)) return false;
  const char *text = air_text_of(p, &name);
  if (!text) return false;
  ir_reg r = ir_reg_new(p->m, text, type, at);
  return air_declare(p, &p->regs, &name, r.id) && air_line_end(p);
}

static bool temporaries(air_parser *p) {
  air_advance(p);
  ir_type type;
  if (!air_scalar(p, &type)) return false;
  do {
    if (p->t.kind != AIR_REG || !is_nameless(&p->t)) return air_expected(p, "a numbered register (%1)");
    ir_reg r = ir_reg_new(p->m, NULL, type, PLACE_NONE);
    if (!air_declare(p, &p->regs, &p->t, r.id)) return false;
    air_advance(p);
  } while (p->t.kind == AIR_REG);
  return air_line_end(p);
}

// --- bodies ----------------------------------------------------------------------------------------------------------

static void open_function(air_parser *p, const air_item *item) {
  map64_clear(&p->regs);
  map64_clear(&p->blocks);
  vec_clear(&p->labels);
  vec_clear(&p->begun);
  p->block_failed = false;
  ir_func_begin(p->m, (ir_func){item->id});
  for (size_t n = 0; n < item->n_params; n++) {
    const air_param *a = &p->params.data[item->first_param + n];
    ir_reg r = ir_param(p->m, a->name, a->type, a->at);
    air_declare(p, &p->regs, &a->token, r.id);
  }
}

static bool body_line(air_parser *p) {
  if (p->t.kind == AIR_NEWLINE) {
    air_advance(p);
    return true;
  }
  if (air_is_word(p, "reg")) return named_register(p);
  if (air_is_word(p, "temp")) return temporaries(p);
  if (is_label(&p->t)) return begin_block(p);
  return instruction(p);
}

void air_body(air_parser *p, const air_item *item) {
  open_function(p, item);
  while (p->t.kind != AIR_END && !air_is_mark(p, '}') && !diags_full(p->d)) {
    if (body_line(p)) continue;
    p->block_failed = true;
    air_skip_line(p);
  }
  close_block(p, &p->t);
  for (size_t i = 0; i < p->labels.len; i++)
    if (!p->begun.data[i]) air_error(p, &p->labels.data[i], DIAG_AIR_BLOCK, "this block is nowhere in the function");
  ir_func_end(p->m);
}
