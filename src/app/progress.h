// The progress line: one line on stderr that is overwritten in place, at most ten times a second.
#ifndef APP_PROGRESS_H
#define APP_PROGRESS_H

#include "config/options.h"
#include "result/result.h"

typedef struct progress {
  bool on, shown;
  double started, next;
  uint32_t skip;  // calls until the clock is looked at again
} progress;

progress progress_new(const options *o);
// For engine_ctx.progress; arg is a progress.
void progress_call(void *arg, const result *r, uint64_t depth, uint64_t waiting);
void progress_end(progress *p);  // wipes the line

#endif
