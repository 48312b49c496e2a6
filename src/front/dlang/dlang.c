#include "front/dlang/dlang.h"

#include "front/front.h"

static ir_module *parse_with(const char *file, const char *text, size_t len, const front_options *o, diags *d) {
  size_t before = diags_errors(d);
  dl_program prog = {
      .mem = arena_new(), .names = interner_new(), .d = d, .file = file, .attempts = o->indexer_attempts};
  ir_module *m = NULL;
  dl_parse(&prog, text, len);
  if (diags_errors(d) == before) {
    m = dl_lower(&prog, text, len);
    const char *why = NULL;
    if (!ir_freeze(m, &why)) check_failed(__FILE__, __LINE__, "ir_freeze", why);
  }
  vec_free(&prog.vars);
  vec_free(&prog.processes);
  interner_free(prog.names);
  arena_free(prog.mem);
  return m;
}

static ir_module *parse(const char *file, const char *text, size_t len, diags *d) {
  return parse_with(file, text, len, &(front_options){0}, d);
}

static const char *const endings[] = {".dl", NULL};

const front_end front_dlang = {.name = "dlang", .endings = endings, .parse = parse, .parse_with = parse_with};
