// .air text -> module: the items of the text, in several passes (air_int.h says why).
#include <string.h>

#include "front/air/air_int.h"
#include "front/front.h"

static bool word_is(const air_token *t, const char *word) {
  return t->kind == AIR_WORD && strlen(word) == t->len && !memcmp(t->text, word, t->len);
}

static void go_to(air_parser *p, const air_item *item) {
  p->x.cur = item->start;
  air_advance(p);
}

// --- finding the items -----------------------------------------------------------------------------------------------

static const char *const item_words[] = {"air",      "language", "scheduler", "pointers", "properties", "entry",
                                         "source",   "record",   "global",    "process",  "update",     "func",
                                         "made_for", "partial",  "models",    "arguments"};

static bool is_item(const air_token *t) {
  for (size_t i = 0; i < sizeof item_words / sizeof *item_words; i++)
    if (word_is(t, item_words[i])) return true;
  return false;
}

// To the end of the line; true if its last word is an opening brace.
static bool scan_line(air_parser *p) {
  bool opens = false;
  for (; p->t.kind != AIR_NEWLINE && p->t.kind != AIR_END; air_advance(p)) opens = air_is_mark(p, '{');
  if (p->t.kind == AIR_NEWLINE) air_advance(p);
  return opens;
}

static void scan_body(air_parser *p, const air_token *start) {
  while (p->t.kind != AIR_END && !air_is_mark(p, '}') && !diags_full(p->d)) scan_line(p);
  if (p->t.kind == AIR_END) {
    air_error(p, start, DIAG_AIR_BLOCK, "the brace at the end of this line is not closed");
    return;
  }
  air_advance(p);
  if (!air_line_end(p)) scan_line(p);
}

static void scan_items(air_parser *p) {
  air_advance(p);
  bool in_source = false;
  while (p->t.kind != AIR_END && !diags_full(p->d)) {
    if (p->t.kind == AIR_NEWLINE) {
      air_advance(p);
      continue;
    }
    if (p->t.kind == AIR_STRING && in_source) {
      scan_line(p);
      continue;
    }
    air_item item = {.word = p->t, .start = p->x.cur};
    bool known = is_item(&p->t);
    if (!known) air_expected(p, "a declaration (global, process, update, func, ...)");
    in_source = word_is(&p->t, "source");
    item.has_body = scan_line(p);
    if (item.has_body) scan_body(p, &item.word);
    if (known) vec_push(&p->items, item);
  }
  p->x.quiet = true;
}

// --- settings --------------------------------------------------------------------------------------------------------

typedef struct settings {
  const char *language, *properties, *models;
  ir_scheduler scheduler;
  bool separate, without_arguments;
  uint64_t pointers, arguments, argument_length;
  uint32_t made_for, partial;
} settings;

// Kinds of violations: "overflow,uninitialised".
static bool kinds(air_parser *p, uint32_t *out) {
  air_token t = p->t;
  const char *text;
  if (!air_string(p, &text)) return false;
  while (*text) {
    size_t len = strcspn(text, ",");
    int c = 0;
    while (c < IR_CHECK_COUNT &&
           (strlen(ir_check_kind((ir_check)c)) != len || memcmp(ir_check_kind((ir_check)c), text, len)))
      c++;
    if (c == IR_CHECK_COUNT) return air_error(p, &t, DIAG_AIR_TYPE, "there is no such kind of violation");
    *out |= 1u << c;
    text += len + (text[len] == ',');
  }
  return air_line_end(p);
}

static bool setting(air_parser *p, const air_item *item, settings *s) {
  go_to(p, item);
  if (word_is(&item->word, "language")) return air_string(p, &s->language) && air_line_end(p);
  if (word_is(&item->word, "properties")) return air_string(p, &s->properties) && air_line_end(p);
  if (word_is(&item->word, "models")) return air_string(p, &s->models) && air_line_end(p);
  if (word_is(&item->word, "made_for")) return kinds(p, &s->made_for);
  if (word_is(&item->word, "partial")) return kinds(p, &s->partial);
  if (word_is(&item->word, "arguments"))
    return air_small(p, UINT32_MAX, &s->arguments) && air_small(p, UINT32_MAX, &s->argument_length) && air_line_end(p);
  if (word_is(&item->word, "scheduler")) {
    if (air_is_word(p, "systemc"))
      s->scheduler = IR_SCHED_SYSTEMC;
    else if (air_is_word(p, "interleave"))
      s->scheduler = IR_SCHED_INTERLEAVE;
    else
      return air_expected(p, "systemc or interleave");
    air_advance(p);
    s->separate = s->scheduler == IR_SCHED_INTERLEAVE && air_is_word(p, "separate");
    if (s->separate) air_advance(p);
    s->without_arguments = air_is_word(p, "without_arguments");
    if (s->without_arguments) air_advance(p);
    return air_line_end(p);
  }
  if (word_is(&item->word, "pointers")) {
    air_token t = p->t;
    if (!air_small(p, 64, &s->pointers)) return false;
    if (s->pointers == 32 || s->pointers == 64) return air_line_end(p);
    s->pointers = 64;
    return air_error(p, &t, DIAG_AIR_TYPE, "pointers have 32 or 64 bits");
  }
  return true;
}

static bool right_version(air_parser *p) {
  air_token top = {.line = 1, .col = 1};
  if (p->items.len && word_is(&p->items.data[0].word, "air")) {
    go_to(p, &p->items.data[0]);
    uint64_t version;
    if (p->t.kind == AIR_NUMBER && air_token_number(&p->t, &version) && version == 1) return true;
    top = p->t;
  }
  diag_error(p->d, air_at(p, &top), DIAG_AIR_VERSION);
  return false;
}

static void make_module(air_parser *p) {
  settings s = {.language = "air", .properties = "", .models = "", .scheduler = IR_SCHED_SYSTEMC, .pointers = 64};
  for (size_t i = 0; i < p->items.len; i++) setting(p, &p->items.data[i], &s);
  p->m = ir_module_new(s.language, s.scheduler, (uint32_t)s.pointers);
  ir_set_properties(p->m, s.properties);
  ir_set_models(p->m, s.models);
  ir_set_separate(p->m, s.separate);
  ir_set_without_arguments(p->m, s.without_arguments);
  ir_set_arguments(p->m, (uint32_t)s.arguments, (uint32_t)s.argument_length);
  ir_set_seen(p->m, s.made_for, s.partial);
}

// --- sources and records ---------------------------------------------------------------------------------------------

static bool source(air_parser *p, const air_item *item) {
  go_to(p, item);
  const char *file;
  if (!air_string(p, &file)) return false;
  strbuf text = {0};
  for (; p->t.kind == AIR_STRING || p->t.kind == AIR_NEWLINE; air_advance(p))
    if (p->t.kind == AIR_STRING) air_unescape(&p->t, &text);
  ir_add_source(p->m, file, sb_text(&text), text.len);
  sb_fini(&text);
  if (!p->usual_file) p->usual_file = file;
  return true;
}

static bool record_name(air_parser *p, const air_item *item) {
  go_to(p, item);
  if (p->t.kind != AIR_RECORD) return air_expected(p, "the name of a record ({x})");
  return true;
}

// Announced, or defined without announcement.
static bool declare_record(air_parser *p, const air_item *item, bool announced) {
  if (item->has_body == announced || !record_name(p, item)) return false;
  air_token name = p->t;
  const char *text = air_text_of(p, &name);
  if (!text) return false;
  air_advance(p);
  ir_type t = ir_type_record_declare(p->m, text);
  if (!air_declare(p, &p->names, &name, t.id)) return false;
  return announced ? air_line_end(p) : true;
}

static bool keyword(air_parser *p, const char *word) {
  if (!air_is_word(p, word)) return air_expected(p, word);
  air_advance(p);
  return true;
}

typedef VEC(ir_field) field_vec;

static bool record_fields(air_parser *p, field_vec *fields) {
  while (!air_is_mark(p, '}')) {
    if (p->t.kind == AIR_NEWLINE) {
      air_advance(p);
      continue;
    }
    ir_field f = {0};
    if (!air_small(p, IR_SIZE_MAX, &f.offset)) return false;
    if (p->t.kind != AIR_WORD && p->t.kind != AIR_STRING) return air_expected(p, "the name of a field");
    f.name = air_text_of(p, &p->t);
    if (!f.name) return false;
    air_advance(p);
    if (!air_type(p, &f.type)) return false;
    f.is_const = air_is_word(p, "const");
    if (f.is_const) air_advance(p);
    if (!air_line_end(p)) return false;
    vec_push(fields, f);
  }
  return true;
}

static bool define_record(air_parser *p, const air_item *item) {
  if (!record_name(p, item)) return false;
  air_token name = p->t;
  ir_type t;
  if (!air_lookup(p, &p->names, &name, &t.id)) return false;
  air_advance(p);
  uint64_t size, align;
  if (!keyword(p, "size") || !air_small(p, IR_SIZE_MAX, &size)) return false;
  if (!keyword(p, "align") || !air_small(p, UINT32_MAX, &align) || !air_mark(p, '{', "`{`")) return false;
  field_vec fields = {0};
  bool ok = record_fields(p, &fields);
  if (ok && !ir_type_record_define_at(p->m, t, fields.data, (uint32_t)fields.len, size, (uint32_t)align))
    ok = air_error(p, &name, DIAG_AIR_TYPE,
                   "this record cannot be laid out so: it is defined twice, holds itself, or its fields, size and "
                   "alignment do not fit");
  vec_free(&fields);
  return ok;
}

static void records(air_parser *p) {
  for (size_t i = 0; i < p->items.len; i++)
    if (word_is(&p->items.data[i].word, "record")) declare_record(p, &p->items.data[i], true);
  for (size_t i = 0; i < p->items.len; i++) {
    air_item *item = &p->items.data[i];
    if (!word_is(&item->word, "record") || !item->has_body || !record_name(p, item)) continue;
    air_token name = p->t;
    // A definition that was not announced announces itself.
    if (!air_known(p, &name)) declare_record(p, item, false);
  }
  for (size_t i = 0; i < p->items.len; i++)
    if (word_is(&p->items.data[i].word, "record") && p->items.data[i].has_body) define_record(p, &p->items.data[i]);
}

// --- declarations ----------------------------------------------------------------------------------------------------

static bool name_of(air_parser *p, air_kind kind, const char *what, air_token *name, const char **text) {
  *name = p->t;
  *text = NULL;
  if (p->t.kind != kind) return air_expected(p, what);
  *text = air_text_of(p, name);
  if (!*text) return false;
  air_advance(p);
  return true;
}

static bool one_param(air_parser *p) {
  if (p->t.kind != AIR_REG) return air_expected(p, "a parameter (%x)");
  air_param a = {.token = p->t};
  if (a.token.quoted || a.token.text[0] < '0' || a.token.text[0] > '9') {
    a.name = air_text_of(p, &a.token);
    if (!a.name) return false;
  }
  air_advance(p);
  if (!air_scalar(p, &a.type) || !air_place(p, &a.at)) return false;
  vec_push(&p->params, a);
  return true;
}

static bool param_list(air_parser *p, air_item *item) {
  item->first_param = p->params.len;
  if (!air_mark(p, '(', "`(`")) return false;
  while (!air_is_mark(p, ')')) {
    if (item->n_params && !air_mark(p, ',', "`,` or `)`")) return false;
    if (!one_param(p)) return false;
    item->n_params++;
  }
  air_advance(p);
  return true;
}

static bool declare_function(air_parser *p, air_item *item) {
  air_token name;
  const char *text;
  ir_type result;
  place at;
  go_to(p, item);
  if (!name_of(p, AIR_FUNC, "the name of a function (&f)", &name, &text) || !param_list(p, item)) return false;
  air_token start = p->t;
  if (!air_type(p, &result) || !air_place(p, &at)) return false;
  if (result.id && !ir_type_is_scalar(p->m, result))
    return air_error(p, &start, DIAG_AIR_TYPE, "a function returns void, an integer, a pointer or a float");
  if (!air_is_mark(p, '{')) return air_expected(p, "`{` and the end of the line");
  item->id = ir_func_declare(p->m, text, result, at).id;
  item->done = air_declare(p, &p->names, &name, item->id);
  item->start = p->x.cur;
  return item->done;
}

// ["align" n]
static bool alignment(air_parser *p, uint32_t *align) {
  *align = 0;
  if (!air_is_word(p, "align")) return true;
  air_advance(p);
  air_token word = p->t;
  uint64_t n;
  if (!air_small(p, (uint64_t)1 << IR_ALIGN_MAX, &n)) return false;
  if (n == 0 || (n & (n - 1))) return air_error(p, &word, DIAG_AIR_TYPE, "an alignment is a power of two");
  *align = (uint32_t)n;
  return true;
}

static bool declare_global(air_parser *p, air_item *item) {
  air_token name;
  const char *text;
  ir_type type;
  place at;
  bool flags[3] = {false};
  static const char *const words[3] = {"const", "thread_local", "hidden"};
  go_to(p, item);
  if (!name_of(p, AIR_GLOBAL, "the name of a global (@x)", &name, &text) || !air_type(p, &type)) return false;
  for (int i = 0; i < 3; i++) {
    flags[i] = air_is_word(p, words[i]);
    if (flags[i]) air_advance(p);
  }
  uint32_t align;
  if (!alignment(p, &align) || !air_place(p, &at)) return false;
  ir_global g = ir_global_add(p->m, text, type, at);
  ir_global_flags(p->m, g, flags[0], flags[1], flags[2]);
  ir_global_align(p->m, g, align);
  item->id = g.id;
  item->done = air_declare(p, &p->names, &name, g.id);
  item->start = p->x.cur;
  if (item->has_body && !air_is_mark(p, '{')) item->done = air_expected(p, "`{` and the end of the line");
  return item->done && (item->has_body || air_line_end(p));
}

static bool function_of(air_parser *p, ir_func *f) {
  if (p->t.kind != AIR_FUNC) return air_expected(p, "the function that it runs (&f)");
  if (!air_lookup(p, &p->names, &p->t, &f->id)) return false;
  air_advance(p);
  return true;
}

static bool declare_process(air_parser *p, const air_item *item) {
  air_token name;
  const char *text;
  ir_func f;
  place at;
  go_to(p, item);
  if (!name_of(p, AIR_PROC, "the name of a process ($p)", &name, &text) || !function_of(p, &f)) return false;
  bool dont_initialize = air_is_word(p, "dont_initialize");
  if (dont_initialize) air_advance(p);
  bool observer = air_is_word(p, "observer");
  if (observer) air_advance(p);
  if (!air_place(p, &at)) return false;
  ir_proc proc = ir_proc_add(p->m, text, f, dont_initialize, at);
  if (observer) ir_proc_observes(p->m, proc);
  return air_declare(p, &p->names, &name, proc.id) && air_line_end(p);
}

static bool declare_update(air_parser *p, const air_item *item) {
  air_token name;
  const char *text;
  ir_func f;
  place at;
  go_to(p, item);
  if (!name_of(p, AIR_UPDATE, "the name of an update (~u)", &name, &text) || !function_of(p, &f)) return false;
  if (!air_place(p, &at)) return false;
  ir_upd u = ir_upd_add(p->m, text, f, at);
  return air_declare(p, &p->names, &name, u.id) && air_line_end(p);
}

static bool set_entry(air_parser *p, const air_item *item) {
  ir_func f;
  go_to(p, item);
  if (!function_of(p, &f)) return false;
  ir_set_entry(p->m, f);
  return air_line_end(p);
}

static void declarations(air_parser *p) {
  for (size_t i = 0; i < p->items.len && !diags_full(p->d); i++) {
    air_item *item = &p->items.data[i];
    if (word_is(&item->word, "func")) declare_function(p, item);
    if (word_is(&item->word, "global")) declare_global(p, item);
  }
  for (size_t i = 0; i < p->items.len && !diags_full(p->d); i++) {
    const air_item *item = &p->items.data[i];
    if (word_is(&item->word, "process")) declare_process(p, item);
    if (word_is(&item->word, "update")) declare_update(p, item);
    if (word_is(&item->word, "entry")) set_entry(p, item);
  }
}

// --- contents --------------------------------------------------------------------------------------------------------

static bool initial_value(air_parser *p, ir_global g) {
  uint64_t offset;
  ir_operand value;
  if (!air_small(p, IR_SIZE_MAX, &offset)) return false;
  if (p->t.kind == AIR_REG) return air_expected(p, "a constant");
  if (!air_operand(p, IR_VOID, &value) || !air_line_end(p)) return false;
  ir_global_init(p->m, g, offset, value);
  return true;
}

static void initial_values(air_parser *p, const air_item *item) {
  go_to(p, item);
  while (p->t.kind != AIR_END && !air_is_mark(p, '}') && !diags_full(p->d)) {
    if (p->t.kind == AIR_NEWLINE)
      air_advance(p);
    else if (!initial_value(p, (ir_global){item->id}))
      air_skip_line(p);
  }
}

static void contents(air_parser *p) {
  for (size_t i = 0; i < p->items.len && !diags_full(p->d); i++) {
    const air_item *item = &p->items.data[i];
    if (!item->done || !item->has_body) continue;
    if (word_is(&item->word, "global")) initial_values(p, item);
    if (word_is(&item->word, "func")) {
      go_to(p, item);
      air_body(p, item);
    }
  }
}

static void calls(air_parser *p) {
  for (size_t i = 0; i < p->calls.len && !diags_full(p->d); i++) {
    const air_call *c = &p->calls.data[i];
    const char *why = ir_call_problem(p->m, &c->instr);
    if (why) diag_error(p->d, air_at(p, &c->token), DIAG_AIR_INSTRUCTION, ir_op_text(c->instr.op), why);
  }
}

// --- the whole -------------------------------------------------------------------------------------------------------

static void parse_all(air_parser *p) {
  scan_items(p);
  if (diags_full(p->d) || !right_version(p)) return;
  make_module(p);
  for (size_t i = 0; i < p->items.len; i++)
    if (word_is(&p->items.data[i].word, "source")) source(p, &p->items.data[i]);
  records(p);
  declarations(p);
  contents(p);
  if (diags_errors(p->d) == p->errors_before) calls(p);
  const char *why;
  if (diags_errors(p->d) == p->errors_before && !ir_freeze(p->m, &why))
    diag_error(p->d, (place){.file = p->file}, DIAG_AIR_MODULE, why);
}

static ir_module *air_parse(const char *file, const char *text, size_t len, diags *d) {
  air_parser p = {.file = file, .d = d, .keys = interner_new(), .errors_before = diags_errors(d)};
  p.x = (air_lexer){.file = file, .end = text + len, .d = d, .cur = {.at = text, .line_start = text, .line = 1}};
  parse_all(&p);
  if (diags_errors(d) > p.errors_before) {
    ir_module_free(p.m);
    p.m = NULL;
  }
  interner_free(p.keys);
  map64_fini(&p.names);
  map64_fini(&p.regs);
  map64_fini(&p.blocks);
  vec_free(&p.labels);
  vec_free(&p.begun);
  vec_free(&p.items);
  vec_free(&p.params);
  vec_free(&p.calls);
  sb_fini(&p.tmp);
  return p.m;
}

static const char *const endings[] = {".air", NULL};

const front_end front_air = {.name = "air", .endings = endings, .parse = air_parse};
