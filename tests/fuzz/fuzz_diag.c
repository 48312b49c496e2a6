// links: base
// Printing a diagnostic about any bytes at any place: no crash, and nothing but printable text comes out.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/check.h"
#include "base/diag.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 4) return 0;
  const char *source = (const char *)data + 3;
  diags *d = diags_new();
  diags_add_source(d, "file", source, size - 3);
  place at = {"file", data[0] % 8u, data[1] + (uint32_t)(data[2] % 8u) * 256};
  char quoted[64];
  snprintf(quoted, sizeof quoted, "%.*s", (int)(size - 3 < 40 ? size - 3 : 40), source);
  diag_error(d, at, DIAG_GENERIC, quoted);
  char *text = NULL;
  size_t len = 0;
  FILE *out = open_memstream(&text, &len);
  CHECK(out, "memory stream");
  diags_print(d, out);
  fclose(out);
  for (size_t i = 0; i < len; i++) {
    unsigned char c = (unsigned char)text[i];
    CHECK((c >= 0x20 && c != 0x7f) || c == '\n', "only printable text reaches the terminal");
  }
  CHECK(len < 2000, "long lines are clipped");
  free(text);
  diags_free(d);
  return 0;
}
