// The last layer, another one: cvc5, as a program of its own, incremental by common prefix like Z3.
//
// Literals are declared once for all scopes. The limit of a question can only be set before the first command, so a
// question with another limit than the last one begins with a reset. An error ends cvc5; the question is then not
// answered, and the next one starts it again.
#include "base/clock.h"
#include "smt/smt_child.h"
#include "smt/smt_impl.h"

#define MAX_DECLARED 20000u  // literals; beyond it cvc5 forgets everything
// Options count resources in units of Z3, which are smaller: measured on factoring and on sums.
#define UNITS_OF_Z3 32

static const char *const command[] = {
    "cvc5", "--lang=smt2", "--incremental", "--quiet", "--produce-models", "--global-declarations", "--no-interactive",
    NULL};

typedef struct smt_cvc5 {
  expr_table *t;
  smt_config config;
  smt_child *child;
  bool clean;  // what follows holds; else the next question begins with a reset
  uint64_t limit;
  map64 declared;     // literals
  expr_vec asserted;  // one scope each
  strbuf text;        // not yet sent
} smt_cvc5;

static void *cvc5_open(expr_table *t, const smt_config *config) {
  smt_cvc5 *z = MEM_NEW(smt_cvc5);
  z->t = t;
  z->config = *config;
  return z;
}

static void cvc5_close(void *self) {
  smt_cvc5 *z = self;
  smt_child_end(z->child);
  map64_fini(&z->declared);
  vec_free(&z->asserted);
  sb_fini(&z->text);
  mem_free(z);
}

static void cvc5_forget(void *self) { ((smt_cvc5 *)self)->clean = false; }

bool smt_cvc5_exists(void) { return smt_child_exists(command[0]); }

static void cut(void *arg) { smt_child_cut(arg); }

// Sends the text and waits for the answer; NULL: there is none. A child that was cut stays until the end: the thread
// that cuts may still be at it.
static const char *exchange(smt *s, smt_cvc5 *z) {
  if (!smt_stopper_enter(s->stopper, cut, z->child)) return NULL;
  double start = clock_wall();
  bool sent = smt_child_send(z->child, sb_text(&z->text), z->text.len);
  const char *word = sent ? smt_child_receive(z->child) : NULL;
  smt_stopper_leave(s->stopper);
  s->stats.solver_time_s += clock_wall() - start;
  sb_clear(&z->text);
  if (word && !str_starts(word, "(error")) return word;
  z->clean = false;
  if (smt_interrupted(s)) return NULL;
  smt_child_end(z->child);
  z->child = NULL;
  return NULL;
}

// --- values ---------------------------------------------------------------------------------------------------------

// Reads the answer to get-value: ((literal value) ...). `at` is NULL as soon as something else stands there.
typedef struct reader {
  expr_table *t;
  const char *at;
} reader;

static bool accept(reader *r, const char *word) {
  if (!r->at) return false;
  const char *p = r->at;
  while (*p == ' ' || *p == '\n') p++;
  if (!str_starts(p, word)) return false;
  r->at = p + strlen(word);
  return true;
}

static void expect(reader *r, const char *word) {
  if (!accept(r, word)) r->at = NULL;
}

// Skips a symbol or a list.
static void skip_item(reader *r) {
  size_t open = 0;
  while (r->at && (*r->at == ' ' || *r->at == '\n')) r->at++;
  for (char quote = 0; r->at; r->at++) {
    char ch = *r->at;
    if (ch == '\0') {
      r->at = NULL;
      return;
    }
    if (quote) {
      if (ch == quote) quote = 0;
    } else if (ch == '|') {
      quote = ch;
    } else if (ch == '(') {
      open++;
    } else if (open == 0 && (ch == ' ' || ch == ')')) {
      return;
    } else if (ch == ')' && --open == 0) {
      r->at++;
      return;
    }
  }
}

static expr read_word(reader *r, uint32_t width) {
  if (width == 1 && accept(r, "true")) return expr_bool(r->t, true);
  if (width == 1 && accept(r, "false")) return expr_bool(r->t, false);
  expect(r, "#b");
  if (!r->at || strspn(r->at, "01") != width) return r->at = NULL, EXPR_NONE;
  uint64_t *limbs = MEM_NEW_N(uint64_t, (width + 63) / 64);
  for (uint32_t i = 0; i < width; i++)
    if (r->at[width - 1 - i] == '1') limbs[i / 64] |= (uint64_t)1 << i % 64;
  r->at += width;
  expr e = expr_const_wide(r->t, width, limbs);
  mem_free(limbs);
  return e;
}

// (store (store ((as const SORT) fill) index value) index value)
static expr read_array(reader *r, sort s) {
  size_t stores = 0;
  while (accept(r, "(store")) stores++;
  expect(r, "((as const");
  skip_item(r);
  expect(r, ")");
  expr fill = read_word(r, s.elem);
  expect(r, ")");
  if (!r->at) return EXPR_NONE;
  expr a = expr_const_array(r->t, s.width, fill);
  for (; stores && r->at; stores--) {
    expr index = read_word(r, s.width), value = read_word(r, s.elem);
    expect(r, ")");
    if (r->at) a = expr_store(r->t, a, index, value);
  }
  return r->at ? expr_eval(r->t, a, NULL) : EXPR_NONE;
}

static void list_literals(smt *s, const expr *conjuncts, size_t n, expr_vec *out) {
  id_scratch_begin(&s->scratch);
  for (size_t i = 0; i < n; i++) {
    literal_set set = smt_literals(s, conjuncts[i]);
    for (size_t j = 0; j < set.len; j++) {
      if (id_scratch_has(&s->scratch, set.data[j].id)) continue;
      id_scratch_put(&s->scratch, set.data[j].id, 0);
      vec_push(out, set.data[j]);
    }
  }
}

// Values of the literals after SAT; NULL: not told, or not understood.
static model *read_model(smt *s, const expr_vec *literals) {
  smt_cvc5 *z = s->solver;
  if (literals->len == 0) return model_new();
  sb_puts(&z->text, "(get-value (");
  for (size_t i = 0; i < literals->len; i++) {
    sb_putc(&z->text, ' ');
    expr_print_smtlib(z->t, literals->data[i], &z->text);
  }
  sb_puts(&z->text, "))\n");
  reader r = {z->t, exchange(s, z)};
  model *m = model_new();
  expect(&r, "(");
  for (size_t i = 0; i < literals->len && r.at; i++) {
    expect(&r, "(");
    skip_item(&r);
    sort so = expr_sort(z->t, literals->data[i]);
    expr value = so.elem ? read_array(&r, so) : read_word(&r, so.width);
    expect(&r, ")");
    if (r.at) model_set(m, literals->data[i], value);
  }
  expect(&r, ")");
  if (r.at) return m;
  model_free(m);
  return NULL;
}

// --- questions ------------------------------------------------------------------------------------------------------

// A child with the limit, its scopes as `asserted` says once the text is sent. False: it cannot be had.
static bool prepare(smt_cvc5 *z, uint64_t limit) {
  if (z->clean && z->limit == limit && z->declared.len < MAX_DECLARED) return true;
  if (!z->child) z->child = smt_child_start(command);
  if (!z->child) return false;
  sb_clear(&z->text);
  vec_clear(&z->asserted);
  map64_clear(&z->declared);
  uint64_t units = limit / UNITS_OF_Z3;
  sb_puts(&z->text, "(reset)\n");
  sb_printf(&z->text, "(set-option :rlimit-per %llu)\n", (unsigned long long)(limit && !units ? 1 : units));
  sb_printf(&z->text, "(set-option :seed %u)\n(set-logic ALL)\n", z->config.seed);
  z->limit = limit;
  return z->clean = true;
}

static void declare(smt_cvc5 *z, const expr *vars, size_t n) {
  for (size_t i = 0; i < n; i++) {
    if (map64_get(&z->declared, vars[i].id, NULL)) continue;
    map64_put(&z->declared, vars[i].id, 1);
    expr_print_smtlib_declare(z->t, vars[i], &z->text);
  }
}

static void assert_in_scope(smt *s, expr c) {
  smt_cvc5 *z = s->solver;
  literal_set set = smt_literals(s, c);
  declare(z, set.data, set.len);
  sb_puts(&z->text, "(push 1)\n");
  expr_print_smtlib_assert(z->t, c, &z->text);
  vec_push(&z->asserted, c);
}

static void keep_prefix(smt_cvc5 *z, const expr *conjuncts, size_t n) {
  size_t common = 0;
  while (common < n && common < z->asserted.len && expr_same(z->asserted.data[common], conjuncts[common])) common++;
  if (common == z->asserted.len) return;
  sb_printf(&z->text, "(pop %zu)\n", z->asserted.len - common);
  z->asserted.len = common;
}

static smt_answer run(smt *s, smt_cvc5 *z) {
  sb_puts(&z->text, "(check-sat)\n");
  const char *word = exchange(s, z);
  s->stats.solver_calls++;
  if (word && strcmp(word, "sat") == 0) return SMT_SAT;
  if (word && strcmp(word, "unsat") == 0) return SMT_UNSAT;
  z->clean = false;  // nothing that is half finished may colour later answers
  return SMT_UNKNOWN;
}

// False: there is no child.
static bool assert_all(smt *s, const expr *conjuncts, size_t n, uint64_t limit) {
  smt_cvc5 *z = s->solver;
  if (!prepare(z, limit)) return false;
  keep_prefix(z, conjuncts, n);
  for (size_t i = z->asserted.len; i < n; i++) assert_in_scope(s, conjuncts[i]);
  return true;
}

static smt_answer cvc5_check(smt *s, const expr *conjuncts, size_t n, model **out) {
  smt_cvc5 *z = s->solver;
  smt_answer answer = assert_all(s, conjuncts, n, s->limit) ? run(s, z) : SMT_UNKNOWN;
  if (answer != SMT_SAT) return answer;
  expr_vec literals = {0};
  list_literals(s, conjuncts, n, &literals);
  *out = read_model(s, &literals);
  vec_free(&literals);
  return smt_confirm(s, conjuncts, n, out);
}

static smt_answer cvc5_forall(smt *s, const expr *conjuncts, size_t n, const expr *bound, size_t n_bound, expr body,
                              uint64_t rlimit) {
  smt_cvc5 *z = s->solver;
  if (!assert_all(s, conjuncts, n, rlimit)) return SMT_UNKNOWN;
  literal_set set = smt_literals(s, body);
  declare(z, set.data, set.len);  // the bound ones too: the quantifier hides them
  sb_puts(&z->text, "(push 1)\n");
  expr_print_smtlib_assert_forall(z->t, bound, n_bound, body, &z->text);
  smt_answer answer = run(s, z);
  sb_puts(&z->text, "(pop 1)\n");
  return answer;
}

const smt_backend smt_backend_cvc5 = {
    .open = cvc5_open, .close = cvc5_close, .check = cvc5_check, .forall = cvc5_forall, .forget = cvc5_forget};
