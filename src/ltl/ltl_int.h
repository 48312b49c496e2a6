// Inside of the room.
#ifndef LTL_LTL_INT_H
#define LTL_LTL_INT_H

#include "ltl/ltl.h"

uint32_t ltl_make(ltl *f, ltl_op op, uint32_t a,
                  uint32_t b);  // the number of this node; arguments that an operator has not are 0

#endif
