// Results that are kept between runs (--cache-dir): one file per task, named by what the answer depends on.
//
// The key is the program as the front end has read it (text of the IR), the executable, what counts as a violation, and all options
// but those that only limit time and memory. An entry has what was printed, the reports and the exit status. One that is not whole
// or was made for another key is ignored with a message. Entries appear by renaming a finished file, so writers do not disturb
// each other and readers see all of one or nothing.
#ifndef APP_CACHE_H
#define APP_CACHE_H

#include "app/session.h"
#include "base/sha256.h"

typedef struct cache {
  const char *folder;     // NULL: none is asked for
  char key[SHA256_TEXT];  // empty until the program is known
  strbuf printed;         // what the run has written to stdout
} cache;

// Makes the folder of --cache-dir. False: it cannot be used, which stderr says.
bool cache_begin(cache *c, const options *o);
void cache_end(cache *c);
// After the program was read and the checks are chosen: computes the key, if there is none yet, and gives the stored answer. True:
// it was printed and its reports are written; *status is the exit status.
bool cache_answer(cache *c, const session *s, int *status);
// After the result was reported: keeps it, unless more time or memory might change it. The exit status: `status`, or that it could
// not be written.
int cache_keep(cache *c, session *s, int status);
// Why results with these options cannot be kept, NULL: they can.
const char *cache_objection(const options *o);

#endif
