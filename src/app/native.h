// `replay --native`: the counterexample in the program as the machine runs it.
#ifndef APP_NATIVE_H
#define APP_NATIVE_H

#include "app/session.h"

// After the counterexample was confirmed: compiles the program with runtime/native, runs it in the order of the trace and says what
// happened. The exit status: 1 it happened, 0 it did not, 2 it cannot be forced.
int native_replay(session *s);

#endif
