// Small parts of .air text: names, types, numbers, places.
#include <ctype.h>
#include <string.h>

#include "front/air/air_int.h"

enum { MAX_TYPE_PARTS = 1000 };  // pointer and array marks of one type: nobody nests deeper on purpose

void air_advance(air_parser *p) { p->t = air_next(&p->x); }

void air_skip_line(air_parser *p) {
  while (p->t.kind != AIR_NEWLINE && p->t.kind != AIR_END) air_advance(p);
  if (p->t.kind == AIR_NEWLINE) air_advance(p);
}

place air_at(const air_parser *p, const air_token *t) {
  return (place){.file = p->file, .line = t->line, .col = t->col};
}

bool air_error(air_parser *p, const air_token *t, diag_id id, const char *text) {
  diag_error(p->d, air_at(p, t), id, text);
  return false;
}

static void describe(const air_token *t, strbuf *out) {
  if (t->kind == AIR_END)
    sb_puts(out, "the end of the file");
  else if (t->kind == AIR_NEWLINE)
    sb_puts(out, "the end of the line");
  else
    sb_printf(out, "`%.*s`", (int)(t->len > 40 ? 40 : t->len), t->text);
}

bool air_expected(air_parser *p, const char *what) {
  if (p->t.kind == AIR_BAD) return false;  // the lexer has said it
  strbuf found = {0};
  if (p->t.kind == AIR_MARK)
    sb_printf(&found, "`%c`", p->t.mark);
  else
    describe(&p->t, &found);
  diag_error(p->d, air_at(p, &p->t), DIAG_AIR_EXPECTED, what, sb_text(&found));
  sb_fini(&found);
  return false;
}

static bool token_is(const air_token *t, const char *word) {
  return t->kind == AIR_WORD && strlen(word) == t->len && !memcmp(t->text, word, t->len);
}

bool air_is_word(const air_parser *p, const char *word) { return token_is(&p->t, word); }
bool air_is_mark(const air_parser *p, char mark) { return p->t.kind == AIR_MARK && p->t.mark == mark; }

bool air_mark(air_parser *p, char mark, const char *what) {
  if (!air_is_mark(p, mark)) return air_expected(p, what);
  air_advance(p);
  return true;
}

bool air_line_end(air_parser *p) {
  if (p->t.kind == AIR_END) return true;
  if (p->t.kind != AIR_NEWLINE) return air_expected(p, "the end of the line");
  air_advance(p);
  return true;
}

const char *air_text_of(air_parser *p, const air_token *t) {
  sb_clear(&p->tmp);
  air_unescape(t, &p->tmp);
  if (p->tmp.len && memchr(p->tmp.text, '\0', p->tmp.len)) {
    air_error(p, t, DIAG_AIR_STRING, "a zero byte where a name or a message belongs");
    return NULL;
  }
  return intern_n(p->keys, sb_text(&p->tmp), p->tmp.len);
}

bool air_string(air_parser *p, const char **text) {
  if (p->t.kind != AIR_STRING) return air_expected(p, "a string in quotes");
  *text = air_text_of(p, &p->t);
  air_advance(p);
  return *text != NULL;
}

// --- numbers ---------------------------------------------------------------------------------------------------------

bool air_token_number(const air_token *t, uint64_t *value) {
  bool hex = t->len > 1 && t->text[0] == '0' && (t->text[1] | 32) == 'x';
  uint64_t v = 0, base = hex ? 16 : 10;
  if (hex && t->len == 2) return false;
  for (size_t i = hex ? 2 : 0; i < t->len; i++) {
    char c = t->text[i];
    uint64_t digit = (uint64_t)(isdigit((unsigned char)c) ? c - '0' : (c | 32) - 'a' + 10);
    if (__builtin_mul_overflow(v, base, &v) || __builtin_add_overflow(v, digit, &v)) return false;
  }
  *value = v;
  return true;
}

bool air_small(air_parser *p, uint64_t max, uint64_t *value) {
  if (p->t.kind != AIR_NUMBER) return air_expected(p, "a number");
  uint64_t v;
  if (!air_token_number(&p->t, &v) || v > max) {
    strbuf text = {0};
    describe(&p->t, &text);
    air_error(p, &p->t, DIAG_AIR_NUMBER, sb_text(&text));
    sb_fini(&text);
    return false;
  }
  *value = v;
  air_advance(p);
  return true;
}

// --- tables of names -------------------------------------------------------------------------------------------------

static const char sigils[] = {
    [AIR_REG] = '%', [AIR_GLOBAL] = '@', [AIR_FUNC] = '&', [AIR_PROC] = '$', [AIR_UPDATE] = '~', [AIR_RECORD] = '{'};

// The interned key of a name: a nameless register %7 differs from one called "7".
static const char *key_of(air_parser *p, const air_token *t) {
  sb_clear(&p->tmp);
  bool nameless = !t->quoted && t->len && isdigit((unsigned char)t->text[0]);
  sb_printf(&p->tmp, "%c%c", sigils[t->kind], nameless ? '=' : '"');
  air_unescape(t, &p->tmp);
  sb_printf(&p->tmp, "#%llu", (unsigned long long)t->nth);
  return intern_n(p->keys, p->tmp.text, p->tmp.len);
}

static bool name_error(air_parser *p, const air_token *t, diag_id id) {
  strbuf text = {0};
  sb_printf(&text, "`%c%.*s", sigils[t->kind], (int)(t->len > 80 ? 80 : t->len), t->text);
  if (t->nth > 1) sb_printf(&text, "#%llu", (unsigned long long)t->nth);
  sb_puts(&text, t->kind == AIR_RECORD ? "}`" : "`");
  air_error(p, t, id, sb_text(&text));
  sb_fini(&text);
  return false;
}

bool air_declare(air_parser *p, map64 *table, const air_token *name, uint32_t id) {
  if (!air_text_of(p, name)) return false;
  const char *key = key_of(p, name);
  if (map64_get(table, (uint64_t)(uintptr_t)key, NULL)) return name_error(p, name, DIAG_AIR_TWICE);
  map64_put(table, (uint64_t)(uintptr_t)key, id);
  return true;
}

bool air_lookup(air_parser *p, const map64 *table, const air_token *name, uint32_t *id) {
  uint64_t value;
  const char *key = key_of(p, name);
  if (!map64_get(table, (uint64_t)(uintptr_t)key, &value)) return name_error(p, name, DIAG_AIR_UNKNOWN);
  *id = (uint32_t)value;
  return true;
}

bool air_known(air_parser *p, const air_token *name) {
  return map64_get(&p->names, (uint64_t)(uintptr_t)key_of(p, name), NULL);
}

// --- types -----------------------------------------------------------------------------------------------------------

static bool is_number_type(const air_token *t) {
  // NOLINTNEXTLINE(bugprone-not-null-terminated-result): a set of letters
  if (t->kind != AIR_WORD || t->len < 2 || !memchr("iuf", t->text[0], 3) || t->text[1] == '0') return false;
  for (size_t i = 1; i < t->len; i++)
    if (!isdigit((unsigned char)t->text[i])) return false;
  return true;
}

bool air_at_type(const air_parser *p) {
  const air_token *t = &p->t;
  return t->kind == AIR_RECORD || is_number_type(t) || token_is(t, "void") || token_is(t, "bool") ||
         token_is(t, "char") || token_is(t, "event");
}

static bool number_type(air_parser *p, ir_type *type) {
  air_token word = p->t, digits = p->t;
  digits.text++;
  digits.len--;
  uint64_t bits;
  if (!air_token_number(&digits, &bits) || bits > IR_BITS_MAX)
    return air_error(p, &word, DIAG_AIR_TYPE, "the type is too wide");
  air_advance(p);
  if (word.text[0] == 'f') {
    if (bits != 16 && bits != 32 && bits != 64 && bits != 80 && bits != 128)
      return air_error(p, &word, DIAG_AIR_TYPE, "floats have 16, 32, 64, 80 or 128 bits");
    *type = ir_type_float(p->m, (uint32_t)bits);
    return true;
  }
  const char *name = NULL;
  if (air_is_mark(p, '\'')) {
    air_advance(p);
    if (p->t.kind != AIR_WORD && p->t.kind != AIR_STRING) return air_expected(p, "the source name of the type");
    name = air_text_of(p, &p->t);
    if (!name) return false;
    air_advance(p);
  }
  *type = ir_type_int(p->m, (uint32_t)bits, word.text[0] == 'i', name);
  return true;
}

static bool base_type(air_parser *p, ir_type *type) {
  if (!air_at_type(p)) return air_expected(p, "a type");
  if (is_number_type(&p->t)) return number_type(p, type);
  if (p->t.kind == AIR_RECORD) {
    if (!air_lookup(p, &p->names, &p->t, &type->id)) return false;
  } else if (air_is_word(p, "void")) {
    *type = IR_VOID;
  } else if (air_is_word(p, "bool")) {
    *type = ir_type_bool(p->m);
  } else if (air_is_word(p, "char")) {
    *type = ir_type_char(p->m);
  } else {
    *type = ir_type_event(p->m);
  }
  air_advance(p);
  return true;
}

bool air_type(air_parser *p, ir_type *type) {
  air_token start = p->t;
  if (!base_type(p, type)) return false;
  for (int parts = 0; air_is_mark(p, '*') || air_is_mark(p, '['); parts++) {
    if (parts >= MAX_TYPE_PARTS) return air_error(p, &start, DIAG_AIR_TYPE, "the type is nested too deeply");
    bool pointer = air_is_mark(p, '*');
    air_advance(p);
    if (pointer) {
      *type = ir_type_ptr(p->m, *type);
      continue;
    }
    uint64_t count;
    if (!air_small(p, UINT64_MAX, &count) || !air_mark(p, ']', "`]`")) return false;
    if (!ir_array_fits(p->m, *type, count))
      return air_error(p, &start, DIAG_AIR_TYPE, "an array needs complete elements and at most 2^40 bytes");
    *type = ir_type_array(p->m, *type, count);
  }
  return true;
}

bool air_scalar(air_parser *p, ir_type *type) {
  air_token start = p->t;
  if (!air_type(p, type)) return false;
  if (ir_type_is_scalar(p->m, *type)) return true;
  return air_error(p, &start, DIAG_AIR_TYPE, "a register holds an integer, a pointer or a float");
}

bool air_place(air_parser *p, place *at) {
  *at = PLACE_NONE;
  if (!air_is_mark(p, '!')) return true;
  air_advance(p);
  at->file = p->usual_file;
  if (p->t.kind == AIR_STRING || !at->file) {
    if (!air_string(p, &at->file) || !air_mark(p, ':', "`:`")) return false;
  }
  uint64_t line, col;
  if (!air_small(p, UINT32_MAX, &line) || !air_mark(p, ':', "`:`") || !air_small(p, UINT32_MAX, &col)) return false;
  at->line = (uint32_t)line;
  at->col = (uint32_t)col;
  return true;
}
