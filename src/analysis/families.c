#include "analysis/families.h"

static uint32_t family_of(const ir_instr *i) { return i->flags & (IR_SCALAR | IR_ARRAY); }

// Code of models has no place, unless it stands in place of a call; a program that came as LLVM's code may have none either.
static bool is_seen(const ir_module *m, const ir_instr *i) {
  return (i->op == IR_NEW || i->op == IR_FREE) && (i->at.file || m->partial);
}
// Headers of the library obtain memory by malloc, too, and give it back in the right way.
static bool is_in_header(const ir_instr *i) { return i->at.file && place_in_library(i->at.file); }

bool families_differ(const ir_module *m) {
  uint32_t seen = 0;
  for (uint32_t f = 1; f <= m->n_funcs; f++)
    for (uint32_t c = 0; c < m->funcs[f].n_code; c++) {
      const ir_instr *i = &m->funcs[f].code[c];
      if (!is_seen(m, i)) continue;
      if (family_of(i))
        seen |= family_of(i);
      else if (!is_in_header(i))
        seen |= 1;
    }
  return seen & IR_ARRAY || seen == (IR_SCALAR | 1);
}

family_fit families_fit(const ir_module *m, const points *pts, ir_func f, const ir_instr *i) {
  const bitset *met = points_of(pts, f, &i->args[0]);
  bool same = false, other = false;
  for (uint32_t g = 1; g <= m->n_funcs; g++)
    for (uint32_t c = 0; c < m->funcs[g].n_code; c++) {
      const ir_instr *made = &m->funcs[g].code[c];
      if (made->op != IR_NEW || !bitset_has(met, points_site(pts, g, c))) continue;
      if (family_of(made) == family_of(i))
        same = true;
      else
        other = true;
    }
  return !other ? FAMILY_SAME : same ? FAMILY_MIXED : FAMILY_OTHER;
}

bool families_mixed(const ir_module *m, place *at) {
  if (!families_differ(m)) return false;
  points *pts = points_new(m);
  bool found = false;
  for (uint32_t f = 1; f <= m->n_funcs && !found; f++)
    for (uint32_t c = 0; c < m->funcs[f].n_code && !found; c++) {
      const ir_instr *i = &m->funcs[f].code[c];
      found = i->op == IR_FREE && families_fit(m, pts, (ir_func){f}, i) == FAMILY_MIXED;
      if (found) *at = i->at;
    }
  points_free(pts);
  return found;
}
