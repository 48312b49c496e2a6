#include "replay/wide.h"

#include <string.h>

#include "base/mem.h"

void wide_cut(uint64_t *a, uint32_t bits) {
  if (bits % 64) a[bits / 64] &= ((uint64_t)1 << (bits % 64)) - 1;
}

void wide_set(uint64_t *to, uint32_t bits, uint64_t low, bool ones_above) {
  uint32_t n = wide_limbs(bits);
  to[0] = low;
  for (uint32_t i = 1; i < n; i++) to[i] = ones_above ? ~(uint64_t)0 : 0;
  wide_cut(to, bits);
}

bool wide_is_zero(const uint64_t *a, uint32_t bits) {
  for (uint32_t i = 0; i < wide_limbs(bits); i++)
    if (a[i]) return false;
  return true;
}

static bool bit_at(const uint64_t *a, uint64_t i) { return (a[i / 64] >> (i % 64)) & 1; }

bool wide_negative(const uint64_t *a, uint32_t bits) { return bit_at(a, bits - 1); }

int wide_ucmp(const uint64_t *a, const uint64_t *b, uint32_t bits) {
  for (uint32_t i = wide_limbs(bits); i-- > 0;)
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
  return 0;
}

int wide_scmp(const uint64_t *a, const uint64_t *b, uint32_t bits) {
  bool na = wide_negative(a, bits), nb = wide_negative(b, bits);
  if (na != nb) return na ? -1 : 1;
  return wide_ucmp(a, b, bits);
}

static void add_carry(uint64_t *to, const uint64_t *a, const uint64_t *b, bool invert_b, uint64_t carry,
                      uint32_t bits) {
  for (uint32_t i = 0; i < wide_limbs(bits); i++) {
    unsigned __int128 sum = (unsigned __int128)a[i] + (invert_b ? ~b[i] : b[i]) + carry;
    to[i] = (uint64_t)sum;
    carry = (uint64_t)(sum >> 64);
  }
  wide_cut(to, bits);
}

void wide_add(uint64_t *to, const uint64_t *a, const uint64_t *b, uint32_t bits) {
  add_carry(to, a, b, false, 0, bits);
}

void wide_sub(uint64_t *to, const uint64_t *a, const uint64_t *b, uint32_t bits) { add_carry(to, a, b, true, 1, bits); }

void wide_neg(uint64_t *to, const uint64_t *a, uint32_t bits) {
  uint64_t carry = 1;
  for (uint32_t i = 0; i < wide_limbs(bits); i++) {
    unsigned __int128 sum = (unsigned __int128)~a[i] + carry;
    to[i] = (uint64_t)sum;
    carry = (uint64_t)(sum >> 64);
  }
  wide_cut(to, bits);
}

void wide_mul(uint64_t *to, const uint64_t *a, const uint64_t *b, uint32_t bits) {
  uint32_t n = wide_limbs(bits);
  memset(to, 0, n * sizeof *to);
  for (uint32_t i = 0; i < n; i++) {
    uint64_t carry = 0;
    for (uint32_t j = 0; i + j < n; j++) {
      unsigned __int128 t = (unsigned __int128)a[i] * b[j] + to[i + j] + carry;
      to[i + j] = (uint64_t)t;
      carry = (uint64_t)(t >> 64);
    }
  }
  wide_cut(to, bits);
}

static uint32_t bit_length(const uint64_t *a, uint32_t limbs) {
  while (limbs && !a[limbs - 1]) limbs--;
  return limbs ? 64 * limbs - (uint32_t)__builtin_clzll(a[limbs - 1]) : 0;
}

// Quotient, and the remainder as the result.
static uint64_t divide_by_limb(uint64_t *quot, const uint64_t *a, uint64_t b, uint32_t limbs) {
  uint64_t rest = 0;
  for (uint32_t i = limbs; i-- > 0;) {
    unsigned __int128 t = (unsigned __int128)rest << 64 | a[i];
    quot[i] = (uint64_t)(t / b);
    rest = (uint64_t)(t % b);
  }
  return rest;
}

void wide_udivrem(uint64_t *quot, uint64_t *rem, const uint64_t *a, const uint64_t *b, uint32_t bits) {
  uint32_t n = wide_limbs(bits);
  if (wide_is_zero(b, bits)) {
    memset(quot, 0xff, n * sizeof *quot);
    wide_cut(quot, bits);
    memcpy(rem, a, n * sizeof *rem);
    return;
  }
  memset(quot, 0, n * sizeof *quot);
  memset(rem, 0, n * sizeof *rem);
  uint64_t above = 0;
  for (uint32_t i = 1; i < n; i++) above |= b[i];
  if (!above) {
    rem[0] = divide_by_limb(quot, a, b[0], n);
    return;
  }
  memcpy(rem, a, n * sizeof *rem);
  uint32_t high_a = bit_length(a, n), high_b = bit_length(b, n);
  if (high_a < high_b) return;
  // Long division by single bits, from where the highest bits of both lie under each other.
  uint64_t *under = MEM_NEW_N(uint64_t, n);
  wide_shl(under, b, high_a - high_b, bits);
  for (uint32_t i = high_a - high_b + 1; i-- > 0;) {
    if (wide_ucmp(rem, under, bits) >= 0) {
      wide_sub(rem, rem, under, bits);
      quot[i / 64] |= (uint64_t)1 << (i % 64);
    }
    wide_shr(under, under, 1, false, bits);
  }
  mem_free(under);
}

void wide_sdivrem(uint64_t *quot, uint64_t *rem, const uint64_t *a, const uint64_t *b, uint32_t bits) {
  uint32_t n = wide_limbs(bits);
  bool na = wide_negative(a, bits), nb = wide_negative(b, bits);
  uint64_t *ua = MEM_NEW_N(uint64_t, 2 * (size_t)n), *ub = ua + n;
  memcpy(ua, a, n * sizeof *ua);
  memcpy(ub, b, n * sizeof *ub);
  if (na) wide_neg(ua, ua, bits);
  if (nb) wide_neg(ub, ub, bits);
  wide_udivrem(quot, rem, ua, ub, bits);
  if (na != nb) wide_neg(quot, quot, bits);
  if (na) wide_neg(rem, rem, bits);  // the remainder has the dividend's sign; by zero it is the dividend again
  mem_free(ua);
}

void wide_shl(uint64_t *to, const uint64_t *a, uint64_t by, uint32_t bits) {
  uint32_t n = wide_limbs(bits);
  if (by >= bits) {
    memset(to, 0, n * sizeof *to);
    return;
  }
  uint32_t limbs = (uint32_t)(by / 64), rest = (uint32_t)(by % 64);
  for (uint32_t i = n; i-- > 0;) {
    uint64_t high = i >= limbs ? a[i - limbs] : 0, low = i > limbs ? a[i - limbs - 1] : 0;
    to[i] = rest ? high << rest | low >> (64 - rest) : high;
  }
  wide_cut(to, bits);
}

// Limb i of a value that goes on for ever above its width, with zeros or ones.
static uint64_t limb_of(const uint64_t *a, uint32_t i, bool ones, uint32_t bits) {
  uint64_t fill = ones ? ~(uint64_t)0 : 0;
  if (i >= wide_limbs(bits)) return fill;
  return i == bits / 64 ? a[i] | fill << bits % 64 : a[i];
}

void wide_shr(uint64_t *to, const uint64_t *a, uint64_t by, bool arithmetic, uint32_t bits) {
  bool ones = arithmetic && wide_negative(a, bits);
  if (by > bits) by = bits;
  // From below: a limb of the result comes from that one and higher ones, which are not yet overwritten when to == a.
  uint32_t limbs = (uint32_t)(by / 64), rest = (uint32_t)(by % 64);
  for (uint32_t i = 0; i < wide_limbs(bits); i++) {
    uint64_t low = limb_of(a, i + limbs, ones, bits), high = limb_of(a, i + limbs + 1, ones, bits);
    to[i] = rest ? low >> rest | high << (64 - rest) : low;
  }
  wide_cut(to, bits);
}

void wide_resize(uint64_t *to, uint32_t to_bits, const uint64_t *a, uint32_t from_bits, bool is_signed) {
  bool ones = is_signed && wide_negative(a, from_bits);
  uint32_t from = wide_limbs(from_bits), n = wide_limbs(to_bits);
  for (uint32_t i = 0; i < n; i++) {
    uint64_t limb = i < from ? a[i] : ones ? ~(uint64_t)0 : 0;
    if (ones && i == from - 1 && from_bits % 64) limb |= ~(((uint64_t)1 << (from_bits % 64)) - 1);
    to[i] = limb;
  }
  wide_cut(to, to_bits);
}

void wide_print(const uint64_t *a, uint32_t bits, bool is_signed, strbuf *out) {
  uint32_t n = wide_limbs(bits);
  uint64_t *rest = MEM_NEW_N(uint64_t, n);
  memcpy(rest, a, n * sizeof *rest);
  if (is_signed && wide_negative(a, bits)) {
    sb_putc(out, '-');
    wide_neg(rest, rest, bits);
  }
  strbuf digits = {0};  // least significant first
  do {
    uint64_t carry = 0;
    for (uint32_t i = n; i-- > 0;) {
      unsigned __int128 t = (unsigned __int128)carry << 64 | rest[i];
      rest[i] = (uint64_t)(t / 10);
      carry = (uint64_t)(t % 10);
    }
    sb_putc(&digits, (char)('0' + carry));
  } while (!wide_is_zero(rest, bits));
  for (size_t i = digits.len; i-- > 0;) sb_putc(out, digits.text[i]);
  sb_fini(&digits);
  mem_free(rest);
}

static int digit_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return 99;
}

bool wide_parse(const char *text, uint64_t *to, uint32_t bits) {
  bool negative = *text == '-';
  if (*text == '-' || *text == '+') text++;
  uint64_t base = 10;
  if (text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) {
    base = 16;
    text += 2;
  }
  if (!*text) return false;
  uint32_t n = wide_limbs(bits);
  memset(to, 0, n * sizeof *to);
  for (; *text; text++) {
    int digit = digit_value(*text);
    if ((uint64_t)digit >= base) return false;
    uint64_t carry = (uint64_t)digit;
    for (uint32_t i = 0; i < n; i++) {
      unsigned __int128 t = (unsigned __int128)to[i] * base + carry;
      to[i] = (uint64_t)t;
      carry = (uint64_t)(t >> 64);
    }
    if (carry || (bits % 64 && to[n - 1] >> (bits % 64))) return false;
  }
  if (!negative) return true;
  wide_neg(to, to, bits);
  return wide_is_zero(to, bits) || wide_negative(to, bits);
}
