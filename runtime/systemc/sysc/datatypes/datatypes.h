// All types of sc_dt. Each operator is arithmetic on one word, so that values of inputs are never branched on.
#ifndef ALLWAYS_SC_DATATYPES_H
#define ALLWAYS_SC_DATATYPES_H

#include "sysc/datatypes/sc_bv.h"
#include "sysc/datatypes/sc_int.h"
#include "sysc/datatypes/sc_logic.h"
#include "sysc/datatypes/sc_nbdefs.h"

#endif
