// What a run without an answer tells: the one reason that helps most, and what is known all the same.
#ifndef APP_UNKNOWN_H
#define APP_UNKNOWN_H

#include "result/result.h"

// UNKNOWN for the best of r->reasons that are about one of the `open` checks (0: about any).
void unknown_conclude(result *r, uint32_t open);
// r->known, and what the search that is running has seen so far. May be asked at any time.
result_known unknown_but_known(const result *r);

#endif
