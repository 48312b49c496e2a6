#include "app/bug.h"

#include <unistd.h>

#include "app/driver.h"
#include "result/explain.h"

// A name in the current directory that is still free.
static void bug_file(char *path, size_t size) {
  for (unsigned n = 1; n < 10000; n++) {
    snprintf(path, size, "allways-bug-%u.trace", n);
    if (access(path, F_OK) != 0) return;
  }
}

// The symbolic side and the concrete interpreter disagree: nothing can be said about the program, but all that is
// needed to repeat the disagreement is.
int bug_report(const session *s, const char *what) {
  const result *r = s->result;
  char path[64];
  const char *why = "";
  bug_file(path, sizeof path);
  fprintf(stderr, "allways %s: internal error: %s\n", ALLWAYS_VERSION, what);
  fprintf(stderr, "  %s by engine %s, claimed: %s\n", s->file, r->engine,
          r->violation.message ? r->violation.message : "safe");
  fputs("  command: ", stderr);
  command_line_print(s->line, stderr);
  fputs("  schedule:", stderr);
  for (size_t i = 0; i < r->schedule.len; i++) fprintf(stderr, " %u", r->schedule.data[i]);
  fputs("\n  inputs:", stderr);
  for (size_t i = 0; i < r->inputs.len; i++)
    fprintf(stderr, " %s=0x%llx", r->inputs.data[i].name, (unsigned long long)r->inputs.data[i].bits);
  fputc('\n', stderr);
  if (trace_save(path, s->file, s->ir, r, &why))
    fprintf(stderr, "  saved as %s\n", path);
  else
    fprintf(stderr, "  %s cannot be written: %s\n", path, why);
  fputs("This is a mistake in allways, not in the program. Please report it with the program and this message.\n",
        stderr);
  return STATUS_BUG;
}
