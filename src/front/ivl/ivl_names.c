// Scopes, and the hints for misspelt names.
#include <string.h>

#include "front/ivl/ivl_sema.h"

ivl_sym *ivl_lookup(const ivl_sema *s, const char *name) {
  uint64_t found;
  if (!map64_get(&s->bound, (uint64_t)(uintptr_t)name, &found)) return NULL;
  return (ivl_sym *)(uintptr_t)found;
}

static void bind(ivl_sema *s, const char *name, ivl_sym *sym) {
  map64_put(&s->bound, (uint64_t)(uintptr_t)name, (uint64_t)(uintptr_t)sym);
}

void ivl_declare(ivl_sema *s, ivl_sym *sym) {
  ivl_sym *old = ivl_lookup(s, sym->name);
  if (old && old->scope == s->scope) {
    if (sym->kind == IVL_SYM_MAIN)
      diag_error(s->prog->d, sym->at, DIAG_IVL_TWO_MAINS, old->at.line);
    else
      diag_error(s->prog->d, sym->at, DIAG_IVL_DUPLICATE, sym->name, old->at.line);
  }
  sym->outer = old;
  sym->scope = s->scope;
  vec_push(&s->visible, sym);
  bind(s, sym->name, sym);
}

void ivl_scope_enter(ivl_sema *s) { s->scope++; }

void ivl_scope_leave(ivl_sema *s) {
  while (s->visible.len && vec_last(&s->visible)->scope == s->scope) {
    ivl_sym *sym = vec_pop(&s->visible);
    bind(s, sym->name, sym->outer);
  }
  s->scope--;
}

enum { NAME_MAX_LEN = 40 };

static uint32_t smallest(uint32_t a, uint32_t b, uint32_t c) {
  uint32_t ab = a < b ? a : b;
  return ab < c ? ab : c;
}

// Insertions, deletions, replacements and swaps of neighbours that lead from one short name to another.
static uint32_t edit_distance(const char *a, const char *b) {
  size_t n = strlen(a), m = strlen(b);
  uint32_t rows[3][NAME_MAX_LEN + 1];
  for (size_t k = 0; k <= m; k++) rows[0][k] = (uint32_t)k;
  for (size_t i = 1; i <= n; i++) {
    uint32_t *row = rows[i % 3], *above = rows[(i + 2) % 3], *before = rows[(i + 1) % 3];
    row[0] = (uint32_t)i;
    for (size_t k = 1; k <= m; k++) {
      row[k] = smallest(above[k] + 1, row[k - 1] + 1, above[k - 1] + (a[i - 1] != b[k - 1]));
      bool swapped = i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1];
      if (swapped && before[k - 2] + 1 < row[k]) row[k] = before[k - 2] + 1;
    }
  }
  return rows[n % 3][m];
}

void ivl_nearer(const char *name, const char *candidate, const char **best, uint32_t *distance) {
  size_t n = strlen(name), m = strlen(candidate);
  if (n > NAME_MAX_LEN || m > NAME_MAX_LEN || n < 2) return;
  uint32_t d = edit_distance(name, candidate);
  if (d < *distance && d <= (n + 1) / 3) {
    *best = candidate;
    *distance = d;
  }
}

const char *ivl_nearest_visible(const ivl_sema *s, const char *name) {
  const char *best = NULL;
  uint32_t distance = UINT32_MAX;
  for (size_t i = s->visible.len; i > 0; i--) ivl_nearer(name, s->visible.data[i - 1]->name, &best, &distance);
  return best;
}

const char *ivl_did_you_mean(ivl_sema *s, const char *name, const char *best) {
  if (!best || strcmp(name, best) == 0) return "";
  return arena_printf(s->prog->mem, "; did you mean '%s'?", best);
}

const char *ivl_sym_kind_text(ivl_sym_kind kind) {
  switch (kind) {
  case IVL_SYM_GLOBAL:
  case IVL_SYM_LOCAL:
  case IVL_SYM_PARAM: return "a variable";
  case IVL_SYM_FUNC: return "a function";
  case IVL_SYM_THREAD: return "a thread";
  case IVL_SYM_UPDATE: return "an update";
  case IVL_SYM_MAIN: return "main";
  case IVL_SYM_CLASS: return "a class";
  }
  return "unknown";
}

static bool is_variable(ivl_sym_kind kind) {
  return kind == IVL_SYM_GLOBAL || kind == IVL_SYM_LOCAL || kind == IVL_SYM_PARAM;
}

// A name that was reported once stands for something unknown from then on.
static void bind_unknown(ivl_sema *s, const char *name, place at) {
  ivl_sym *sym = ARENA_NEW(s->prog->mem, ivl_sym);
  sym->kind = IVL_SYM_GLOBAL;
  sym->name = name;
  sym->at = at;
  sym->type = s->ty.error;
  sym->scope = UINT32_MAX;
  bind(s, name, sym);
}

// Variables of all kinds count as GLOBAL here.
ivl_sym *ivl_find(ivl_sema *s, const char *name, place at, ivl_sym_kind kind) {
  ivl_sym *sym = ivl_lookup(s, name);
  if (!sym) {
    const char *best = ivl_nearest_visible(s, name);
    diag_error(s->prog->d, at, DIAG_IVL_UNKNOWN_NAME, name, ivl_did_you_mean(s, name, best));
    bind_unknown(s, name, at);
    return NULL;
  }
  if (sym->type && sym->type->kind == IVL_TY_ERROR) return NULL;
  if (sym->kind == kind || (is_variable(sym->kind) && is_variable(kind))) return sym;
  diag_error(s->prog->d, at, DIAG_IVL_KIND, name, ivl_sym_kind_text(sym->kind), ivl_sym_kind_text(kind));
  return NULL;
}
