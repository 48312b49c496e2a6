// Goals (--goal='EF q'): a process of its own that waits until q holds, and then reports a violation of the kind `goal`.
//
// The observer is a process like all others to engines, reductions and replay, so that none of them knows about goals; only
// that it waits for ever is no deadlock (ir_proc_info.observer). q speaks of globals by name and of what is reached from them
// by members, pointers and indices (grammar: doc/semantics-threads.md 6). A null, dead or foreign pointer, an index out of
// bounds or a division by zero makes the comparison it stands in neither true nor false; `not`, `and`, `or` go on from there
// as in Kleene's logic, and q holds only if it is true.
#ifndef PASS_PASS_GOAL_H
#define PASS_PASS_GOAL_H

#include "base/str.h"
#include "ir/ir.h"

#define PASS_GOAL_SOURCE "--goal"  // name of the text of the goal among the sources of the module

// A new frozen module, or NULL: `error` says why the goal is none for this program.
ir_module *pass_goal(const ir_module *m, const char *goal, strbuf *error);
// The goal of a module that this pass has made, or NULL.
const char *pass_goal_text(const ir_module *m);

#endif
