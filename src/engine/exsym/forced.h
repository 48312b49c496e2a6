// Inputs that the path condition leaves one value [SYMCPP05]: the value takes their place, so that
// cells become explicit again and more states are found to be the same.
#ifndef ENGINE_EXSYM_FORCED_H
#define ENGINE_EXSYM_FORCED_H

#include "engine/engine.h"

// Looks at the form of the conjuncts alone: an input that is equal to a constant.
void forced_inputs(engine_ctx *ctx, state *s);

#endif
