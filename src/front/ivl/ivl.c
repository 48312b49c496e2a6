#include "front/ivl/ivl.h"

#include "front/front.h"
#include "ir/ir_build.h"

static void program_free(ivl_program *p) {
  for (size_t i = 0; i < p->funcs.len; i++) {
    ivl_func *f = p->funcs.data[i];
    map64_fini(&f->labels);
    vec_free(&f->callees);
    vec_free(&f->locals);
  }
  for (size_t i = 0; i < p->switches.len; i++) {
    vec_free(&p->switches.data[i]->cases);
    map64_fini(&p->switches.data[i]->case_values);
  }
  vec_free(&p->funcs);
  vec_free(&p->switches);
  vec_free(&p->decls);
  interner_free(p->names);
  arena_free(p->mem);
}

static ir_module *parse_with(const char *file, const char *text, size_t len, const front_options *o, diags *d) {
  size_t before = diags_errors(d);
  ivl_program prog = {.mem = arena_new(), .names = interner_new(), .d = d, .file = file, .exact = o->exact_arithmetic};
  ir_module *m = NULL;
  ivl_parse(&prog, text, len);
  // After a syntax error names are missing: what the analysis would say about them helps nobody.
  if (diags_errors(d) == before) ivl_analyse(&prog);
  if (diags_errors(d) == before) {
    m = ivl_lower(&prog, text, len);
    const char *why = NULL;
    if (!ir_freeze(m, &why)) check_failed(__FILE__, __LINE__, "ir_freeze", why);
  }
  program_free(&prog);
  return m;
}

static ir_module *parse(const char *file, const char *text, size_t len, diags *d) {
  return parse_with(file, text, len, &(front_options){0}, d);
}

static const char *const endings[] = {".ivl", NULL};

const front_end front_ivl = {.name = "ivl", .endings = endings, .parse = parse, .parse_with = parse_with};
