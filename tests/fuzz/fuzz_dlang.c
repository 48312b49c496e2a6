// links: front
// The dlang front end on any bytes.
#include "front.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  fuzz_front(&front_dlang, "fuzz.dl", data, size);
  return 0;
}
