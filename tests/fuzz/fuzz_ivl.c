// links: front
// The IVL front end on any bytes.
#include "front.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  fuzz_front(&front_ivl, "fuzz.ivl", data, size);
  return 0;
}
