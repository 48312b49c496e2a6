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
    if (!a[i]) continue;
    for (uint32_t j = 0; i + j < n; j++) {
      unsigned __int128 t = (unsigned __int128)a[i] * b[j] + to[i + j] + carry;
      to[i + j] = (uint64_t)t;
      carry = (uint64_t)(t >> 64);
    }
  }
  wide_cut(to, bits);
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

static uint32_t used_limbs(const uint64_t *a, uint32_t limbs) {
  while (limbs && !a[limbs - 1]) limbs--;
  return limbs;
}

// `u` less q times the n limbs of `v`; true: that is below zero, and has wrapped around.
static bool subtract_product(uint64_t *u, const uint64_t *v, uint64_t q, uint32_t n) {
  uint64_t carry = 0, borrow = 0;
  for (uint32_t i = 0; i <= n; i++) {
    unsigned __int128 product = i < n ? (unsigned __int128)q * v[i] + carry : carry;
    unsigned __int128 rest = (unsigned __int128)u[i] - (uint64_t)product - borrow;
    carry = (uint64_t)(product >> 64);
    borrow = (uint64_t)(rest >> 64) & 1;
    u[i] = (uint64_t)rest;
  }
  return borrow;
}

static void add_back(uint64_t *u, const uint64_t *v, uint32_t n) {
  uint64_t carry = 0;
  for (uint32_t i = 0; i <= n; i++) {
    unsigned __int128 sum = (unsigned __int128)u[i] + (i < n ? v[i] : 0) + carry;
    u[i] = (uint64_t)sum;
    carry = (uint64_t)(sum >> 64);
  }
}

// The digit that the highest three limbs of u (n + 1 limbs) and two of v let expect: right or one too much.
static uint64_t guess_digit(const uint64_t *u, const uint64_t *v, uint32_t n) {
  unsigned __int128 high = (unsigned __int128)u[n] << 64 | u[n - 1];
  unsigned __int128 q = u[n] >= v[n - 1] ? UINT64_MAX : high / v[n - 1];
  unsigned __int128 rest = high - q * v[n - 1];
  while (!(rest >> 64) && q * v[n - 2] > (rest << 64 | u[n - 2])) {
    q--;
    rest += v[n - 1];
  }
  return (uint64_t)q;
}

// Long division by limbs (Knuth, The Art of Computer Programming 2, 4.3.1, algorithm D): 2 <= nb <= na.
static void divide_long(uint64_t *quot, uint64_t *rem, const uint64_t *a, uint32_t na, const uint64_t *b, uint32_t nb) {
  uint64_t *u = MEM_NEW_N(uint64_t, (size_t)na + 1 + nb), *v = u + na + 1;
  uint32_t up = (uint32_t)__builtin_clzll(b[nb - 1]);
  memcpy(u, a, na * sizeof *u);
  wide_shl(u, u, up, 64 * (na + 1));
  wide_shl(v, b, up, 64 * nb);
  for (uint32_t k = na - nb + 1; k-- > 0;) {
    quot[k] = guess_digit(u + k, v, nb);
    if (!subtract_product(u + k, v, quot[k], nb)) continue;
    quot[k]--;
    add_back(u + k, v, nb);
  }
  wide_shr(rem, u, up, false, 64 * nb);
  mem_free(u);
}

void wide_udivrem(uint64_t *quot, uint64_t *rem, const uint64_t *a, const uint64_t *b, uint32_t bits) {
  uint32_t n = wide_limbs(bits), na = used_limbs(a, n), nb = used_limbs(b, n);
  if (!nb) {
    memset(quot, 0xff, n * sizeof *quot);
    wide_cut(quot, bits);
    memcpy(rem, a, n * sizeof *rem);
    return;
  }
  memset(quot, 0, n * sizeof *quot);
  if (nb > na) {
    memcpy(rem, a, n * sizeof *rem);
    return;
  }
  memset(rem, 0, n * sizeof *rem);
  if (nb == 1)
    rem[0] = divide_by_limb(quot, a, b[0], na);
  else
    divide_long(quot, rem, a, na, b, nb);
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
  uint64_t low = limb_of(a, limbs, ones, bits);
  for (uint32_t i = 0; i < wide_limbs(bits); i++) {
    uint64_t high = limb_of(a, i + limbs + 1, ones, bits);
    to[i] = rest ? low >> rest | high << (64 - rest) : low;
    low = high;
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
