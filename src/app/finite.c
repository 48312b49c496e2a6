#include "app/finite.h"

#include <stdio.h>
#include <string.h>

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
