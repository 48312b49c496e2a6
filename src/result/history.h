// Histories of calls (front/harness): the driver says in the output of a run when calls begin and return, and what the specification
// returns in each order that is allowed. Lines that begin with the character 1:
//
//   C CLIENT CALL TEXT          a call begins
//   R CLIENT CALL [RESULT]      it has returned; without a result it is void
//   O CLIENT.CALL=RESULT ...    an order of the calls with the results of the specification
#ifndef RESULT_HISTORY_H
#define RESULT_HISTORY_H

#include "result/result.h"

// Takes these lines out of the outputs of the steps of r->trace and into r->history. Nothing if there are none.
void history_take(result *r);
// The call of r->history that an order has at this place.
const history_call *history_at(const result *r, const history_order *o, size_t i);

#endif
