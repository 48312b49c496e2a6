// links: front
// The C_min front end on any bytes; what it accepts is printed to a text that reads back to the same program.
#include "front.h"
#include "front/cmin/cmin.h"

static void print(const char *text, size_t len, strbuf *out) {
  diags *d = diags_new();
  cm_program prog;
  cm_program_init(&prog, "fuzz.cmin", d);
  cm_parse(&prog, text, len);
  if (!diags_errors(d)) cm_check(&prog);
  if (!diags_errors(d)) cm_print(&prog, out);
  cm_program_fini(&prog);
  diags_free(d);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  fuzz_front(&front_cmin, "fuzz.cmin", data, size);
  strbuf first = {0}, second = {0};
  print((const char *)data, size, &first);
  if (first.len) {
    print(sb_text(&first), first.len, &second);
    CHECK(strcmp(sb_text(&first), sb_text(&second)) == 0, "print, parse, print is a fixed point");
  }
  sb_fini(&first);
  sb_fini(&second);
  return 0;
}
