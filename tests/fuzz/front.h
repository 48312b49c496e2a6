// A front end on any bytes: a module or diagnostics, never both, never neither; what it accepts prints to a text that reads
// back to the same text.
#ifndef TESTS_FUZZ_FRONT_H
#define TESTS_FUZZ_FRONT_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/mem.h"
#include "base/str.h"
#include "front/front.h"
#include "ir/ir_print.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static inline void round_trip(const ir_module *m) {
  strbuf first = {0}, second = {0};
  ir_print(m, &first);
  diags *d = diags_new();
  ir_module *again = front_air.parse("fuzz.air", sb_text(&first), first.len, d);
  if (again == NULL) diags_print(d, stderr);
  CHECK(again != NULL, "the printed form is read back");
  ir_print(again, &second);
  CHECK(strcmp(sb_text(&first), sb_text(&second)) == 0, "print, parse, print is a fixed point");
  ir_module_free(again);
  diags_free(d);
  sb_fini(&first);
  sb_fini(&second);
}

static inline void fuzz_front(const front_end *f, const char *name, const uint8_t *data, size_t size) {
  diags *d = diags_new();
  // A copy without a byte after it, so that reading too far is seen.
  char *text = mem_alloc(size + 1);
  memcpy(text, data, size);
  text[size] = '\0';
  diags_add_source(d, name, text, size);
  ir_module *m = f->parse(name, text, size, d);
  mem_free(text);
  CHECK((m == NULL) == (diags_errors(d) > 0), "a module or errors");
  char *printed = NULL;
  size_t len = 0;
  FILE *out = open_memstream(&printed, &len);
  CHECK(out != NULL, "memory stream");
  diags_print(d, out);
  fclose(out);
  const char *found = strstr(printed, name);
  CHECK(m != NULL || (found != NULL && found[strlen(name)] == ':'), "an error has a place");
  free(printed);
  if (m != NULL) {
    round_trip(m);
    ir_module_free(m);
  }
  diags_free(d);
}

#endif
