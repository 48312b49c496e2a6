// links: front
// The reader of the IR's text form on any bytes: a checked module or diagnostics; an accepted module prints to a fixed
// point.
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/check.h"
#include "base/mem.h"
#include "base/str.h"
#include "front/front.h"
#include "ir/ir_print.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static ir_module *parse(const char *text, size_t len, size_t *errors) {
  diags *d = diags_new();
  diags_add_source(d, "fuzz.air", text, len);
  ir_module *m = front_air.parse("fuzz.air", text, len, d);
  *errors = diags_errors(d);
  diags_free(d);
  return m;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  size_t errors = 0;
  char *text = mem_alloc(size + 1);
  memcpy(text, data, size);
  text[size] = '\0';
  ir_module *m = parse(text, size, &errors);
  mem_free(text);
  CHECK((m == NULL) == (errors > 0), "a module or errors");
  if (m == NULL) return 0;
  strbuf first = {0}, second = {0};
  ir_print(m, &first);
  ir_module *again = parse(sb_text(&first), first.len, &errors);
  CHECK(again != NULL, "the printed form is read back");
  ir_print(again, &second);
  CHECK(strcmp(sb_text(&first), sb_text(&second)) == 0, "print, parse, print is a fixed point");
  ir_module_free(again);
  ir_module_free(m);
  sb_fini(&first);
  sb_fini(&second);
  return 0;
}
