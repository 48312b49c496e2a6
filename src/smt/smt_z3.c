// The last layer, the usual one: Z3, incremental by common prefix. Beside smt_horn*.c the only file that sees z3.h.
//
// ASTs are caches of our terms: kept by (id, form), released when there are too many. A width-1 term has two forms,
// Bool and (_ BitVec 1); comparisons and connectives are built as Bool, the other form is a conversion.
//
// Asserting rewrites at once, in time quadratic in the depth of the term and deaf to limits and interrupts. Questions
// with deep terms therefore go to a solver made for one question, which does all its work inside the check.
#include <gmp.h>
#include <string.h>
#include <z3.h>

#include "base/clock.h"
#include "smt/smt_impl.h"

#define MAX_ASTS (1u << 20)
#define MAX_DEPTH \
  64  // of terms that are asserted incrementally; deeper ones are if-then-else chains, which a SAT solver decides faster
#define CALLS_PER_LOOK 16  // at the resources that were used

typedef struct form {
  expr e;
  bool as_bool;
} form;
typedef struct kept_ast {
  Z3_ast ast;
  uint32_t depth;
} kept_ast;

typedef struct smt_z3 {
  expr_table *t;
  smt_config config;
  Z3_context ctx;
  Z3_solver solver;
  uint64_t limit;      // of the solver
  uint32_t resources;  // used by the context when last looked at
  map64 asts;          // id * 2 + as_bool -> position in kept
  VEC(kept_ast) kept;
  map64 sorts;         // width -> Z3_sort
  bool has_forgotten;  // literals are then named by their order, because Z3 keeps names for ever
  uint32_t names;      // given since it forgot
  expr_vec asserted;   // one scope each
  VEC(form) worklist;
} smt_z3;

// Errors are read with Z3_get_error_code where they can occur; the handler only keeps Z3 from ending the process.
static void ignore_error(Z3_context ctx, Z3_error_code code) {
  (void)ctx;
  (void)code;
}

static bool failed(const smt_z3 *z) { return Z3_get_error_code(z->ctx) != Z3_OK; }

static void set_params(smt_z3 *z, Z3_solver solver, uint64_t rlimit) {
  Z3_params p = Z3_mk_params(z->ctx);
  Z3_params_inc_ref(z->ctx, p);
  Z3_params_set_uint(z->ctx, p, Z3_mk_string_symbol(z->ctx, "random_seed"), z->config.seed);
  Z3_params_set_bool(z->ctx, p, Z3_mk_string_symbol(z->ctx, "ctrl_c"), false);  // signals are the application's
  // 0 is said too: it takes back an earlier limit.
  Z3_params_set_uint(z->ctx, p, Z3_mk_string_symbol(z->ctx, "rlimit"),
                     rlimit > UINT32_MAX ? UINT32_MAX : (unsigned)rlimit);
  Z3_solver_set_params(z->ctx, solver, p);
  Z3_params_dec_ref(z->ctx, p);
}

static void open_solver(smt_z3 *z) {
  // Measured on many small incremental questions: twice as fast as the simple solver, and knows arrays.
  z->solver = Z3_mk_solver_for_logic(z->ctx, Z3_mk_string_symbol(z->ctx, "QF_ABV"));
  Z3_solver_inc_ref(z->ctx, z->solver);
  set_params(z, z->solver, z->config.rlimit);
  z->limit = z->config.rlimit;
  CHECK(!failed(z), "Z3 refuses its parameters");
  vec_clear(&z->asserted);
}

static void *z3_open(expr_table *t, const smt_config *config) {
  smt_z3 *z = MEM_NEW(smt_z3);
  z->t = t;
  z->config = *config;
  return z;
}

// Most runs never need Z3: it is started by the first question that reaches it.
static void start(smt_z3 *z) {
  if (z->ctx) return;
  Z3_config c = Z3_mk_config();
  Z3_set_param_value(c, "model", "true");
  z->ctx = Z3_mk_context_rc(c);
  Z3_del_config(c);
  Z3_set_error_handler(z->ctx, ignore_error);
  open_solver(z);
}

static void drop_asts(smt_z3 *z) {
  for (size_t i = 0; i < z->kept.len; i++) Z3_dec_ref(z->ctx, z->kept.data[i].ast);
  vec_clear(&z->kept);
  map64_clear(&z->asts);
}

static void reopen(smt_z3 *z) {
  Z3_solver_dec_ref(z->ctx, z->solver);
  open_solver(z);
}

// With the context goes all memory of Z3 but the names of literals.
static void z3_forget(void *self) {
  smt_z3 *z = self;
  if (!z->ctx) return;
  Z3_solver_dec_ref(z->ctx, z->solver);
  drop_asts(z);
  for (size_t i = 0; i < z->sorts.len; i++) Z3_dec_ref(z->ctx, (Z3_ast)(uintptr_t)z->sorts.entries[i].value);
  map64_clear(&z->sorts);
  Z3_del_context(z->ctx);
  z->ctx = NULL;
  z->has_forgotten = true;
  z->names = z->resources = 0;
}

static void z3_close(void *self) {
  smt_z3 *z = self;
  z3_forget(z);
  map64_fini(&z->asts);
  vec_free(&z->kept);
  map64_fini(&z->sorts);
  vec_free(&z->asserted);
  vec_free(&z->worklist);
  mem_free(z);
}

// --- terms to ASTs --------------------------------------------------------------------------------------------------

static bool is_logical(const expr_table *t, expr e) {
  sort s = expr_sort(t, e);
  if (s.elem || s.width != 1) return false;
  expr_op op = expr_get_op(t, e);
  return op == EXPR_CONST || op == EXPR_VAR || op == EXPR_AND || op == EXPR_OR || op == EXPR_XOR || op == EXPR_NOT ||
         op == EXPR_EQ || op == EXPR_ULT || op == EXPR_SLT || op == EXPR_ITE;
}

// Which form argument i of e (built in its own form) must have.
static bool arg_form(const expr_table *t, expr e, unsigned i) {
  expr_op op = expr_get_op(t, e);
  if (op == EXPR_ITE && i == 0) return true;
  if (op == EXPR_EQ) return is_logical(t, expr_arg(t, e, 0)) && is_logical(t, expr_arg(t, e, 1));
  bool connective = op == EXPR_AND || op == EXPR_OR || op == EXPR_XOR || op == EXPR_NOT || op == EXPR_ITE;
  return connective && is_logical(t, e);
}

static const kept_ast *find_kept(const smt_z3 *z, expr e, bool as_bool) {
  uint64_t at = 0;
  return map64_get(&z->asts, (uint64_t)e.id * 2 + as_bool, &at) ? &z->kept.data[at] : NULL;
}

static Z3_ast find_ast(const smt_z3 *z, expr e, bool as_bool) {
  const kept_ast *k = find_kept(z, e, as_bool);
  return k ? k->ast : NULL;
}

static void keep_ast(smt_z3 *z, form x, Z3_ast a, uint32_t depth) {
  CHECK(a != NULL, "Z3 refuses a term");
  Z3_inc_ref(z->ctx, a);
  map64_put(&z->asts, (uint64_t)x.e.id * 2 + x.as_bool, z->kept.len);
  kept_ast k = {a, depth};
  vec_push(&z->kept, k);
}

static Z3_sort word_sort(smt_z3 *z, uint32_t width) {
  uint64_t v = 0;
  if (map64_get(&z->sorts, width, &v)) return (Z3_sort)(uintptr_t)v;
  Z3_sort s = Z3_mk_bv_sort(z->ctx, width);
  Z3_inc_ref(z->ctx, Z3_sort_to_ast(z->ctx, s));
  map64_put(&z->sorts, width, (uint64_t)(uintptr_t)s);
  return s;
}

static Z3_ast make_const(smt_z3 *z, expr e, bool as_bool) {
  uint32_t w = expr_width(z->t, e);
  if (as_bool) return expr_is_true(z->t, e) ? Z3_mk_true(z->ctx) : Z3_mk_false(z->ctx);
  if (w <= 64) return Z3_mk_unsigned_int64(z->ctx, expr_const_u64(z->t, e), word_sort(z, w));
  mpz_t x;
  mpz_init(x);
  mpz_import(x, (w + 63) / 64, -1, 8, 0, 0, expr_const_limbs(z->t, e));
  char *text = MEM_NEW_N(char, mpz_sizeinbase(x, 10) + 2);
  Z3_ast a = Z3_mk_numeral(z->ctx, mpz_get_str(text, 10, x), word_sort(z, w));
  mem_free(text);
  mpz_clear(x);
  return a;
}

static Z3_ast make_var(smt_z3 *z, expr e) {
  sort s = expr_sort(z->t, e);
  char name[16];
  if (z->has_forgotten)
    snprintf(name, sizeof name, "u%u", ++z->names);
  else
    snprintf(name, sizeof name, "v%u", e.id);
  Z3_symbol symbol = Z3_mk_string_symbol(z->ctx, name);
  if (s.elem) {
    Z3_sort array = Z3_mk_array_sort(z->ctx, word_sort(z, s.width), word_sort(z, s.elem));
    return Z3_mk_const(z->ctx, symbol, array);
  }
  return Z3_mk_const(z->ctx, symbol, s.width == 1 ? Z3_mk_bool_sort(z->ctx) : word_sort(z, s.width));
}

static Z3_ast make_connective(smt_z3 *z, expr_op op, bool logical, Z3_ast *a) {
  Z3_context c = z->ctx;
  if (op == EXPR_AND) return logical ? Z3_mk_and(c, 2, a) : Z3_mk_bvand(c, a[0], a[1]);
  if (op == EXPR_OR) return logical ? Z3_mk_or(c, 2, a) : Z3_mk_bvor(c, a[0], a[1]);
  if (op == EXPR_XOR) return logical ? Z3_mk_xor(c, a[0], a[1]) : Z3_mk_bvxor(c, a[0], a[1]);
  return logical ? Z3_mk_not(c, a[0]) : Z3_mk_bvnot(c, a[0]);
}

// e in its own form, from its arguments in the forms that arg_form says.
static Z3_ast make_node(smt_z3 *z, expr e, Z3_ast *a) {
  Z3_context c = z->ctx;
  const expr_table *t = z->t;
  sort s = expr_sort(t, e);
  switch (expr_get_op(t, e)) {
  case EXPR_CONST: return make_const(z, e, is_logical(t, e));
  case EXPR_VAR: return make_var(z, e);
  case EXPR_ADD: return Z3_mk_bvadd(c, a[0], a[1]);
  case EXPR_MUL: return Z3_mk_bvmul(c, a[0], a[1]);
  case EXPR_UDIV: return Z3_mk_bvudiv(c, a[0], a[1]);
  case EXPR_SDIV: return Z3_mk_bvsdiv(c, a[0], a[1]);
  case EXPR_UREM: return Z3_mk_bvurem(c, a[0], a[1]);
  case EXPR_SREM: return Z3_mk_bvsrem(c, a[0], a[1]);
  case EXPR_SHL: return Z3_mk_bvshl(c, a[0], a[1]);
  case EXPR_LSHR: return Z3_mk_bvlshr(c, a[0], a[1]);
  case EXPR_ASHR: return Z3_mk_bvashr(c, a[0], a[1]);
  case EXPR_AND:
  case EXPR_OR:
  case EXPR_XOR:
  case EXPR_NOT: return make_connective(z, expr_get_op(t, e), is_logical(t, e), a);
  case EXPR_EQ: return Z3_mk_eq(c, a[0], a[1]);
  case EXPR_ULT: return Z3_mk_bvult(c, a[0], a[1]);
  case EXPR_SLT: return Z3_mk_bvslt(c, a[0], a[1]);
  case EXPR_ITE: return Z3_mk_ite(c, a[0], a[1], a[2]);
  case EXPR_CONCAT: return Z3_mk_concat(c, a[0], a[1]);
  case EXPR_EXTRACT: return Z3_mk_extract(c, expr_extract_hi(t, e), expr_extract_lo(t, e), a[0]);
  case EXPR_ZEXT: return Z3_mk_zero_ext(c, s.width - expr_width(t, expr_arg(t, e, 0)), a[0]);
  case EXPR_SEXT: return Z3_mk_sign_ext(c, s.width - expr_width(t, expr_arg(t, e, 0)), a[0]);
  case EXPR_CONST_ARRAY: return Z3_mk_const_array(c, word_sort(z, s.width), a[0]);
  case EXPR_SELECT: return Z3_mk_select(c, a[0], a[1]);
  case EXPR_STORE: return Z3_mk_store(c, a[0], a[1], a[2]);
  case EXPR_OP_COUNT: break;
  }
  UNREACHABLE("unknown operation");
}

static Z3_ast convert(smt_z3 *z, Z3_ast a, bool to_bool) {
  Z3_ast one = make_const(z, expr_bool(z->t, true), false);
  Z3_inc_ref(z->ctx, one);
  Z3_ast r;
  if (to_bool) {
    r = Z3_mk_eq(z->ctx, a, one);
  } else {
    Z3_ast zero = make_const(z, expr_bool(z->t, false), false);
    r = Z3_mk_ite(z->ctx, a, one, zero);
  }
  Z3_inc_ref(z->ctx, r);
  Z3_dec_ref(z->ctx, one);
  Z3_dec_ref(z->ctx, r);
  return r;
}

// Builds x if its parts exist; else puts the missing parts on the list.
static void translate_step(smt_z3 *z, form x) {
  bool own = is_logical(z->t, x.e);
  if (x.as_bool != own) {
    const kept_ast *k = find_kept(z, x.e, own);
    if (k)
      keep_ast(z, x, convert(z, k->ast, x.as_bool), k->depth);
    else
      vec_push(&z->worklist, ((form){x.e, own}));
    return;
  }
  Z3_ast args[3] = {0};
  uint32_t depth = 0;
  bool all = true;
  for (unsigned i = expr_arity(z->t, x.e); i-- > 0;) {
    form arg = {expr_arg(z->t, x.e, i), arg_form(z->t, x.e, i)};
    const kept_ast *k = find_kept(z, arg.e, arg.as_bool);
    if (k) {
      args[i] = k->ast;
      if (k->depth > depth) depth = k->depth;
    } else {
      all = false;
      vec_push(&z->worklist, arg);
    }
  }
  if (all) keep_ast(z, x, make_node(z, x.e, args), depth + 1);
}

static Z3_ast translate(smt_z3 *z, expr e, bool as_bool) {
  vec_clear(&z->worklist);
  vec_push(&z->worklist, ((form){e, as_bool}));
  while (z->worklist.len) {
    form x = vec_last(&z->worklist);
    if (find_ast(z, x.e, x.as_bool))
      z->worklist.len--;
    else
      translate_step(z, x);
  }
  return find_ast(z, e, as_bool);
}

// --- models ---------------------------------------------------------------------------------------------------------

static expr read_number(smt_z3 *z, Z3_ast a, uint32_t width) {
  if (Z3_get_ast_kind(z->ctx, a) != Z3_NUMERAL_AST) {
    Z3_lbool b = width == 1 ? Z3_get_bool_value(z->ctx, a) : Z3_L_UNDEF;
    return b == Z3_L_UNDEF ? EXPR_NONE : expr_bool(z->t, b == Z3_L_TRUE);
  }
  uint64_t small;
  if (width <= 64) return Z3_get_numeral_uint64(z->ctx, a, &small) ? expr_const(z->t, width, small) : EXPR_NONE;
  mpz_t x;
  mpz_init(x);
  mpz_set_str(x, Z3_get_numeral_string(z->ctx, a), 10);
  uint64_t *limbs = MEM_NEW_N(uint64_t, (width + 63) / 64);
  mpz_export(limbs, NULL, -1, 8, 0, 0, x);
  expr e = expr_const_wide(z->t, width, limbs);
  mem_free(limbs);
  mpz_clear(x);
  return e;
}

typedef struct element {
  expr index, value;
} element;
typedef VEC(element) element_vec;

static bool push_element(smt_z3 *z, sort s, Z3_ast index, Z3_ast value, element_vec *out) {
  element x = {read_number(z, index, s.width), read_number(z, value, s.elem)};
  vec_push(out, x);
  return expr_some(x.index) && expr_some(x.value);
}

// An array given as a function: its entries, newest meaning first, and the value elsewhere.
static bool read_function(smt_z3 *z, Z3_model m, Z3_func_decl f, sort s, element_vec *out, expr *fill) {
  Z3_func_interp fi = Z3_model_get_func_interp(z->ctx, m, f);
  if (!fi) return false;
  Z3_func_interp_inc_ref(z->ctx, fi);
  bool ok = true;
  unsigned n = Z3_func_interp_get_num_entries(z->ctx, fi);
  for (unsigned i = 0; i < n && ok; i++) {
    Z3_func_entry entry = Z3_func_interp_get_entry(z->ctx, fi, i);
    Z3_func_entry_inc_ref(z->ctx, entry);
    ok = push_element(z, s, Z3_func_entry_get_arg(z->ctx, entry, 0), Z3_func_entry_get_value(z->ctx, entry), out);
    Z3_func_entry_dec_ref(z->ctx, entry);
  }
  *fill = read_number(z, Z3_func_interp_get_else(z->ctx, fi), s.elem);
  Z3_func_interp_dec_ref(z->ctx, fi);
  return ok && expr_some(*fill);
}

static bool read_elements(smt_z3 *z, Z3_model m, Z3_ast a, sort s, element_vec *out, expr *fill) {
  for (;;) {
    if (Z3_get_ast_kind(z->ctx, a) != Z3_APP_AST) return false;
    Z3_app app = Z3_to_app(z->ctx, a);
    Z3_decl_kind kind = Z3_get_decl_kind(z->ctx, Z3_get_app_decl(z->ctx, app));
    if (kind == Z3_OP_CONST_ARRAY) {
      *fill = read_number(z, Z3_get_app_arg(z->ctx, app, 0), s.elem);
      return expr_some(*fill);
    }
    if (kind == Z3_OP_AS_ARRAY) return read_function(z, m, Z3_get_as_array_func_decl(z->ctx, a), s, out, fill);
    if (kind != Z3_OP_STORE) return false;
    if (!push_element(z, s, Z3_get_app_arg(z->ctx, app, 1), Z3_get_app_arg(z->ctx, app, 2), out)) return false;
    a = Z3_get_app_arg(z->ctx, app, 0);
  }
}

static expr read_array(smt_z3 *z, Z3_model m, Z3_ast a, sort s) {
  element_vec list = {0};
  expr fill = EXPR_NONE, r = EXPR_NONE;
  if (read_elements(z, m, a, s, &list, &fill)) {
    r = expr_const_array(z->t, s.width, fill);
    for (size_t i = list.len; i-- > 0;) r = expr_store(z->t, r, list.data[i].index, list.data[i].value);
    r = expr_eval(z->t, r, NULL);
  }
  vec_free(&list);
  return r;
}

// Values of all literals of the conjuncts; NULL if one cannot be read.
static model *read_model(smt *s, Z3_model zm, const expr *conjuncts, size_t n) {
  smt_z3 *z = s->solver;
  model *m = model_new();
  for (size_t i = 0; i < n; i++) {
    literal_set set = smt_literals(s, conjuncts[i]);
    for (size_t j = 0; j < set.len; j++) {
      expr v = set.data[j];
      if (expr_some(model_get(m, v))) continue;
      sort so = expr_sort(z->t, v);
      Z3_ast var = find_ast(z, v, is_logical(z->t, v));
      Z3_ast a = var ? Z3_model_get_const_interp(z->ctx, zm, Z3_get_app_decl(z->ctx, Z3_to_app(z->ctx, var))) : NULL;
      if (!a) continue;  // any value will do, and absent means 0
      Z3_inc_ref(z->ctx, a);
      expr value = so.elem ? read_array(z, zm, a, so) : read_number(z, a, so.width);
      Z3_dec_ref(z->ctx, a);
      if (!expr_some(value)) {
        model_free(m);
        return NULL;
      }
      model_set(m, v, value);
    }
  }
  return m;
}

// --- questions ------------------------------------------------------------------------------------------------------

static void cut_solver(void *arg) { Z3_interrupt(((smt_z3 *)arg)->ctx); }

// Adds what the questions since the last time have cost; the count of the context is one of 32 bits. To ask for it costs
// as much as an easy question.
static void count_resources(smt *s, Z3_solver solver) {
  smt_z3 *z = s->solver;
  uint32_t used = 0;
  Z3_stats stats = Z3_solver_get_statistics(z->ctx, solver);
  Z3_stats_inc_ref(z->ctx, stats);
  for (unsigned i = 0; i < Z3_stats_size(z->ctx, stats) && !used; i++)
    if (Z3_stats_is_uint(z->ctx, stats, i) && strcmp(Z3_stats_get_key(z->ctx, stats, i), "rlimit count") == 0)
      used = Z3_stats_get_uint_value(z->ctx, stats, i);
  Z3_stats_dec_ref(z->ctx, stats);
  if (!used) return;
  s->stats.resources += used - z->resources;
  z->resources = used;
}

static smt_answer run_solver(smt *s, Z3_solver solver) {
  smt_z3 *z = s->solver;
  if (!smt_stopper_enter(s->stopper, cut_solver, z)) return SMT_UNKNOWN;
  double start = clock_wall();
  Z3_lbool r = Z3_solver_check(z->ctx, solver);
  bool bad = failed(z);
  smt_stopper_leave(s->stopper);
  s->stats.solver_time_s += clock_wall() - start;
  s->stats.solver_calls++;
  bool look = r == Z3_L_UNDEF || s->stats.solver_calls % CALLS_PER_LOOK == 0;
  if (look && !bad) count_resources(s, solver);
  if (bad || r == Z3_L_UNDEF) return SMT_UNKNOWN;
  return r == Z3_L_TRUE ? SMT_SAT : SMT_UNSAT;
}

// Leaves exactly the conjuncts asserted, one scope each, keeping the common prefix.
static bool assert_all(smt_z3 *z, const expr *conjuncts, size_t n) {
  size_t common = 0;
  while (common < n && common < z->asserted.len && expr_same(z->asserted.data[common], conjuncts[common])) common++;
  if (common < z->asserted.len) {
    Z3_solver_pop(z->ctx, z->solver, (unsigned)(z->asserted.len - common));
    z->asserted.len = common;
  }
  for (size_t i = common; i < n; i++) {
    Z3_ast a = translate(z, conjuncts[i], true);
    Z3_solver_push(z->ctx, z->solver);
    vec_push(&z->asserted, conjuncts[i]);
    Z3_solver_assert(z->ctx, z->solver, a);
  }
  return !failed(z);
}

static bool has_array(const expr_table *t, const expr *vars, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (expr_sort(t, vars[i]).elem) return true;
  return false;
}

static void bound_asts(smt_z3 *z) {
  if (z->kept.len <= MAX_ASTS) return;
  reopen(z);
  drop_asts(z);
}

static bool is_deep(smt_z3 *z, const expr *conjuncts, size_t n) {
  bool deep = false;
  for (size_t i = 0; i < n; i++) {
    translate(z, conjuncts[i], true);
    if (find_kept(z, conjuncts[i], true)->depth > MAX_DEPTH) deep = true;
  }
  return deep;
}

static Z3_solver open_tactic(smt_z3 *z, const char *name, uint64_t rlimit) {
  Z3_tactic tactic = Z3_mk_tactic(z->ctx, name);
  Z3_tactic_inc_ref(z->ctx, tactic);
  Z3_solver solver = Z3_mk_solver_from_tactic(z->ctx, tactic);
  Z3_solver_inc_ref(z->ctx, solver);
  Z3_tactic_dec_ref(z->ctx, tactic);
  set_params(z, solver, rlimit);
  return solver;
}

// A solver that starts working when it is asked, and is asked once.
static Z3_solver open_once(smt *s, const expr *conjuncts, size_t n) {
  smt_z3 *z = s->solver;
  bool arrays = false;
  for (size_t i = 0; i < n; i++) {
    literal_set set = smt_literals(s, conjuncts[i]);
    arrays = arrays || has_array(z->t, set.data, set.len);
  }
  Z3_solver solver = open_tactic(z, arrays ? "qfaufbv" : "qfbv", s->limit);
  for (size_t i = 0; i < n; i++) Z3_solver_assert(z->ctx, solver, translate(z, conjuncts[i], true));
  return solver;
}

// Asks, and on SAT reads and confirms the model.
static smt_answer ask(smt *s, Z3_solver solver, const expr *conjuncts, size_t n, model **out) {
  smt_z3 *z = s->solver;
  smt_answer answer = run_solver(s, solver);
  if (answer != SMT_SAT) return answer;
  Z3_model zm = Z3_solver_get_model(z->ctx, solver);
  if (zm) {
    Z3_model_inc_ref(z->ctx, zm);
    *out = read_model(s, zm, conjuncts, n);
    Z3_model_dec_ref(z->ctx, zm);
  }
  return smt_confirm(s, conjuncts, n, out);
}

static smt_answer z3_check(smt *s, const expr *conjuncts, size_t n, model **out) {
  smt_z3 *z = s->solver;
  start(z);
  bound_asts(z);
  if (is_deep(z, conjuncts, n)) {
    Z3_solver once = open_once(s, conjuncts, n);
    smt_answer a = failed(z) ? SMT_UNKNOWN : ask(s, once, conjuncts, n, out);
    Z3_solver_dec_ref(z->ctx, once);
    return a;
  }
  if (z->limit != s->limit) {
    set_params(z, z->solver, s->limit);
    z->limit = s->limit;
  }
  smt_answer answer = assert_all(z, conjuncts, n) ? ask(s, z->solver, conjuncts, n, out) : SMT_UNKNOWN;
  if (answer == SMT_UNKNOWN) reopen(z);  // no half-finished search may colour later answers
  return answer;
}

static Z3_ast make_forall(smt_z3 *z, const expr *bound, size_t n, expr body) {
  Z3_ast b = translate(z, body, true);
  if (n == 0) return b;
  Z3_app *vars = MEM_NEW_N(Z3_app, n);
  for (size_t i = 0; i < n; i++) vars[i] = Z3_to_app(z->ctx, translate(z, bound[i], is_logical(z->t, bound[i])));
  Z3_ast r = Z3_mk_forall_const(z->ctx, 0, (unsigned)n, vars, 0, NULL, b);
  mem_free(vars);
  return r;
}

static smt_answer z3_forall(smt *s, const expr *conjuncts, size_t n, const expr *bound, size_t n_bound, expr body,
                            uint64_t rlimit) {
  smt_z3 *z = s->solver;
  start(z);
  bound_asts(z);
  expr_vec vars = {0};
  for (size_t i = 0; i < n; i++) expr_collect_vars(z->t, conjuncts[i], &vars);
  expr_collect_vars(z->t, body, &vars);
  Z3_solver solver = open_tactic(z, has_array(z->t, vars.data, vars.len) ? "default" : "bv", rlimit);
  vec_free(&vars);
  for (size_t i = 0; i < n; i++) Z3_solver_assert(z->ctx, solver, translate(z, conjuncts[i], true));
  Z3_ast all = make_forall(z, bound, n_bound, body);
  if (all) Z3_solver_assert(z->ctx, solver, all);
  smt_answer answer = all && !failed(z) ? run_solver(s, solver) : SMT_UNKNOWN;
  Z3_solver_dec_ref(z->ctx, solver);
  return answer;
}

const smt_backend smt_backend_z3 = {
    .open = z3_open, .close = z3_close, .check = z3_check, .forall = z3_forall, .forget = z3_forget};

bool smt_z3_run_script(smt *s, const char *script, smt_answer *answer) {
  smt_z3 *z = s->solver;
  start(z);
  Z3_ast_vector asserts = Z3_parse_smtlib2_string(z->ctx, script, 0, NULL, NULL, 0, NULL, NULL);
  if (failed(z) || !asserts) return false;
  Z3_ast_vector_inc_ref(z->ctx, asserts);
  Z3_solver solver = open_tactic(z, "default", 0);
  unsigned n = Z3_ast_vector_size(z->ctx, asserts);
  for (unsigned i = 0; i < n; i++) Z3_solver_assert(z->ctx, solver, Z3_ast_vector_get(z->ctx, asserts, i));
  Z3_lbool r = Z3_solver_check(z->ctx, solver);
  *answer = r == Z3_L_UNDEF ? SMT_UNKNOWN : r == Z3_L_TRUE ? SMT_SAT : SMT_UNSAT;
  Z3_solver_dec_ref(z->ctx, solver);
  Z3_ast_vector_dec_ref(z->ctx, asserts);
  return true;
}
