// A solver that runs as a program of its own and speaks SMT-LIB 2 over a socket. Inside of the room.
//
// The child belongs to the thread that started it; only smt_child_cut may be called from another one. The child ends
// with its parent, whatever ends that.
#ifndef SMT_SMT_CHILD_H
#define SMT_SMT_CHILD_H

#include <stdbool.h>
#include <stddef.h>

typedef struct smt_child smt_child;

// Is there such a program on PATH?
bool smt_child_exists(const char *program);
// argv[0] is looked for on PATH. NULL: it cannot be started.
smt_child *smt_child_start(const char *const *argv);
void smt_child_end(smt_child *c);  // kills it and waits for its end
bool smt_child_send(smt_child *c, const char *text, size_t len);
// The next answer: a word, or a list in parentheses. Valid until the next call; NULL: the child has ended.
const char *smt_child_receive(smt_child *c);
// Both ends are closed: a call that waits for an answer returns. Nothing else is changed, so any thread may do this.
void smt_child_cut(smt_child *c);

#endif
