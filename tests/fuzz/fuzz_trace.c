// links: result front
// Loading a saved counterexample from any bytes, and binding it to a program: refused with a reason, or usable.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

#include "base/check.h"
#include "base/mem.h"
#include "front/front.h"
#include "result/explain.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char source[] =
    "event e;\nint x = ?(int);\nthread A {\n  wait e;\n  x += 1;\n}\nthread B {\n  notify e;\n}\n"
    "main {\n  start;\n  assert x != 3;\n}\n";

static void confirm(result *r) {
  diags *d = diags_new();
  ir_module *m = front_ivl.parse("fuzz.ivl", source, sizeof source - 1, d);
  CHECK(m != NULL, "the program of this test is accepted");
  const char *why = NULL;
  machine_options o = {.checks = UINT32_MAX, .step_limit = 10000, .depth_limit = 100};
  if (!trace_bind(m, r, &why)) {
    CHECK(why != NULL, "a refusal has a reason");
  } else if (!explain_confirm(m, &o, r, &why)) {
    CHECK(why != NULL, "a failed replay has a reason");
  }
  ir_module_free(m);
  diags_free(d);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char path[64];
  snprintf(path, sizeof path, "fuzz-%ld.trace", (long)getpid());
  FILE *f = fopen(path, "wb");
  CHECK(f != NULL, "the working directory can be written");
  fwrite(data, 1, size, f);
  fclose(f);
  result *r = result_new();
  char *program = NULL;
  const char *why = NULL;
  if (trace_load(path, &program, r, &why)) {
    confirm(r);
  } else {
    CHECK(why != NULL, "a refusal has a reason");
  }
  mem_free(program);
  result_free(r);
  remove(path);
  return 0;
}
