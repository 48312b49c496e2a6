// links: app
// The command line: every kind of option, every kind of wrong usage.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "app/auto.h"
#include "app/options.h"
#include "ir/ir.h"

enum { MAX_WORDS = 12 };

// Parses and judges blank-separated words. True: accepted; *line must be finished by the caller in both cases.
static bool read_line(const char *words, command_line *line, strbuf *error) {
  static char copy[512];
  const char *argv[MAX_WORDS];
  int argc = 0;
  snprintf(copy, sizeof copy, "%s", words);
  for (char *word = strtok(copy, " "); word; word = strtok(NULL, " ")) argv[argc++] = word;
  return options_parse(argc, argv, line, error) && options_judge(line, error);
}

static command_line accept(const char *words) {
  command_line line;
  strbuf error = {0};
  if (!read_line(words, &line, &error)) fail_msg("`%s`: %s", words, sb_text(&error));
  sb_fini(&error);
  return line;
}

static void reject(const char *words, const char *part) {
  command_line line;
  strbuf error = {0};
  if (read_line(words, &line, &error)) fail_msg("`%s` is accepted", words);
  if (!strstr(sb_text(&error), part)) fail_msg("`%s`: \"%s\" does not say \"%s\"", words, sb_text(&error), part);
  sb_fini(&error);
  command_line_fini(&line);
}

static void test_commands(void **unused) {
  (void)unused;
  const struct {
    const char *words;
    command command;
  } cases[] = {
      {"a.ivl", COMMAND_VERIFY},
      {"verify a.ivl", COMMAND_VERIFY},
      {"simulate a.ivl", COMMAND_SIMULATE},
      {"replay a.trace", COMMAND_REPLAY},
      {"ir a.ivl", COMMAND_IR},
      {"list engines", COMMAND_LIST},
      {"man", COMMAND_MAN},
      {"--stats verify a.ivl", COMMAND_VERIFY},
      {"a.c b.c -- -m32 ir", COMMAND_VERIFY},
      {"verify list.c", COMMAND_VERIFY},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    command_line line = accept(cases[i].words);
    assert_int_equal(line.command, cases[i].command);
    command_line_fini(&line);
  }
}

static void test_texts_need_no_file(void **unused) {
  (void)unused;
  const struct {
    const char *word;
    command command;
  } cases[] = {
      {"--help", COMMAND_HELP},
      {"-h", COMMAND_HELP},
      {"--version", COMMAND_VERSION},
      {"--options=json", COMMAND_OPTIONS_JSON},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    command_line line;
    strbuf error = {0};
    assert_true(options_parse(1, &cases[i].word, &line, &error));
    assert_int_equal(line.command, cases[i].command);
    command_line_fini(&line);
  }
}

static void test_values(void **unused) {
  (void)unused;
  command_line line =
      accept("a.ivl --engine=naive --timeout 10 --memory=512 --input-range=-3..7 --stats --minimise=off");
  const options *o = &line.options;
  assert_int_equal(o->engine, OPT_ENGINE_naive);
  assert_true(o->timeout == 10);
  assert_int_equal(o->memory, 512);
  assert_true(o->input_range.set);
  assert_int_equal(o->input_range.lo, -3);
  assert_int_equal(o->input_range.hi, 7);
  assert_true(o->stats);
  assert_false(o->minimise);
  assert_true(o->given[OPTION_timeout]);
  assert_false(o->given[OPTION_seed]);
  assert_int_equal(line.files.len, 1);
  assert_string_equal(line.files.data[0], "a.ivl");
  command_line_fini(&line);
  line = accept("a.ivl --timeout=0.5");
  assert_true(line.options.timeout == 0.5);
  command_line_fini(&line);
  line = accept("a.ivl --timeout .25");
  assert_true(line.options.timeout == 0.25);
  command_line_fini(&line);
}

static void test_lists_keep_their_order(void **unused) {
  (void)unused;
  command_line line = accept("a.ivl --report x.json --report=y.vcd --report d/z.trace");
  assert_int_equal(line.options.report.len, 3);
  assert_string_equal(line.options.report.items[0], "x.json");
  assert_string_equal(line.options.report.items[2], "d/z.trace");
  command_line_fini(&line);
  line = accept("simulate a.ivl --input x=1 --input=x=2");
  assert_int_equal(line.options.input.len, 2);
  assert_string_equal(line.options.input.items[1], "x=2");
  command_line_fini(&line);
}

static void test_defaults(void **unused) {
  (void)unused;
  options o = options_default();
  assert_int_equal(o.step_limit, 10000000);
  assert_int_equal(o.recursion_limit, 10000);
  assert_int_equal(o.fan_out, 64);
  assert_int_equal(o.input_limit, 4096);
  assert_true(o.minimise);
  assert_string_equal(o.property, "");
  assert_false(o.input_range.set);
}

static void test_wrong_words(void **unused) {
  (void)unused;
  reject("a.ivl --egine=naive", "did you mean --engine?");
  reject("a.ivl --timeot 3", "did you mean --timeout?");
  reject("a.ivl --zzzzzz", "unknown option `--zzzzzz`");
  reject("a.ivl -x", "unknown option `-x`");
  reject("a.ivl --=3", "unknown option");
  reject("a.ivl --options", "unknown option");
  reject("a.ivl --engine=naiv", "did you mean `naive`?");
  reject("a.ivl --engine=", "one of auto|naive|stateless");
  reject("a.ivl --timeout", "needs a value");
  reject("a.ivl --timeout=", "takes a number");
  reject("a.ivl --timeout=-1", "takes a number");
  reject("a.ivl --timeout=1x", "takes a number");
  reject("a.ivl --timeout=.", "takes a number");
  reject("a.ivl --timeout=1.2.3", "takes a number");
  reject("a.ivl --timeout=1e3", "takes a number");
  reject("a.ivl --timeout=0x10", "takes a number");
  reject("a.ivl --timeout=inf", "takes a number");
  reject("a.ivl --timeout=1000000001", "takes a number");
  reject("a.ivl --timeout=99999999999999999999999", "takes a number");
  reject("a.ivl --recursion-limit=0", "from 1 to");
  reject("a.ivl --check=5", "from 0 to 4");
  reject("a.ivl --stats=yes", "on or off");
  reject("a.ivl --smt-log=", "needs a value");
  reject("a.ivl --input-range=3", "LO..HI");
  reject("a.ivl --input-range=7..3", "LO <= HI");
  reject("a.ivl --input-range=1..2x", "LO..HI");
  reject("a.ivl --input-range=..2", "LO..HI");
}

static void test_wrong_combinations(void **unused) {
  (void)unused;
  reject("", "no program is given");
  reject("a.ivl b.ivl", "not also `b.ivl`");
  reject("list", "one of engines, options, properties");
  reject("replay", ".trace file");
  reject("man a.ivl", "takes no file");
  reject("a.ivl --input-limit=3 --engine=stateless", "--input-limit does not apply to --engine=stateless");
  reject("a.ivl --input=x=1", "--input does not apply to `verify`");
  reject("simulate a.ivl --engine=naive", "--engine does not apply to `simulate`");
  reject("simulate a.ivl --input=x", "NAME=VALUE");
  reject("simulate a.ivl --input==3", "NAME=VALUE");
  reject("ir a.ivl --json", "--json does not apply to `ir`");
  reject("list engines --stats", "--stats does not apply to `list`");
  reject("a.ivl --json --quiet", "exclude each other");
  reject("a.ivl --report=x.pdf", "none of .json .txt .trace .vcd");
  reject("a.ivl --report=.vcd", "none of");
}

static void test_properties(void **unused) {
  (void)unused;
  strbuf error = {0};
  uint32_t checks;
  assert_true(options_checks("assert,div-by-zero", &checks, &error));
  assert_true(checks >> IR_CHECK_ASSERT & 1);
  assert_true(checks >> IR_CHECK_DIV & 1);
  assert_false(checks >> IR_CHECK_DEADLOCK & 1);
  assert_true(options_checks("null", &checks, &error));
  assert_true(checks >> IR_CHECK_FREED & 1);  // one property, several kinds
  named_checks_vec named = {0};
  assert_true(options_properties("null,assert,null", &named, &error));  // in their order, each once
  assert_int_equal(named.len, 2);
  assert_memory_equal(named.data[0].name, "null", named.data[0].len);
  assert_int_equal(named.data[1].checks, 1u << IR_CHECK_ASSERT | 1u << IR_CHECK_EXCEPTION | 1u << IR_CHECK_FAIL);
  vec_free(&named);
  reject("a.ivl --property=asert", "did you mean `assert`?");
  reject("a.ivl --property=assert,", "nothing checks ``");
  // A SAFE must not claim what nothing looks for.
  reject("a.ivl --property=fairness", "nothing checks `fairness`");
  assert_true(options_checks("valid-memsafety", &checks, &error));
  assert_true(checks >> IR_CHECK_LEAK & 1 && checks >> IR_CHECK_BOUNDS & 1 && checks >> IR_CHECK_DOUBLE_FREE & 1);
  assert_false(options_checks_in("ivl") >> IR_CHECK_RACE & 1);
  assert_true(options_checks_in("c") >> IR_CHECK_RACE & 1);
  sb_fini(&error);
}

// options.h repeats the order of the texts in options.def; the registry of engines is a third list.
static void test_enums_match_their_texts(void **unused) {
  (void)unused;
  const struct {
    option_id id;
    int value;
    const char *text;
  } cases[] = {
      {OPTION_engine, OPT_ENGINE_auto, "auto"},
      {OPTION_engine, OPT_ENGINE_naive, "naive"},
      {OPTION_engine, OPT_ENGINE_stateless, "stateless"},
      {OPTION_engine, OPT_ENGINE_stateful, "stateful"},
      {OPTION_engine, OPT_ENGINE_dpor, "dpor"},
      {OPTION_engine, OPT_ENGINE_cegar, "cegar"},
      {OPTION_engine, OPT_ENGINE_hunt, "hunt"},
      {OPTION_engine, OPT_ENGINE_lazy, "lazy"},
      {OPTION_por, OPT_POR_FUTURE, "future"},
      {OPTION_por, OPT_POR_LOCAL, "local"},
      {OPTION_por, OPT_POR_AAPOR, "aapor"},
      {OPTION_domain, OPT_DOMAIN_BOTH, "both"},
      {OPTION_prune, OPT_PRUNE_FULL, "full"},
      {OPTION_search, OPT_SEARCH_DFS, "dfs"},
      {OPTION_search, OPT_SEARCH_ERR, "err"},
      {OPTION_search, OPT_SEARCH_WASTAR, "wastar"},
      {OPTION_engine, OPT_ENGINE_exsym, "exsym"},
      {OPTION_engine, OPT_ENGINE_graph, "graph"},
      {OPTION_memory_model, OPT_MEMORY_MODEL_RC11, "rc11"},
      {OPTION_states, OPT_STATES_EXPLICIT, "explicit"},
      {OPTION_heap, OPT_HEAP_EXACT, "exact"},
      {OPTION_store, OPT_STORE_COMPACT64, "compact64"},
      {OPTION_ssr, OPT_SSR_COUNTER, "counter"},
      {OPTION_visited, OPT_VISITED_SHAPE, "shape"},
      {OPTION_abstraction, OPT_ABSTRACTION_CUBES, "cubes"},
      {OPTION_dep, OPT_DEP_LEMMA1, "lemma1"},
      {OPTION_dep, OPT_DEP_COMMON, "common"},
      {OPTION_refiner, OPT_REFINER_SAMPLES, "samples"},
      {OPTION_initprec, OPT_INITPREC_ASSUMES, "assumes"},
      {OPTION_predsplit, OPT_PREDSPLIT_WHOLE, "whole"},
      {OPTION_cycles, OPT_CYCLES_LITERAL, "literal"},
      {OPTION_prefer, OPT_PREFER_TURNS, "turns"},
      {OPTION_dpor, OPT_DPOR_OPTIMAL, "optimal"},
      {OPTION_dpor, OPT_DPOR_SOURCE, "source"},
      {OPTION_dpor, OPT_DPOR_FG, "fg"},
      {OPTION_dpor, OPT_DPOR_FULL, "full"},
      {OPTION_dpor_dep, OPT_DPOR_DEP_RW, "rw"},
      {OPTION_dpor_dep, OPT_DPOR_DEP_ANY, "any"},
      {OPTION_lazy, OPT_LAZY_COMPLETE, "complete"},
      {OPTION_lazy, OPT_LAZY_PLAIN, "plain"},
      {OPTION_lazy, OPT_LAZY_STATE, "state"},
      {OPTION_lazy_memo, OPT_LAZY_MEMO_TRACE, "trace"},
      {OPTION_lazy_memo, OPT_LAZY_MEMO_CALL, "call"},
      {OPTION_lazy_memo, OPT_LAZY_MEMO_STATE, "state"},
      {OPTION_lazy_vary, OPT_LAZY_VARY_SOLVABLE, "solvable"},
      {OPTION_lazy_vary, OPT_LAZY_VARY_ALL, "all"},
      {OPTION_lazy_next, OPT_LAZY_NEXT_LOWEST, "lowest"},
      {OPTION_lazy_next, OPT_LAZY_NEXT_ROUND_ROBIN, "round-robin"},
      {OPTION_lazy_next, OPT_LAZY_NEXT_HIGHEST, "highest"},
      {OPTION_lazy_cut, OPT_LAZY_CUT_CLOSED, "closed"},
      {OPTION_lazy_cut, OPT_LAZY_CUT_LONGEST, "longest"},
      {OPTION_lazy_solver, OPT_LAZY_SOLVER_ORDER, "order"},
      {OPTION_lazy_solver, OPT_LAZY_SOLVER_SMT, "smt"},
      {OPTION_lazy_solver, OPT_LAZY_SOLVER_BOTH, "both"},
      {OPTION_indexer, OPT_INDEXER_WHOLE, "whole"},
      {OPTION_indexer, OPT_INDEXER_ATTEMPTS, "attempts"},
      {OPTION_color, OPT_AUTO, "auto"},
      {OPTION_color, OPT_NEVER, "never"},
      {OPTION_progress, OPT_ALWAYS, "always"},
      {OPTION_order, OPT_ORDER_NAME, "name"},
      {OPTION_pending, OPT_PENDING_IEEE, "ieee"},
      {OPTION_pending, OPT_PENDING_MULTI, "multi"},
      {OPTION_refine, OPT_REFINE_ALL, "all"},
      {OPTION_refine, OPT_REFINE_SET, "set"},
  };
  const char *word;
  size_t len;
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    assert_true(option_value(option_get(cases[i].id)->values, (size_t)cases[i].value, &word, &len));
    assert_int_equal(len, strlen(cases[i].text));
    assert_memory_equal(word, cases[i].text, len);
  }
  size_t n = 0;
  for (; option_value(option_get(OPTION_engine)->values, n, &word, &len); n++)
    assert_non_null(app_engine_find(word, len));
  assert_null(app_engine(n));
}

static void test_table_is_consistent(void **unused) {
  (void)unused;
  for (size_t i = 0; i < OPTION_COUNT; i++) {
    const option_info *info = option_get((option_id)i);
    assert_true(strlen(info->help) > 0 && info->help[strlen(info->help) - 1] != '.');
    for (size_t k = 0; k < i; k++) assert_string_not_equal(info->name, option_get((option_id)k)->name);
    const char *word;
    size_t len;
    if (info->type == OPTION_ENUM) assert_false(option_value(info->values, OPTION_VALUES_MAX, &word, &len));
    if (info->type == OPTION_UINT) assert_true(info->initial >= info->min && info->initial <= info->max);
  }
}

// What a printer writes, as text; the caller frees it.
static void print_all_help(FILE *out) { options_print_help("all", out); }

static char *printed(void (*print)(FILE *out)) {
  char *text = NULL;
  size_t len = 0;
  FILE *f = open_memstream(&text, &len);
  print(f);
  fclose(f);
  return text;
}

static void test_help_and_manual_name_every_option(void **unused) {
  (void)unused;
  char *help = printed(print_all_help), *manual = printed(options_print_man), word[64];
  for (size_t i = 0; i < OPTION_COUNT; i++) {
    const option_info *info = option_get((option_id)i);
    snprintf(word, sizeof word, "  --%s", info->name);
    assert_non_null(strstr(help, word));
    // In the manual every hyphen is escaped; the first word of a name is enough to find it.
    snprintf(word, sizeof word, ".B \\-\\-%.*s", (int)strcspn(info->name, "-"), info->name);
    assert_non_null(strstr(manual, word));
  }
  for (const char *at = help; *at; at += strcspn(at, "\n") + 1) assert_true(strcspn(at, "\n") <= 120);
  free(help);
  free(manual);
}

static void test_options_as_json(void **unused) {
  (void)unused;
  char *text = printed(options_print_json);
  json_t *all = json_loads(text, 0, NULL);
  assert_non_null(all);
  const json_t *list = json_object_get(all, "options");
  assert_int_equal(json_array_size(list), OPTION_COUNT);
  for (size_t i = 0; i < OPTION_COUNT; i++) {
    const json_t *o = json_array_get(list, i);
    assert_string_equal(json_string_value(json_object_get(o, "name")), option_get((option_id)i)->name);
    assert_true(json_is_array(json_object_get(o, "applies")));
  }
  json_decref(all);
  free(text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_commands),
      cmocka_unit_test(test_texts_need_no_file),
      cmocka_unit_test(test_values),
      cmocka_unit_test(test_lists_keep_their_order),
      cmocka_unit_test(test_defaults),
      cmocka_unit_test(test_wrong_words),
      cmocka_unit_test(test_wrong_combinations),
      cmocka_unit_test(test_properties),
      cmocka_unit_test(test_enums_match_their_texts),
      cmocka_unit_test(test_table_is_consistent),
      cmocka_unit_test(test_help_and_manual_name_every_option),
      cmocka_unit_test(test_options_as_json),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
