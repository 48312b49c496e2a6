// A log: what a run does, line by line, for those who want to look over its shoulder. Lines carry no times and no addresses:
// equal runs write equal logs. A logger belongs to whoever opened its file; NULL stands for no log.
#ifndef BASE_LOG_H
#define BASE_LOG_H

#include <stdbool.h>
#include <stdio.h>

typedef enum log_level {
  LOG_WARNING,  // what keeps a run from its answer
  LOG_INFO,     // what begins and ends
  LOG_DEBUG,    // every execution
} log_level;

typedef struct logger {
  FILE *file;
  log_level level;
} logger;

// To be asked before a line is put together at some cost.
static inline bool log_wants(const logger *l, log_level level) { return l && level <= l->level; }
void log_line(const logger *l, log_level level, const char *format, ...) __attribute__((format(printf, 3, 4)));

#endif
