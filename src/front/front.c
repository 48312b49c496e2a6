// The list of front ends and the one way from a path to a module.
#include "front/front.h"

#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/str.h"
#include "ir/ir_build.h"

enum { MAX_FILE = 256 << 20 };  // bytes; larger inputs are a mistake and would exhaust memory as syntax trees

static const front_end *const registry[] = {&front_ivl, &front_dlang, &front_cmin, &front_clang, &front_air, NULL};

const front_end *const *front_all(void) { return registry; }

const front_end *front_find(const char *file) {
  for (const front_end *const *f = registry; *f; f++)
    for (const char *const *e = (*f)->endings; *e; e++)
      if (str_ends(file, *e)) return *f;
  return NULL;
}

static void known_endings(strbuf *out) {
  for (const front_end *const *f = registry; *f; f++)
    for (const char *const *e = (*f)->endings; *e; e++) {
      if (out->len) sb_puts(out, ", ");
      sb_puts(out, *e);
    }
}

static ir_module *parse_text(const char *path, const char *text, size_t len, const front_options *o, diags *d) {
  place whole = {.file = path};
  const front_end *f = front_find(path);
  if (!f) {
    strbuf endings = {0};
    known_endings(&endings);
    diag_error(d, whole, DIAG_FILE_KIND, sb_text(&endings));
    sb_fini(&endings);
    return NULL;
  }
  if (!len) {
    diag_error(d, whole, DIAG_FILE_EMPTY);
    return NULL;
  }
  const char *nul = memchr(text, '\0', len);
  if (nul) {
    diag_error(d, whole, DIAG_FILE_BINARY, (size_t)(nul - text));
    return NULL;
  }
  diags_add_source(d, path, text, len);
  return f->parse_with ? f->parse_with(path, text, len, o, d) : f->parse(path, text, len, d);
}

// The text form says itself what it was made for.
static ir_module *made_for(const front_end *f, const front_options *o, ir_module *m) {
  if (!m || f == &front_air) return m;
  uint32_t kinds = 0;
  if (o->exact_arithmetic) kinds |= 1u << IR_CHECK_OVERFLOW;
  if (o->uninitialised) kinds |= 1u << IR_CHECK_UNINIT;
  if (o->drivers) kinds |= 1u << IR_CHECK_DRIVERS;
  ir_set_seen(m, kinds, m->partial);
  return m;
}

ir_module *front_load_with(const char *path, const front_options *o, diags *d) {
  size_t len;
  const char *why;
  const front_end *f = front_find(path);
  if (f && f->load) return made_for(f, o, f->load(path, o, d));
  if (o->n_more_files || o->n_flags) {
    diag_error(d, (place){.file = path}, DIAG_CC_FLAGS);
    return NULL;
  }
  char *text = file_read(path, MAX_FILE, &len, &why);
  if (!text) {
    diag_error(d, (place){.file = path}, DIAG_FILE_UNREADABLE, why);
    return NULL;
  }
  ir_module *m = made_for(f, o, parse_text(path, text, len, o, d));
  mem_free(text);
  return m;
}

ir_module *front_load(const char *path, diags *d) { return front_load_with(path, &(front_options){0}, d); }
