#include "app/progress.h"

#include <stdio.h>
#include <unistd.h>

#include "base/clock.h"

enum { CALLS_PER_LOOK = 64 };

progress progress_new(const options *o) {
  bool on = o->progress == OPT_ALWAYS || (o->progress == OPT_AUTO && !o->quiet && isatty(STDERR_FILENO));
  return (progress){.on = on, .started = clock_wall()};
}

void progress_call(void *arg, const result *r, uint64_t depth, uint64_t waiting) {
  progress *p = arg;
  if (!p->on || p->skip++ % CALLS_PER_LOOK) return;
  double now = clock_wall();
  if (now < p->next) return;
  p->next = now + 0.1;
  p->shown = true;
  fprintf(stderr, "\r%6.1f s %6zu MB %10llu transitions %8llu states %8llu runs  depth %llu, waiting %llu \033[K",
          now - p->started, clock_current_rss() >> 20, (unsigned long long)r->counters.transitions,
          (unsigned long long)r->counters.states, (unsigned long long)r->counters.executions, (unsigned long long)depth,
          (unsigned long long)waiting);
  fflush(stderr);
}

void progress_end(progress *p) {
  if (p->shown) fputs("\r\033[K", stderr);
  fflush(stderr);
  p->shown = false;
}
