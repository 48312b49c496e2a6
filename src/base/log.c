#include "base/log.h"

#include <stdarg.h>

void log_line(const logger *l, log_level level, const char *format, ...) {
  static const char *const names[] = {[LOG_WARNING] = "warning", [LOG_INFO] = "info", [LOG_DEBUG] = "debug"};
  if (!log_wants(l, level)) return;
  va_list args;
  va_start(args, format);
  fprintf(l->file, "%s: ", names[level]);
  vfprintf(l->file, format, args);
  fputc('\n', l->file);
  va_end(args);
}
