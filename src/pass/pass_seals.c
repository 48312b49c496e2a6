// Objects that become constants while the program runs (`seal`) are let be where no write can meet them but those that give them their values,
// and all of them where nobody asks.
#include "analysis/points.h"
#include "base/bitset.h"
#include "pass/pass.h"
#include "pass/pass_copy.h"

typedef struct seals {
  points *pts;
  bitset written;  // by anything that does not initialise
  bitset kept;     // objects with seals that are kept
} seals;

static bool any(const ir_module *m) {
  for (uint32_t f = 1; f <= m->n_funcs; f++)
    for (uint32_t c = 0; c < m->funcs[f].n_code; c++)
      if (m->funcs[f].code[c].op == IR_SEAL) return true;
  return false;
}

static bool writes(const ir_instr *i) {
  bool write = i->op == IR_STORE || i->op == IR_RMW || i->op == IR_CAS || i->op == IR_COPY || i->op == IR_FILL ||
               i->op == IR_NONDET_MEM;
  return write && !(i->flags & IR_INIT);
}

static bool begins(const ir_instr *i) { return i->op == IR_SEAL && i->sub == IR_SEAL_BEGINS; }

static bool leave_out(pass_copy *c, const ir_instr *i) {
  const seals *s = c->arg;
  if (i->op != IR_SEAL) return false;
  if (!s) return true;
  const bitset *of = points_of(s->pts, c->func, &i->args[0]);
  return !bitset_intersects(of, begins(i) ? &s->written : &s->kept);
}

static ir_module *run_with(const ir_module *m, seals *s) {
  pass_copy c = {.from = m, .before = leave_out, .arg = s};
  pass_copy_module(&c);
  return c.to;
}

static bool wanted(const ir_module *m, uint32_t checks) { return checks >> IR_CHECK_READ_ONLY & 1 && any(m); }

static ir_module *run(const ir_module *m) {
  seals s = {.pts = points_new(m)};
  s.written = bitset_new(points_objects(s.pts) + 1);
  s.kept = bitset_new(points_objects(s.pts) + 1);
  for (uint32_t f = 1; f <= m->n_funcs; f++)
    for (uint32_t c = 0; c < m->funcs[f].n_code; c++) {
      const ir_instr *i = &m->funcs[f].code[c];
      if (writes(i)) bitset_union(&s.written, points_of(s.pts, (ir_func){f}, &i->args[0]));
    }
  for (uint32_t f = 1; f <= m->n_funcs; f++)
    for (uint32_t c = 0; c < m->funcs[f].n_code; c++) {
      const ir_instr *i = &m->funcs[f].code[c];
      const bitset *of = begins(i) ? points_of(s.pts, (ir_func){f}, &i->args[0]) : NULL;
      if (of && bitset_intersects(of, &s.written)) bitset_union(&s.kept, of);
    }
  ir_module *made = run_with(m, &s);
  points_free(s.pts);
  bitset_fini(&s.written);
  bitset_fini(&s.kept);
  return made;
}

static bool unasked(const ir_module *m, uint32_t checks) { return !(checks >> IR_CHECK_READ_ONLY & 1) && any(m); }

static ir_module *run_unasked(const ir_module *m) { return run_with(m, NULL); }

const pass pass_seals = {
    .name = "seals",
    .help = "objects that no write can meet need not become constants",
    .cares = 1u << IR_CHECK_READ_ONLY,
    .wanted = wanted,
    .run = run,
};

const pass pass_seals_unasked = {
    .name = "seals_unasked",
    .help = "nobody asks whether constants are written",
    .cares = 1u << IR_CHECK_READ_ONLY,
    .wanted = unasked,
    .run = run_unasked,
};
