// What the program prints: the text of an `output` with its values put in (doc/ir.md 4).
#include <stdio.h>
#include <string.h>

#include "replay/machine_int.h"

enum { MOST_COLUMNS = 1 << 16 };  // of one value: more is no table any more

typedef struct piece {
  machine *m;
  const ir_instr *i;
  uint32_t next;  // operand
  int stream;     // of the last value in a C++ stream; else the standard output
  strbuf *out;
} piece;

static const ir_operand *take(piece *p) { return p->next < p->i->n_args ? &p->i->args[p->next++] : NULL; }

// The bits of a number, a copy: reading the next operand may move registers. Floats too.
typedef struct number {
  const ir_type_info *type;
  uint64_t small;
  VEC(uint64_t) wide;
  bool is_pointer;
  cell pointer;
} number;

static number take_number(piece *p) {
  number n = {0};
  const ir_operand *o = take(p);
  if (!o) return n;
  n.type = ir_type_get(p->m->ir, o->type);
  if (machine_is_wide(p->m, o->type)) {
    const uint64_t *limbs = machine_read_wide(p->m, o);
    for (uint32_t k = 0; k < wide_limbs(n.type->bits); k++) vec_push(&n.wide, limbs[k]);
    n.small = limbs[0];
    return n;
  }
  cell c = machine_read_operand(p->m, o);
  n.is_pointer = c.obj || n.type->kind == IR_TYPE_PTR;
  n.pointer = c;
  n.small = c.bits;
  return n;
}

static int64_t small_signed(const number *n) {
  uint32_t shift = n->type && n->type->bits && n->type->bits < 64 ? 64 - n->type->bits : 0;
  return (int64_t)(n->small << shift) >> shift;
}

static int take_count(piece *p) {
  number n = take_number(p);
  int64_t v = small_signed(&n);
  vec_free(&n.wide);
  return v > MOST_COLUMNS ? MOST_COLUMNS : v < -MOST_COLUMNS ? -MOST_COLUMNS : (int)v;
}

// --- a directive of printf ------------------------------------------------------------------------------------------

typedef struct directive {
  char flags[8];
  int width, precision;  // precision below 0: none
  uint32_t bits;         // 8, 16: the number is cut to so many; 0: not
  char conversion;
} directive;

static int count_at(piece *p, const char **at) {
  int n = 0;
  if (**at == '*') {
    ++*at;
    return take_count(p);
  }
  for (; **at >= '0' && **at <= '9'; ++*at) n = n < MOST_COLUMNS ? n * 10 + (**at - '0') : n;
  return n;
}

static const char *read_directive(piece *p, const char *at, directive *d) {
  *d = (directive){.precision = -1};
  size_t n = 0;
  for (; *at && strchr("-+ #0", *at); at++)
    if (n + 1 < sizeof d->flags && !strchr(d->flags, *at)) d->flags[n++] = *at;
  d->width = count_at(p, &at);
  if (*at == '.') {
    at++;
    d->precision = count_at(p, &at);
  }
  for (; *at && strchr("hlLqjzt", *at); at++)
    if (*at == 'h') d->bits = d->bits ? 8 : 16;
  d->conversion = *at;
  return *at ? at + 1 : at;
}

static void put_float(piece *p, const directive *d, const number *v) {
  char format[16];
  strbuf text = {0};
  bool is_long = v->type->bits > 64;
  snprintf(format, sizeof format, "%%%s*.*%s%c", d->flags, is_long ? "L" : "", d->conversion);
  long double x = machine_float_value(v->type->bits, v->wide.len ? v->wide.data : &v->small);
  // The format is made of what read_directive accepted.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  if (is_long)
    sb_printf(&text, format, d->width, d->precision, x);
  else
    sb_printf(&text, format, d->width, d->precision, (double)x);
#pragma GCC diagnostic pop
  sb_puts(p->out, sb_text(&text));
  sb_fini(&text);
}

static void put_integer(piece *p, const directive *d, const number *v) {
  char format[16];
  bool is_signed = d->conversion == 'd' || d->conversion == 'i';
  uint64_t x = v->small;
  if (is_signed) x = (uint64_t)small_signed(v);
  if (d->bits) {
    x &= (UINT64_C(1) << d->bits) - 1;
    if (is_signed && x >> (d->bits - 1)) x |= ~((UINT64_C(1) << d->bits) - 1);
  }
  snprintf(format, sizeof format, "%%%s*.*j%c", d->flags, d->conversion);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  if (is_signed)
    sb_printf(p->out, format, d->width, d->precision, (intmax_t)x);
  else
    sb_printf(p->out, format, d->width, d->precision, (uintmax_t)x);
#pragma GCC diagnostic pop
}

static void put_plain(piece *p, const ir_operand *o) {
  if (!o) return;
  bool wide = machine_is_wide(p->m, o->type);
  machine_show_cell(p->m, o->type, wide ? CELL_INT(0) : machine_read_operand(p->m, o),
                    wide ? machine_read_wide(p->m, o) : NULL, p->out);
}

static const char *put_directive(piece *p, const char *at) {
  directive d;
  const char *end = read_directive(p, at, &d);
  uint32_t mark = p->next;
  number v = take_number(p);
  bool is_float = v.type && v.type->kind == IR_TYPE_FLOAT;
  if (!v.type)
    sb_puts(p->out, "?");
  else if (is_float && d.conversion && strchr("fFeEgGaA", d.conversion))
    put_float(p, &d, &v);
  else if (!is_float && !v.is_pointer && !v.wide.len && d.conversion && strchr("diuxXo", d.conversion))
    put_integer(p, &d, &v);
  else if (!is_float && !v.is_pointer && d.conversion == 'c')
    sb_printf(p->out, strchr(d.flags, '-') ? "%-*c" : "%*c", d.width, (int)(v.small & 0xff));
  else
    put_plain(p, &p->i->args[mark]);
  vec_free(&v.wide);
  return end;
}

// --- a value in a C++ stream ----------------------------------------------------------------------------------------

// The bits of std::ios_base::fmtflags as libstdc++ numbers them (runtime/cxx/include/bits/allways_ios.h).
enum {
  FMT_BOOLALPHA = 1 << 0,
  FMT_DEC = 1 << 1,
  FMT_FIXED = 1 << 2,
  FMT_HEX = 1 << 3,
  FMT_INTERNAL = 1 << 4,
  FMT_LEFT = 1 << 5,
  FMT_OCT = 1 << 6,
  FMT_SCIENTIFIC = 1 << 8,
  FMT_SHOWBASE = 1 << 9,
  FMT_SHOWPOINT = 1 << 10,
  FMT_SHOWPOS = 1 << 11,
  FMT_UPPERCASE = 1 << 14,
};

typedef struct style {
  uint32_t flags;
  int width, precision;
  char fill;
} style;

static void digits_of(const number *v, unsigned base_bits, bool upper, strbuf *out) {
  uint32_t n = v->type->bits, digits = (n + base_bits - 1) / base_bits;
  bool begun = false;
  for (uint32_t k = digits; k--;) {
    unsigned digit = 0;
    for (uint32_t b = base_bits; b--;) {
      uint32_t at = k * base_bits + b;
      uint64_t limb = v->wide.len ? (at < n ? v->wide.data[at / 64] : 0) : v->small;
      digit = digit << 1 | (at < n ? (unsigned)(limb >> at % 64) & 1 : 0);
    }
    begun = begun || digit || !k;
    if (begun) sb_putc(out, (upper ? "0123456789ABCDEF" : "0123456789abcdef")[digit]);
  }
}

static bool is_zero(const number *v) { return v->wide.len ? wide_is_zero(v->wide.data, v->type->bits) : !v->small; }

static void stream_integer(const number *v, bool is_signed, const style *s, strbuf *out) {
  uint32_t base = s->flags & (FMT_DEC | FMT_HEX | FMT_OCT);
  bool upper = s->flags & FMT_UPPERCASE;
  if (base == FMT_HEX || base == FMT_OCT) {
    if (s->flags & FMT_SHOWBASE && !is_zero(v)) sb_puts(out, base == FMT_OCT ? "0" : upper ? "0X" : "0x");
    digits_of(v, base == FMT_HEX ? 4 : 3, upper, out);
    return;
  }
  const uint64_t *limbs = v->wide.len ? v->wide.data : &v->small;
  if (is_signed && s->flags & FMT_SHOWPOS && !wide_negative(limbs, v->type->bits)) sb_putc(out, '+');
  wide_print(limbs, v->type->bits, is_signed, out);
}

static void stream_float(piece *p, const number *v, const style *s, strbuf *out) {
  uint32_t field = s->flags & (FMT_FIXED | FMT_SCIENTIFIC);
  directive d = {.precision = s->precision < 0 ? 6 : s->precision};
  if (field == (FMT_FIXED | FMT_SCIENTIFIC)) d.precision = -1;
  size_t n = 0;
  if (s->flags & FMT_SHOWPOS) d.flags[n++] = '+';
  if (s->flags & FMT_SHOWPOINT) d.flags[n++] = '#';
  char c = !field ? 'g' : field == FMT_FIXED ? 'f' : field == FMT_SCIENTIFIC ? 'e' : 'a';
  d.conversion = s->flags & FMT_UPPERCASE ? (char)(c - 'a' + 'A') : c;
  piece to = {.m = p->m, .i = p->i, .out = out};
  put_float(&to, &d, v);
}

// [facet.num.put.virtuals], stage 3.
static void put_padded(strbuf *out, const char *text, size_t n, const style *s) {
  size_t fill = s->width > 0 && (size_t)s->width > n ? (size_t)s->width - n : 0, head = 0;
  uint32_t adjust = s->flags & (FMT_LEFT | FMT_INTERNAL);
  if (adjust == FMT_LEFT)
    head = n;
  else if (adjust == FMT_INTERNAL && n && (text[0] == '-' || text[0] == '+'))
    head = 1;
  else if (adjust == FMT_INTERNAL && n > 1 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X'))
    head = 2;
  sb_putn(out, text, head);
  for (; fill; fill--) sb_putc(out, s->fill);
  sb_putn(out, text + head, n - head);
}

// kind, then the operands value, stream, flags, width, precision, fill.
static void put_in_stream(piece *p, char kind) {
  uint32_t mark = p->next;
  number v = take_number(p);
  style s = {0};
  p->stream = take_count(p);
  s.flags = (uint32_t)take_count(p);
  s.width = take_count(p);
  s.precision = take_count(p);
  s.fill = (char)take_count(p);
  strbuf text = {0};
  piece inner = {.m = p->m, .i = p->i, .next = mark, .out = &text};
  if (!v.type || v.is_pointer)
    put_plain(&inner, v.type ? &p->i->args[mark] : NULL);
  else if (v.type->kind == IR_TYPE_FLOAT)
    stream_float(p, &v, &s, &text);
  else if (kind == 'c')
    sb_putc(&text, (char)v.small);
  else if (kind == 'b' && s.flags & FMT_BOOLALPHA)
    sb_puts(&text, is_zero(&v) ? "false" : "true");
  else
    stream_integer(&v, kind != 'u', &s, &text);
  put_padded(p->out, sb_text(&text), text.len, &s);
  sb_fini(&text);
  vec_free(&v.wide);
}

void machine_show_output(machine *m, const ir_instr *i) {
  if (!m->options.output) return;
  static const char stream[] = "stream:";
  strbuf out = {0};
  piece p = {.m = m, .i = i, .out = &out, .stream = 1};
  for (const char *c = i->text ? i->text : ""; *c; c++) {
    const char *end = NULL;
    if (c[0] == '{' && c[1] == '{') {
      c++;
    } else if (c[0] == '{' && c[1] == '}') {
      put_plain(&p, take(&p));
      end = c + 1;
    } else if (c[0] == '{' && c[1] == '%') {
      end = put_directive(&p, c + 2);
    } else if (!strncmp(c, "{stream:", sizeof stream) && c[sizeof stream]) {
      put_in_stream(&p, c[sizeof stream]);
      end = c + sizeof stream + 1;
    }
    if (!end)
      sb_putc(&out, *c);
    else if (*end)
      c = end;
    else
      break;
  }
  m->options.output(m->options.event_arg, p.stream, sb_text(&out), out.len);
  sb_fini(&out);
}
