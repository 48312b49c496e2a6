// Floats: IEEE 754 binary16 to binary128 and x87's 80 bits, rounding to nearest, by the arithmetic of the machine this
// runs on. Values travel as __float128, which holds every value of the other formats exactly; each operation is done in
// the format of its operands, so it rounds once.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "replay/machine_int.h"

typedef __float128 quad;

static frame *top_frame(machine *m) { return &vec_last(&m->active->frames); }

static bool is_nan(quad x) { return x != x; }

// binary16 by hand: not every compiler has it.
static quad from_half(uint32_t h) {
  uint32_t exponent = h >> 10 & 31, digits = h & 1023;
  double x = exponent == 31 ? (digits ? (double)NAN : (double)INFINITY)
             : exponent     ? ldexp(1024 + (double)digits, (int)exponent - 25)
                            : ldexp((double)digits, -24);
  return h >> 15 ? -x : x;
}

static uint32_t to_half(quad x) {
  uint32_t sign = __builtin_signbit((double)x) ? 0x8000 : 0;
  quad size = sign ? -x : x;
  if (size >= 65520) return sign | 0x7c00;
  int e = 15;
  while (e > -14 && size < ldexp(1, e)) e--;
  quad scaled = size * ldexp(1, 10 - e);  // in units of the last digit; exact
  uint32_t digits = (uint32_t)scaled;
  quad rest = scaled - digits;
  if (rest > 0.5 || (rest == 0.5 && digits & 1)) digits++;
  // The leading digit of a normal number raises the exponent by one; so does a carry.
  return sign | (((uint32_t)(e + 14) << 10) + digits);
}

static quad from_bits(uint32_t bits, const uint64_t *limbs) {
  float f;
  double d;
  long double l = 0;
  quad q;
  switch (bits) {
  case 16: return from_half((uint32_t)limbs[0]);
  case 32: memcpy(&f, limbs, sizeof f); return f;
  case 64: memcpy(&d, limbs, sizeof d); return d;
  case 80: memcpy(&l, limbs, 10); return l;
  case 128: memcpy(&q, limbs, sizeof q); return q;
  }
  UNREACHABLE("a float of no known width");
}

// The value is one of the format, or is rounded to it. There is one NaN.
static void to_bits(uint32_t bits, quad x, uint64_t limbs[2]) {
  float f = (float)x;
  double d = (double)x;
  long double l = (long double)x;
  limbs[0] = limbs[1] = 0;
  switch (bits) {
  case 16: limbs[0] = is_nan(x) ? 0 : to_half(x); break;
  case 32: memcpy(limbs, &f, sizeof f); break;
  case 64: memcpy(limbs, &d, sizeof d); break;
  case 80: memcpy(limbs, &l, 10); break;
  case 128: memcpy(limbs, &x, sizeof x); break;
  default: UNREACHABLE("a float of no known width");
  }
  if (!is_nan(x)) return;
  limbs[1] = bits == 80 ? 0x7fff : bits == 128 ? (uint64_t)0x7fff8 << 44 : 0;
  limbs[0] = bits == 16 ? 0x7e00 : bits == 32 ? 0x7fc00000 : bits == 64 ? (uint64_t)0x7ff8 << 48 : 0;
  if (bits == 80) limbs[0] = (uint64_t)3 << 62;
}

static uint32_t width_of(const machine *m, ir_type t) { return ir_type_get(m->ir, t)->bits; }

static quad read_float(machine *m, const ir_operand *o) {
  if (machine_is_wide(m, o->type)) return from_bits(width_of(m, o->type), machine_read_wide(m, o));
  uint64_t bits = machine_read_operand(m, o).bits;
  return from_bits(width_of(m, o->type), &bits);
}

static flow write_float(machine *m, const ir_instr *i, quad x) {
  uint64_t limbs[2];
  to_bits(width_of(m, i->type), x, limbs);
  if (machine_is_wide(m, i->type))
    machine_write_reg_wide(m, m->active, top_frame(m), i->dst, limbs);
  else
    machine_write_reg(m, m->active, top_frame(m), i->dst, CELL_INT(limbs[0]));
  return FLOW_NEXT;
}

// --- arithmetic

#define ARITHMETIC(T)                     \
  do {                                    \
    T x = (T)a, y = (T)b;                 \
    if (op == IR_FADD) return x + y;      \
    if (op == IR_FSUB) return x - y;      \
    return op == IR_FMUL ? x * y : x / y; \
  } while (0)

static quad arithmetic(ir_op op, uint32_t bits, quad a, quad b) {
  switch (bits) {
  case 32: ARITHMETIC(float);
  case 64: ARITHMETIC(double);
  case 80: ARITHMETIC(long double);
  default: break;
  }
  // binary16 has far fewer digits than half of a quad's: rounding to a quad first changes nothing.
  ARITHMETIC(quad);
}

static flow exec_remainder(machine *m, const ir_instr *i, quad a, quad b) {
  uint32_t bits = width_of(m, i->type);
  if (bits == 128) return machine_stop(m, MACHINE_UNSUPPORTED, i->at, "the remainder of 128-bit floats");
  return write_float(m, i, bits == 80 ? (quad)fmodl((long double)a, (long double)b) : (quad)fmod((double)a, (double)b));
}

static bool compare(ir_fcmp how, quad a, quad b) {
  bool unordered = is_nan(a) || is_nan(b);
  switch (how) {
  case IR_FCMP_OEQ: return a == b;
  case IR_FCMP_OGT: return a > b;
  case IR_FCMP_OGE: return a >= b;
  case IR_FCMP_OLT: return a < b;
  case IR_FCMP_OLE: return a <= b;
  case IR_FCMP_ONE: return a < b || a > b;
  case IR_FCMP_ORD: return !unordered;
  case IR_FCMP_UNO: return unordered;
  case IR_FCMP_UEQ: return unordered || a == b;
  case IR_FCMP_UGT: return unordered || a > b;
  case IR_FCMP_UGE: return unordered || a >= b;
  case IR_FCMP_ULT: return unordered || a < b;
  case IR_FCMP_ULE: return unordered || a <= b;
  case IR_FCMP_UNE: return a != b;
  case IR_FCMP_COUNT: break;
  }
  UNREACHABLE("not a comparison");
}

static flow exec_negate(machine *m, const ir_instr *i) {
  uint32_t bits = width_of(m, i->type), top = (bits - 1) / 64;
  uint64_t limbs[2] = {0, 0}, sign = (uint64_t)1 << ((bits - 1) % 64);
  if (machine_is_wide(m, i->type)) {
    memcpy(limbs, machine_read_wide(m, &i->args[0]), sizeof limbs);
    limbs[top] ^= sign;
    machine_write_reg_wide(m, m->active, top_frame(m), i->dst, limbs);
  } else {
    machine_write_reg(m, m->active, top_frame(m), i->dst, CELL_INT(machine_read_operand(m, &i->args[0]).bits ^ sign));
  }
  return FLOW_NEXT;
}

// --- conversions

static flow exec_to_integer(machine *m, const ir_instr *i) {
  uint32_t bits = width_of(m, i->type);
  quad x = read_float(m, &i->args[0]);
  if (bits > 64) return machine_stop(m, MACHINE_UNSUPPORTED, i->at, "a float as an integer of more than 64 bits");
  bool is_signed = i->op == IR_FTOS;
  quad limit = (quad)((unsigned __int128)1 << (is_signed ? bits - 1 : bits));
  // The whole part must fit: -0.5 is 0 also as an unsigned number.
  bool fits = is_signed ? x > -limit - 1 && x < limit : x > -1 && x < limit;
  if (!fits)
    return machine_stop(m, MACHINE_UNSUPPORTED, i->at, "undefined behaviour: a float does not fit its integer");
  uint64_t value = x < 0 ? (uint64_t)0 - (uint64_t)-x : (uint64_t)x;
  machine_write_reg(m, m->active, top_frame(m), i->dst, CELL_INT(machine_cut(bits, value)));
  return FLOW_NEXT;
}

static flow exec_from_integer(machine *m, const ir_instr *i) {
  uint32_t bits = width_of(m, i->args[0].type);
  uint64_t value;
  if (bits > 64) return machine_stop(m, MACHINE_UNSUPPORTED, i->at, "an integer of more than 64 bits as a float");
  if (!machine_number_operand(m, &i->args[0], i->at, &value)) return FLOW_SWITCH;
  bool negative = i->op == IR_STOF && (value >> (bits - 1) & 1);
  quad x = negative ? -(quad)machine_cut(bits, 0 - value) : (quad)value;
  return write_float(m, i, x);
}

flow machine_exec_float(machine *m, const ir_instr *i) {
  if (i->op == IR_FTOS || i->op == IR_FTOU) return exec_to_integer(m, i);
  if (i->op == IR_STOF || i->op == IR_UTOF) return exec_from_integer(m, i);
  if (i->op == IR_FNEG) return exec_negate(m, i);
  quad a = read_float(m, &i->args[0]);
  if (i->op == IR_FCONV) return write_float(m, i, a);
  quad b = read_float(m, &i->args[1]);
  if (i->op == IR_FREM) return exec_remainder(m, i, a, b);
  if (i->op != IR_FCMP) return write_float(m, i, arithmetic(i->op, width_of(m, i->type), a, b));
  machine_write_reg(m, m->active, top_frame(m), i->dst, CELL_INT(compare((ir_fcmp)i->sub, a, b)));
  return FLOW_NEXT;
}

long double machine_float_value(uint32_t bits, const uint64_t *limbs) { return (long double)from_bits(bits, limbs); }

// The shortest of two lengths that gives the value back.
void machine_float_text(uint32_t bits, uint64_t low, const uint64_t *limbs, strbuf *out) {
  uint64_t words[2] = {limbs ? limbs[0] : low, limbs && bits > 64 ? limbs[1] : 0};
  quad x = from_bits(bits, words);
  if (bits > 64) {
    sb_printf(out, "%.18Lg", (long double)x);
    return;
  }
  double d = (double)x;
  char text[64];
  snprintf(text, sizeof text, bits == 64 ? "%.15g" : "%.6g", d);
  double again = strtod(text, NULL);
  if (bits == 64 ? again != d : (float)again != (float)d) snprintf(text, sizeof text, bits == 64 ? "%.17g" : "%.9g", d);
  sb_puts(out, d != d ? "nan" : text);
}
