// SHA-256 (FIPS 180-4), for formats that name files by it. Nothing here depends on it for speed.
#ifndef BASE_SHA256_H
#define BASE_SHA256_H

#include <stddef.h>

enum { SHA256_TEXT = 65 };  // 64 hexadecimal digits and the NUL

void sha256_text(const void *data, size_t size, char out[SHA256_TEXT]);

#endif
