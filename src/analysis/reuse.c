#include "analysis/reuse.h"

#include <string.h>

#include "base/place.h"

typedef struct finder {
  const ir_module *m;
  const points *pts;
  const bitset *with;
  bitset heap, freed;  // made by `new`; ended by some `free`
  bitset hashed;       // looked at as numbers
  bool places;         // the program's code has places
  bool numbers;        // pointers become integers by more than their bytes in memory
  bool bytes;          // and by those, too
  bitset *sites, *together;
} finder;

#define LOW_BITS 16u  // what every heap object is aligned to: the bits below are those of the offset

static bool is_constant(const ir_operand *o) {
  return o->kind != IR_OPERAND_REG && o->kind != IR_OPERAND_GLOBAL && o->kind != IR_OPERAND_FUNC;
}

static bool compares(const ir_instr *i) {
  return i->op == IR_EQ || i->op == IR_NE || i->op == IR_ULT || i->op == IR_ULE || i->op == IR_SLT || i->op == IR_SLE;
}

// May a value of this type be an address? Integers are narrower, or come from pointers.
static bool may_be_address(const ir_module *m, bool numbers, ir_type t) {
  const ir_type_info *info = ir_type_get(m, t);
  return info->kind == IR_TYPE_PTR || (numbers && info->kind == IR_TYPE_INT && info->bits >= m->pointer_bits);
}

static bool swaps(const ir_module *m, const ir_instr *i) {
  return i->op == IR_CAS && ir_type_get(m, i->type)->bits >= m->pointer_bits;
}

static bool compares_pointers(const ir_module *m, const ir_instr *i) {
  return compares(i) && may_be_address(m, false, i->args[0].type) && !is_constant(&i->args[0]) &&
         !is_constant(&i->args[1]);
}

// Tests, sets and clears bits below the alignment: the pointer stays one.
static bool keeps_pointer(const ir_module *m, const ir_instr *i) {
  if (i->n_args < 2 || i->args[1].kind != IR_OPERAND_INT) return false;
  uint32_t bits = ir_type_get(m, i->type)->bits;
  uint64_t k = i->args[1].value, mask = bits >= 64 ? UINT64_MAX : ((uint64_t)1 << bits) - 1;
  if (i->op == IR_UREM) return k <= LOW_BITS && (k & (k - 1)) == 0;
  if (i->op == IR_AND && (~k & mask) < LOW_BITS) return true;
  return (i->op == IR_AND || i->op == IR_OR || i->op == IR_XOR) && k < LOW_BITS;
}

// Sums keep the object of a pointer; other arithmetic on one looks at its address.
static bool hashes(const ir_module *m, const ir_instr *i) {
  switch ((int)i->op) {
  case IR_MUL:
  case IR_UDIV:
  case IR_SDIV:
  case IR_UREM:
  case IR_SREM:
  case IR_SHL:
  case IR_LSHR:
  case IR_ASHR:
  case IR_AND:
  case IR_OR:
  case IR_XOR:
  case IR_NOT:
  case IR_NEG: return !keeps_pointer(m, i);
  case IR_SUB: return !is_constant(&i->args[0]) && !is_constant(&i->args[1]);
  case IR_TRUNC: return ir_type_get(m, i->type)->bits < m->pointer_bits;
  }
  return false;
}

// Does the program's code have places? Not if it comes as LLVM's, or was compiled without.
static bool tells_places(const ir_module *m) {
  for (uint32_t f = 1; f <= m->n_funcs && !m->partial; f++) {
    if (strcmp(m->funcs[f].name, "main") != 0) continue;
    for (uint32_t c = 0; c < m->funcs[f].n_code; c++)
      if (m->funcs[f].code[c].at.file) return true;
  }
  return false;
}

// Code of the models of library functions that is no part of the program's: it compares nothing that has ended. It has no places.
static bool is_model(bool places, const ir_instr *i) { return places && !i->at.file; }

bool reuse_marked(const ir_module *m, uint32_t *order) {
  bool any = false;
  *order = UINT32_MAX;
  for (uint32_t f = 1; f <= m->n_funcs; f++)
    for (uint32_t c = 0; c < m->funcs[f].n_code; c++) {
      const ir_instr *i = &m->funcs[f].code[c];
      if (i->op != IR_NEW && i->op != IR_FREE) continue;
      any |= (i->flags & IR_REUSED) != 0;
      if (ir_order(i)) *order = (uint32_t)ir_order(i)->value;
    }
  return any;
}

bool reuse_in_language(const ir_module *m) {
  return m->scheduler == IR_SCHED_INTERLEAVE && (strcmp(m->language, "c") == 0 || strcmp(m->language, "c++") == 0);
}

bool reuse_possible(const ir_module *m) {
  bool allocates = false, frees = false, looks = false, numbers = false, places = tells_places(m);
  for (uint32_t f = 1; f <= m->n_funcs; f++)
    for (uint32_t c = 0; c < m->funcs[f].n_code; c++) {
      const ir_instr *i = &m->funcs[f].code[c];
      allocates |= i->op == IR_NEW;
      frees |= i->op == IR_FREE;
      numbers |= i->op == IR_PTRTOINT;
      looks |= swaps(m, i) || (compares_pointers(m, i) && !is_model(places, i));
    }
  return allocates && frees && (looks || numbers);
}

bool reuse_possible_in_bytes(const ir_module *m) {
  bool allocates = false, frees = false;
  for (uint32_t f = 1; f <= m->n_funcs; f++)
    for (uint32_t c = 0; c < m->funcs[f].n_code; c++) {
      allocates |= m->funcs[f].code[c].op == IR_NEW;
      frees |= m->funcs[f].code[c].op == IR_FREE;
    }
  return allocates && frees;
}

// Objects of the heap among `a` and `b`, if there are such on both sides.
static bool both(const finder *x, const bitset *a, const bitset *b, bitset *out) {
  if (!bitset_intersects(a, &x->heap) || !bitset_intersects(b, &x->heap)) return false;
  for (uint32_t o = 1; o <= points_objects(x->pts); o++)
    if (bitset_has(&x->heap, o) && (bitset_has(a, o) || bitset_has(b, o))) bitset_add(out, o);
  return true;
}

// They may be compared with each other.
static void meet(finder *x, const bitset *a, const bitset *b) {
  bitset met = bitset_new(points_objects(x->pts) + 1);
  if (both(x, a, b, &met) && bitset_intersects(&met, &x->freed)) {
    bitset_union(x->sites, &met);
    if (bitset_intersects(&met, x->with)) bitset_union(x->together, &met);
  }
  bitset_fini(&met);
}

static void contents_at(const points *pts, ir_func f, const ir_operand *address, bitset *out) {
  const bitset *where = points_of(pts, f, address);
  for (uint32_t o = 1; o <= points_objects(pts); o++)
    if (bitset_has(where, o)) bitset_union(out, points_contents(pts, o));
}

// A compare-and-swap compares with what it finds.
static void meet_contents(finder *x, ir_func f, const ir_instr *i) {
  bitset found = bitset_new(points_objects(x->pts) + 1);
  contents_at(x->pts, f, &i->args[0], &found);
  meet(x, points_of(x->pts, f, &i->args[1]), &found);
  bitset_fini(&found);
}

// An operation on numbers that carry addresses, or parts of them. Models do such things for the program (memcmp).
static void look_at_integers(finder *x, ir_func f, const ir_instr *i) {
  for (uint32_t a = 0; a < i->n_args; a++)
    if (i->op == IR_PTRDIFF || ir_type_get(x->m, i->args[a].type)->kind != IR_TYPE_PTR)
      bitset_union(&x->hashed, points_of(x->pts, f, &i->args[a]));
}

static void look_at(finder *x, ir_func f, const ir_instr *i) {
  if (x->bytes && i->op <= IR_INTTOPTR) look_at_integers(x, f, i);
  if (swaps(x->m, i) || (x->bytes && i->op == IR_CAS)) {
    meet_contents(x, f, i);
  } else if (is_model(x->places, i)) {
    return;
  } else if (compares(i)) {
    if (is_constant(&i->args[0]) || is_constant(&i->args[1]) || !may_be_address(x->m, x->numbers, i->args[0].type))
      return;
    meet(x, points_of(x->pts, f, &i->args[0]), points_of(x->pts, f, &i->args[1]));
  } else if (x->numbers && hashes(x->m, i) && may_be_address(x->m, true, i->args[0].type)) {
    for (uint32_t a = 0; a < i->n_args; a++) bitset_union(&x->hashed, points_of(x->pts, f, &i->args[a]));
  }
}

static void note_objects(finder *x, ir_func f, uint32_t pc, const ir_instr *i) {
  x->numbers |= i->op == IR_PTRTOINT;
  if (i->op == IR_NEW) bitset_add(&x->heap, points_site(x->pts, f.id, pc));
}

void reuse_freed(const ir_module *m, const points *pts, bitset *freed) {
  for (uint32_t f = 1; f <= m->n_funcs; f++)
    for (uint32_t c = 0; c < m->funcs[f].n_code; c++)
      if (m->funcs[f].code[c].op == IR_FREE)
        bitset_union(freed, points_of(pts, (ir_func){f}, &m->funcs[f].code[c].args[0]));
}

void reuse_find(const ir_module *m, const points *pts, bool bytes, const bitset *with, bitset *sites,
                bitset *together) {
  size_t n = points_objects(pts) + 1;
  finder x = {.m = m,
              .pts = pts,
              .with = with,
              .places = tells_places(m),
              .heap = bitset_new(n),
              .freed = bitset_new(n),
              .hashed = bitset_new(n),
              .numbers = bytes,
              .bytes = bytes,
              .sites = sites,
              .together = together};
  for (uint32_t f = 1; f <= m->n_funcs; f++)
    for (uint32_t c = 0; c < m->funcs[f].n_code; c++) note_objects(&x, (ir_func){f}, c, &m->funcs[f].code[c]);
  reuse_freed(m, pts, &x.freed);
  for (uint32_t f = 1; f <= m->n_funcs; f++)
    for (uint32_t c = 0; c < m->funcs[f].n_code; c++) look_at(&x, (ir_func){f}, &m->funcs[f].code[c]);
  meet(&x, &x.hashed, &x.hashed);
  bitset_fini(&x.heap);
  bitset_fini(&x.freed);
  bitset_fini(&x.hashed);
}

// --- local objects ---------------------------------------------------------------------------------------------------

// Local objects whose addresses may stand where they outlast their functions.
static bitset outlasting(const ir_module *m, const points *pts) {
  bitset known = bitset_new(points_objects(pts) + 1);
  for (uint32_t o = 1; o <= points_objects(pts); o++)
    if (o <= m->n_globals || !points_local(pts, o)) bitset_union(&known, points_contents(pts, o));
  for (bool grew = true; grew;) {
    grew = false;
    for (uint32_t o = 1; o <= points_objects(pts); o++)
      if (bitset_has(&known, o)) grew |= bitset_union(&known, points_contents(pts, o));
  }
  return known;
}

// Both sides are made while the program runs, and among them is a local object that others may outlast, or there are two. Each process has its own of what is
// thread-local.
static bool may_meet_local(const points *pts, const bitset *known, const bitset *a, const bitset *b,
                           const ir_module *m) {
  bool made_a = false, made_b = false, outlasted = false;
  uint32_t locals = 0;
  for (uint32_t o = 1; o <= points_objects(pts); o++) {
    bool of_thread = o <= m->n_globals && m->globals[o].is_thread_local;
    if (o <= m->n_globals && !of_thread) continue;
    bool here = bitset_has(a, o) || bitset_has(b, o), local = here && (of_thread || points_local(pts, o));
    made_a |= bitset_has(a, o);
    made_b |= bitset_has(b, o);
    locals += local;
    outlasted |= local && bitset_has(known, o);
  }
  return made_a && made_b && (outlasted || locals > 1);
}

static bool compares_locals(const points *pts, const bitset *known, const ir_module *m, ir_func f, const ir_instr *i) {
  bitset found = bitset_new(points_objects(pts) + 1);
  if (i->op == IR_CAS)
    contents_at(pts, f, &i->args[0], &found);
  else
    bitset_union(&found, points_of(pts, f, &i->args[0]));
  bool meet = may_meet_local(pts, known, &found, points_of(pts, f, &i->args[1]), m);
  bitset_fini(&found);
  return meet;
}

bool reuse_of_locals(const ir_module *m) {
  points *pts = NULL;
  bitset known = {0};
  bool met = false, places = tells_places(m);
  for (uint32_t f = 1; f <= m->n_funcs && !met; f++)
    for (uint32_t c = 0; c < m->funcs[f].n_code && !met; c++) {
      const ir_instr *i = &m->funcs[f].code[c];
      if (!swaps(m, i) &&
          (!compares_pointers(m, i) || is_model(places, i) || (i->at.file && place_in_library(i->at.file))))
        continue;
      if (!pts) {
        pts = points_new(m);
        known = outlasting(m, pts);
      }
      met = compares_locals(pts, &known, m, (ir_func){f}, i);
    }
  if (pts) bitset_fini(&known);
  points_free(pts);
  return met;
}
