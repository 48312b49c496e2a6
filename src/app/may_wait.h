// Which processes may wait for ever (--may-wait): servers that wait for the next request are no deadlock and do not starve.
#ifndef APP_MAY_WAIT_H
#define APP_MAY_WAIT_H

#include "app/session.h"

// Finds the processes that the patterns mean, by the names that the elaboration gives; the machine and the semantics then leave them out.
// False: a pattern means no process, or names are not known before the search; stderr says so.
bool may_wait_settle(session *s);

#endif
