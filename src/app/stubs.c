// `allways stubs`: a C file for what a program lacks.
#include "app/driver.h"
#include "app/output.h"
#include "app/session.h"

int driver_stubs(const command_line *line) {
  session s;
  session_begin(&s, line, line->files.data[0]);
  strbuf text = {0};
  int status = STATUS_BAD_INPUT;
  if (session_stubs(&s, &text)) {
    s.phase = "writing the stubs";
    status = output_text(s.options, sb_text(&text), text.len);
  }
  sb_fini(&text);
  session_end(&s);
  return status;
}
