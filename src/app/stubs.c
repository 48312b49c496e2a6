// `allways stubs`: a C file for what a program lacks.
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "app/driver.h"
#include "app/output.h"
#include "app/session.h"

static int write_file(const char *path, const strbuf *text) {
  FILE *f = fopen(path, "w");
  bool ok = f && fwrite(sb_text(text), 1, text->len, f) == text->len;
  if (f && fclose(f) != 0) ok = false;
  if (!ok) fprintf(stderr, "allways: --output: cannot write %s: %s\n", path, strerror(errno));
  return ok ? 0 : STATUS_IO;
}

int driver_stubs(const command_line *line) {
  session s;
  session_begin(&s, line, line->files.data[0]);
  strbuf text = {0};
  int status = STATUS_BAD_INPUT;
  if (session_stubs(&s, &text)) {
    s.phase = "writing the stubs";
    if (*s.options->output) {
      status = write_file(s.options->output, &text);
    } else {
      fwrite(sb_text(&text), 1, text.len, stdout);
      output_check();
      status = 0;
    }
  }
  sb_fini(&text);
  session_end(&s);
  return status;
}
