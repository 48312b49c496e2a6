// errno.h: one errno for each thread.
#include <errno.h>

#include "model.h"

static _Thread_local int error;

MODEL int *__errno_location(void) { return &error; }
