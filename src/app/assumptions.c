#include "app/assumptions.h"

#include <string.h>

#include "analysis/families.h"
#include "analysis/reuse.h"
#include "app/memory.h"
#include "base/str.h"

static bool has_input(const ir_module *m, const char *name) {
  for (uint32_t f = 1; f <= m->n_funcs; f++)
    for (uint32_t c = 0; c < m->funcs[f].n_code; c++) {
      const ir_instr *i = &m->funcs[f].code[c];
      if (i->op == IR_NONDET && i->text && strcmp(i->text, name) == 0) return true;
    }
  return false;
}

static bool has_global(const ir_module *m, const char *name) {
  for (uint32_t g = 1; g <= m->n_globals; g++)
    if (m->globals[g].name && strcmp(m->globals[g].name, name) == 0) return true;
  return false;
}

// Heap objects of programs with threads may lie where ended ones have been; locals, and those of SystemC, never do.
static void add_address_assumptions(session *s) {
  bool asked = s->options->address_reuse != OPT_ADDRESS_REUSE_OFF;
  if (!(asked && reuse_in_language(s->ir)) && reuse_possible(s->ir))
    result_add_assumption(s->result, asked ? RESULT_HEAP_APART : RESULT_HEAP_APART " (--address-reuse=off)");
  if (reuse_of_locals(s->ir)) result_add_assumption(s->result, RESULT_LOCALS_APART);
}

// What the models of library functions leave out (options of the category `models`).
static void add_model_assumptions(session *s) {
  const options *o = s->options;
  if (!o->malloc_may_fail) result_add_assumption(s->result, "malloc never fails (--malloc-may-fail)");
  if (o->libc == OPT_LIBC_GLIBC)
    result_add_assumption(s->result, "the library is glibc 2.36, and output never fails (--libc)");
  if (o->volatiles == OPT_VOLATILES_RELAXED)
    result_add_assumption(s->result, "volatile accesses are relaxed atomics (--volatile)");
  if (has_input(s->ir, "calendar"))  // runtime/time.c
    result_add_assumption(s->result,
                          "nobody sets the clock back while the program runs, and it shows no year after 2191");
  if (has_global(s->ir, "allways_signal_actions"))  // runtime/signal.c
    result_add_assumption(s->result, "no signals arrive from outside");
  if (has_global(s->ir, "allways_thread_order"))  // runtime/identity.c
    result_add_assumption(s->result, "ids of threads are ordered as the threads were created");
  add_address_assumptions(s);
  place at;
  if (s->checks >> IR_CHECK_DOUBLE_FREE & 1 && families_mixed(s->ir, &at))
    result_add_assumption(s->result, "memory is freed in the way in which it was allocated (not shown at %s:%d)",
                          at.file ? at.file : "a place without line", at.line);
  if (s->ir->scheduler != IR_SCHED_INTERLEAVE) return;
  if (!o->create_may_fail) result_add_assumption(s->result, "threads can always be created (--create-may-fail)");
  if (!o->spurious_wakeups)
    result_add_assumption(s->result, "no spurious wake-ups, no spurious failures of try_lock (--spurious-wakeups=off)");
  if (!o->weak_cas_may_fail)
    result_add_assumption(s->result, "a weak compare-exchange never fails spuriously (--weak-cas-may-fail)");
}

void assumptions_add(session *s) {
  result *r = s->result;
  memory_settle(s);
  if (str_starts(s->ir->language, "c") && strcmp(s->ir->language, "cmin") != 0) add_model_assumptions(s);
  if (s->ir->arguments && !s->ir->argument_length)
    result_add_assumption(r, "the arguments of main are those given (--arg)");
  if (s->ir->partial)
    result_add_assumption(r, "the LLVM code is the program: what a compiler decided or left out is not seen");
  for (size_t i = 0; i < s->options->may_wait.len; i++)
    result_add_assumption(r, "processes called `%s` may wait for ever (--may-wait)", s->options->may_wait.items[i]);
  if (s->options->pending == OPT_PENDING_MULTI)
    result_add_assumption(r, "events keep all pending notifications (--pending=multi)");
  if (has_input(s->ir, IR_MISSING_RESULT))
    result_add_assumption(r, "a function that returns no value where it is called for one gives any value (ABI)");
}
