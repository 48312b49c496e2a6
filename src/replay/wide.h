// Integers of any width as arrays of 64-bit limbs, little endian, zero above the width. Plain loops: this is the second
// opinion, so being obviously right counts more than being fast. `bits` is the width; arrays hold wide_limbs(bits).
// Results may share memory with operands unless said otherwise. Division and shifts follow SMT-LIB's bit-vectors.
#ifndef REPLAY_WIDE_H
#define REPLAY_WIDE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"

static inline uint32_t wide_limbs(uint32_t bits) { return (bits + 63) / 64; }

void wide_cut(uint64_t *a, uint32_t bits);                                  // clears everything above the width
void wide_set(uint64_t *to, uint32_t bits, uint64_t low, bool ones_above);  // low limb, the rest zeros or ones
bool wide_is_zero(const uint64_t *a, uint32_t bits);
bool wide_negative(const uint64_t *a, uint32_t bits);  // sign bit
int wide_ucmp(const uint64_t *a, const uint64_t *b, uint32_t bits);
int wide_scmp(const uint64_t *a, const uint64_t *b, uint32_t bits);
void wide_neg(uint64_t *to, const uint64_t *a, uint32_t bits);
void wide_add(uint64_t *to, const uint64_t *a, const uint64_t *b, uint32_t bits);
void wide_sub(uint64_t *to, const uint64_t *a, const uint64_t *b, uint32_t bits);
void wide_mul(uint64_t *to, const uint64_t *a, const uint64_t *b, uint32_t bits);  // `to` is not an operand
// Unsigned quotient and remainder; neither is an operand. Division by zero: all ones, the dividend.
void wide_udivrem(uint64_t *quot, uint64_t *rem, const uint64_t *a, const uint64_t *b, uint32_t bits);
void wide_sdivrem(uint64_t *quot, uint64_t *rem, const uint64_t *a, const uint64_t *b, uint32_t bits);
void wide_shl(uint64_t *to, const uint64_t *a, uint64_t by, uint32_t bits);
void wide_shr(uint64_t *to, const uint64_t *a, uint64_t by, bool arithmetic, uint32_t bits);
// Between widths; `is_signed` copies the sign bit upwards.
void wide_resize(uint64_t *to, uint32_t to_bits, const uint64_t *a, uint32_t from_bits, bool is_signed);
void wide_print(const uint64_t *a, uint32_t bits, bool is_signed, strbuf *out);  // decimal
// Decimal or 0x-hexadecimal with an optional sign. False: not a number, or its value lies outside the width: below
// -2^(bits-1) or not below 2^bits (so that both readings of a bit pattern are accepted).
bool wide_parse(const char *text, uint64_t *to, uint32_t bits);

#endif
