// A result through a file, for another process with the same program: what engines fill.
#ifndef RESULT_TRANSFER_H
#define RESULT_TRANSFER_H

#include <stdio.h>

#include "result/result.h"

void result_send(FILE *f, const ir_module *ir, result *r);
bool result_receive(FILE *f, const ir_module *ir, result *r);  // false: the file is cut off

#endif
