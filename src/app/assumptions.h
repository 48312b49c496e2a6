// What a result takes for granted, as lines that are printed with it.
#ifndef APP_ASSUMPTIONS_H
#define APP_ASSUMPTIONS_H

#include "app/session.h"

void assumptions_add(session *s);

#endif
