// All data types of sc_dt.
#ifndef ALLWAYS_SC_DATATYPES_H
#define ALLWAYS_SC_DATATYPES_H

#include "sysc/datatypes/sc_logic.h"

namespace sc_dt {
template <int W>
class sc_lv;
}

#endif
