// Choices of the models (options of the category `models`) and programs that have them inside already.
#ifndef APP_MODELS_H
#define APP_MODELS_H

#include "config/options.h"
#include "ir/ir.h"

// Notes in the module what it was read with; of a .air file: takes what it says. False: an option asks for something else (said on stderr).
bool models_settle(ir_module *m, const char *file, options *o);

#endif
