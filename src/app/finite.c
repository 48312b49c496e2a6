#include "app/finite.h"

#include <stdio.h>
#include <string.h>

#include "app/driver.h"
#include "app/options.h"
#include "base/file.h"
#include "engine/guide/preds.h"

enum { MOST_TEXT = 1 << 24 };

static bool read_config(const options *o, arena *mem, memory_config *out) {
  if (!o->memory_config[0]) return true;
  const char *why = NULL;
  size_t len;
  char *text = file_read(o->memory_config, MOST_TEXT, &len, &why);
  bool ok = text && memory_config_parse(mem, text, out, &why);
  if (!ok) fprintf(stderr, "allways: %s: %s\n", o->memory_config, why);
  mem_free(text);
  return ok;
}

static void print_candidates(const cfin *c, strbuf *out) {
  uint32_t goal = 0;
  for (size_t e = 1; e < c->edges.len; e++)
    if (!c->edges.data[e].to && !strcmp(ir_check_kind(c->edges.data[e].check), "goal"))
      goal |= 1u << c->edges.data[e].check;
  expr_vec found = {0};
  preds_candidates(c, goal ? goal : UINT32_MAX, &found);
  for (size_t k = 0; k < found.len; k++) {
    preds_print(c, found.data[k], out);
    sb_putc(out, '\n');
  }
  vec_free(&found);
}

static int judge_predicates(cfin *c, const options *o) {
  if (!o->given[OPTION_predicates] || !strcmp(o->predicates, "auto") || !strcmp(o->predicates, "goal")) return 0;
  const char *why = NULL;
  size_t len;
  preds found = {.n = 0};
  char *text = file_read(o->predicates, MOST_TEXT, &len, &why);
  bool ok = text && preds_parse(c, text, &found, &why);
  if (!ok) fprintf(stderr, "allways: --predicates: %s: %s\n", o->predicates, why);
  mem_free(text);
  return ok ? 0 : STATUS_BAD_INPUT;
}

// The search is guided by these files only if the program is one of finitely many variables (engine/guide/cfin.h).
int finite_judge(const ir_module *ir, uint32_t checks, const options *o) {
  const option_id ids[] = {OPTION_predicates, OPTION_memory_config, OPTION_distances};
  option_id first = OPTION_COUNT;
  for (int i = 2; i >= 0; i--)
    if (o->given[ids[i]]) first = ids[i];
  if (first == OPTION_COUNT) return 0;
  arena *mem = arena_new();
  memory_config config = {0};
  int status = read_config(o, mem, &config) ? 0 : STATUS_BAD_INPUT;
  expr_options plain = {0};
  expr_table *terms = expr_table_new(&plain);
  if (!status) {
    cfin *c = cfin_new(ir, terms, checks, &config, o->sound_dangling);
    if (c->refused) {
      fprintf(stderr,
              "allways: --%s has no effect here: the program has no finite abstraction: ", option_get(first)->name);
      if (c->refused_at.line) fprintf(stderr, "line %u: ", c->refused_at.line);
      fprintf(stderr, "%s\n", c->refused);
    }
    status = c->refused ? STATUS_USAGE : judge_predicates(c, o);
    cfin_free(c);
  }
  expr_table_free(terms);
  vec_free(&config);
  arena_free(mem);
  return status;
}

bool finite_print(const ir_module *ir, const options *o, strbuf *out) {
  arena *mem = arena_new();
  memory_config config = {0};
  bool ok = read_config(o, mem, &config);
  if (ok) {
    expr_options plain = {0};
    expr_table *terms = expr_table_new(&plain);
    cfin *c = cfin_new(ir, terms, UINT32_MAX, &config, o->sound_dangling);
    ok = !c->refused;
    if (!ok)
      fprintf(stderr, "allways: no finite program: line %u: %s\n", c->refused_at.line, c->refused);
    else if (o->cfin)
      cfin_print(c, out);
    else
      print_candidates(c, out);
    cfin_free(c);
    expr_table_free(terms);
  }
  vec_free(&config);
  arena_free(mem);
  return ok;
}
