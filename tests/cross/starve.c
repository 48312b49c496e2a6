#include "cross/starve.h"

#include <stdio.h>

#include "base/mem.h"
#include "base/vec.h"
#include "cross/prints.h"
#include "replay/machine.h"

enum { MAX_DEPTH = 300, MAX_PROCS = 64 };

// The tree of all schedules; a node is found again by running from the beginning.
typedef struct tree {
  const ir_module *ir;
  machine *m;
  uint64_t nodes, max_nodes;
  uint64_t starved;  // bit per process
  bool whole;
  uint32_t schedule[MAX_DEPTH];
} tree;

static void run_to(tree *t, uint32_t depth) {
  machine_reset(t->m);
  for (uint32_t k = 0; k < depth; k++) machine_step(t->m, t->schedule[k]);
}

static uint64_t waiting(const tree *t) {
  uint64_t found = 0;
  for (uint32_t p = 1; p <= machine_max_proc(t->m) && p < MAX_PROCS; p++)
    if (machine_waits_in_vain(t->m, p)) found |= UINT64_C(1) << p;
  return found;
}

// Who runs in some run that goes on from here; all of them if that is not known.
static uint64_t explore(tree *t, uint32_t depth) {
  run_to(t, depth);
  if (machine_get_status(t->m) == MACHINE_FINISHED) return 0;
  bool stuck = machine_get_status(t->m) != MACHINE_RUNNING;
  if (stuck || depth == MAX_DEPTH || t->nodes++ >= t->max_nodes) {
    t->whole = false;
    return UINT64_MAX;
  }
  uint32_t enabled[MAX_PROCS];
  size_t n = machine_enabled(t->m, enabled, MAX_PROCS);
  uint64_t before = depth > 0 && n == 1 && enabled[0] == 0 ? waiting(t) : 0, ran = 0;
  for (size_t k = 0; k < n; k++) {
    t->schedule[depth] = enabled[k];
    ran |= explore(t, depth + 1) | (enabled[k] ? UINT64_C(1) << enabled[k] : 0);
  }
  t->starved |= before & ~ran;
  return ran;
}

bool starve_names(const char *program, uint64_t max_nodes) {
  ir_module *ir = prints_read_program(program);
  if (!ir) return false;
  machine_options o = {.checks = 1u << IR_CHECK_NULL | 1u << IR_CHECK_BOUNDS | 1u << IR_CHECK_EXCEPTION,
                       .depth_limit = 10000};
  tree t = {.ir = ir, .m = machine_new(ir, &o), .max_nodes = max_nodes, .whole = true};
  explore(&t, 0);
  run_to(&t, 1);  // who has a name by now
  printf("%s", t.whole ? "all" : "some");
  for (uint32_t p = 1; p < MAX_PROCS && p <= machine_max_proc(t.m); p++)
    if (t.starved >> p & 1) printf(" %s", machine_proc_name(t.m, p));
  printf("\n");
  machine_free(t.m);
  ir_module_free(ir);
  return true;
}
