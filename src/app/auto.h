// The engine `auto`: runs others in turn until one answers, and says which.
#ifndef APP_AUTO_H
#define APP_AUTO_H

#include "engine/engine.h"

extern const engine app_engine_auto;

// Every engine of the command line, auto first; NULL-terminated.
const engine *app_engine(size_t i);
const engine *app_engine_find(const char *name, size_t len);

#endif
