// links: replay front
// The concrete interpreter on IR that IVL does not produce: wide integers, block operations, atomic updates,
// exceptions, calls through pointers, and-lists and time-outs, the other bound rule of `start`.
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/rng.h"
#include "base/str.h"
#include "front/front.h"
#include "replay/machine.h"
#include "replay/simulate.h"
#include "replay/wide.h"

#define ALL_CHECKS (~(1u << IR_CHECK_DEADLOCK))

static ir_module *load(const char *text) {
  diags *d = diags_new();
  ir_module *m = front_air.parse("test.air", text, strlen(text), d);
  if (!m) diags_print(d, stderr);
  diags_free(d);
  assert_non_null(m);
  return m;
}

typedef struct outcome {
  machine_status status;
  ir_check check;
  uint32_t line;
  uint64_t time;
  char text[600], message[200];
} outcome;

// Runs "globals, processes" and functions in the reference order; text is the canonical dump.
static outcome run_with(const char *head, const char *functions, uint32_t checks, bool random, uint64_t seed) {
  strbuf b = {0};
  sb_printf(&b, "air 1\nlanguage \"test\"\nscheduler systemc\npointers 64\nproperties \"assert\"\nentry &main\n%s\n%s",
            head, functions);
  ir_module *ir = load(sb_text(&b));
  sb_clear(&b);
  machine_options o = {.checks = checks, .step_limit = 10000, .depth_limit = 100};
  machine *m = machine_new(ir, &o);
  simulate_options so = {.random = random, .seed = seed, .max_steps = 1000};
  outcome out = {.status = simulate_run(m, &so, NULL, NULL)};
  out.check = machine_check(m);
  out.line = machine_place(m).line;
  out.time = machine_time(m);
  snprintf(out.message, sizeof out.message, "%s", machine_message(m));
  machine_dump(m, &b);
  snprintf(out.text, sizeof out.text, "%s", sb_text(&b));
  sb_fini(&b);
  machine_free(m);
  ir_module_free(ir);
  return out;
}

static outcome run(const char *head, const char *functions) { return run_with(head, functions, ALL_CHECKS, false, 0); }

// --- numbers against the compiler's 128 bits

static unsigned __int128 mask128(uint32_t bits) {
  return bits == 128 ? ~(unsigned __int128)0 : ((unsigned __int128)1 << bits) - 1;
}

static __int128 signed128(unsigned __int128 x, uint32_t bits) {
  unsigned __int128 sign = (unsigned __int128)1 << (bits - 1);
  return (__int128)((x ^ sign) - sign);
}

static unsigned __int128 join(const uint64_t *limbs, uint32_t bits) {
  return limbs[0] | (bits > 64 ? (unsigned __int128)limbs[1] << 64 : 0);
}

static unsigned __int128 reference(const char *op, unsigned __int128 a, unsigned __int128 b, uint32_t bits) {
  unsigned __int128 mask = mask128(bits), r = 0;
  __int128 sa = signed128(a, bits), sb = signed128(b, bits);
  if (!strcmp(op, "add"))
    r = a + b;
  else if (!strcmp(op, "sub"))
    r = a - b;
  else if (!strcmp(op, "mul"))
    r = a * b;
  else if (!strcmp(op, "udiv"))
    r = b ? a / b : mask;
  else if (!strcmp(op, "urem"))
    r = b ? a % b : a;
  else if (!strcmp(op, "sdiv"))
    r = !b ? (sa < 0 ? 1 : mask) : sb == -1 ? 0 - a : (unsigned __int128)(sa / sb);
  else if (!strcmp(op, "srem"))
    r = !b ? a : sb == -1 ? 0 : (unsigned __int128)(sa % sb);
  else if (!strcmp(op, "shl"))
    r = b >= bits ? 0 : a << b;
  else if (!strcmp(op, "lshr"))
    r = b >= bits ? 0 : a >> b;
  else if (!strcmp(op, "ashr"))
    r = (unsigned __int128)(sa >> (b >= bits ? bits - 1 : (uint32_t)b));
  else if (!strcmp(op, "and"))
    r = a & b;
  else if (!strcmp(op, "or"))
    r = a | b;
  else if (!strcmp(op, "xor"))
    r = a ^ b;
  else if (!strcmp(op, "eq"))
    return a == b;
  else if (!strcmp(op, "ne"))
    return a != b;
  else if (!strcmp(op, "ult"))
    return a < b;
  else if (!strcmp(op, "ule"))
    return a <= b;
  else if (!strcmp(op, "slt"))
    return sa < sb;
  else if (!strcmp(op, "sle"))
    return sa <= sb;
  else
    fail_msg("%s", op);
  return r & mask;
}

static const char *const binary_ops[] = {"add", "sub", "mul", "udiv", "urem", "sdiv", "srem", "shl", "lshr", "ashr",
                                         "and", "or",  "xor", "eq",   "ne",   "ult",  "ule",  "slt", "sle"};
enum { N_OPS = sizeof binary_ops / sizeof *binary_ops, N_COMPARISONS = 6 };

static ir_module *arithmetic_module(uint32_t bits) {
  strbuf b = {0};
  sb_puts(&b, "air 1\nlanguage \"test\"\nscheduler systemc\npointers 64\nproperties \"assert\"\nentry &main\n");
  for (size_t i = 0; i < N_OPS; i++) {
    if (i < N_OPS - N_COMPARISONS)
      sb_printf(&b, "global @%s u%" PRIu32 "\n", binary_ops[i], bits);
    else
      sb_printf(&b, "global @%s bool\n", binary_ops[i]);
  }
  sb_printf(&b,
            "\nfunc &main() void {\n  reg %%x u%" PRIu32 "\n  reg %%y u%" PRIu32 "\n  reg %%z u%" PRIu32
            "\n  reg %%c bool\nb1:\n",
            bits, bits, bits);
  sb_printf(&b, "  %%x = nondet u%" PRIu32 " \"x\"\n  %%y = nondet u%" PRIu32 " \"y\"\n", bits, bits);
  for (size_t i = 0; i < N_OPS; i++) {
    if (i < N_OPS - N_COMPARISONS)
      sb_printf(&b, "  %%z = %s u%" PRIu32 " %%x, %%y\n  store u%" PRIu32 " @%s, %%z\n", binary_ops[i], bits, bits,
                binary_ops[i]);
    else
      sb_printf(&b, "  %%c = %s bool %%x, %%y\n  store bool @%s, %%c\n", binary_ops[i], binary_ops[i]);
  }
  sb_puts(&b, "  return\n}\n");
  ir_module *m = load(sb_text(&b));
  sb_fini(&b);
  return m;
}

typedef struct operands {
  uint64_t limbs[2][4];
  uint32_t bits;
  size_t next;
} operands;

static bool give_operand(void *arg, size_t n, machine_input *in) {
  operands *o = arg;
  in->bits = o->limbs[n][0];
  in->limbs = o->limbs[n];
  return true;
}

static void compare_global(void *arg, const machine_value *v) {
  const char *name = v->name, *value = v->text;
  const operands *o = arg;
  unsigned __int128 r = reference(name, join(o->limbs[0], o->bits), join(o->limbs[1], o->bits), o->bits);
  strbuf want = {0};
  bool comparison = false;
  for (size_t i = N_OPS - N_COMPARISONS; i < N_OPS; i++) comparison = comparison || !strcmp(name, binary_ops[i]);
  uint64_t limbs[2] = {(uint64_t)r, (uint64_t)(r >> 64)};
  if (comparison)
    sb_puts(&want, r ? "true" : "false");
  else
    wide_print(limbs, 128, false, &want);
  if (strcmp(sb_text(&want), value)) fail_msg("%s of width %u: %s instead of %s", name, o->bits, value, sb_text(&want));
  sb_fini(&want);
}

static uint64_t interesting(rng *r) {
  switch (rng_below(r, 5)) {
  case 0: return rng_below(r, 5);
  case 1: return 0 - rng_below(r, 5);
  case 2: return (uint64_t)1 << rng_below(r, 64);
  case 3: return ((uint64_t)1 << rng_below(r, 64)) - 1;
  case 4: return rng_next(r);
  }
  return 0;
}

static void arithmetic_of_all_widths(void **state) {
  (void)state;
  static const uint32_t widths[] = {2, 3, 8, 16, 31, 32, 33, 63, 64, 65, 100, 127, 128};
  rng r = rng_new(7);
  for (size_t w = 0; w < sizeof widths / sizeof *widths; w++) {
    ir_module *ir = arithmetic_module(widths[w]);
    operands values = {.bits = widths[w]};
    machine_options o = {.checks = ALL_CHECKS, .input = give_operand, .input_arg = &values};
    machine *m = machine_new(ir, &o);
    for (int k = 0; k < 300; k++) {
      for (int a = 0; a < 2; a++) {
        values.limbs[a][0] = interesting(&r);
        values.limbs[a][1] = rng_below(&r, 2) ? interesting(&r) : 0 - (values.limbs[a][0] >> 63);
        if (widths[w] < 128) values.limbs[a][widths[w] / 64] &= ((uint64_t)1 << widths[w] % 64) - 1;
      }
      machine_reset(m);
      assert_int_equal(machine_step(m, 0), MACHINE_FINISHED);
      machine_globals(m, compare_global, &values);
    }
    machine_free(m);
    ir_module_free(ir);
  }
}

// Quotient times divisor plus remainder is the dividend; limbs of all ones and zeros make the corrections of long division needed.
static void wide_division(void **state) {
  (void)state;
  enum { BITS = 448, N = BITS / 64 };
  static const uint64_t special[] = {0, 1, UINT64_MAX, UINT64_MAX - 1, UINT64_C(1) << 63, UINT64_MAX >> 1};
  uint64_t seed = 88172645463325252;
  for (int round = 0; round < 20000; round++) {
    uint64_t a[N] = {0}, b[N] = {0}, quot[N], rem[N], product[N], sum[N];
    for (int i = 0; i < 2 * N; i++) {
      seed ^= seed << 13;
      seed ^= seed >> 7;
      seed ^= seed << 17;
      bool used = i % N < (i < N ? 1 + round % N : 1 + round / N % N);
      uint64_t limb = seed & 512 ? seed : special[seed % 6];
      if (used) (i < N ? a : b)[i % N] = limb;
    }
    wide_udivrem(quot, rem, a, b, BITS);
    if (wide_is_zero(b, BITS)) continue;
    wide_mul(product, quot, b, BITS);
    wide_add(sum, product, rem, BITS);
    assert_int_equal(wide_ucmp(sum, a, BITS), 0);
    assert_true(wide_ucmp(rem, b, BITS) < 0);
    assert_true(wide_ucmp(product, a, BITS) <= 0);
  }
}

static void wide_text(void **state) {
  (void)state;
  uint64_t limbs[4];
  strbuf b = {0};
  static const char *const same[] = {"0", "-1", "340282366920938463463374607431768211456",
                                     "-578960446186580977117854925043439539266349923328202820197287920039565648199"};
  for (size_t i = 0; i < 4; i++) {
    assert_true(wide_parse(same[i], limbs, 256));
    sb_clear(&b);
    wide_print(limbs, 256, true, &b);
    assert_string_equal(sb_text(&b), same[i]);
  }
  assert_true(wide_parse("0xff", limbs, 8));
  assert_int_equal(limbs[0], 255);
  assert_true(wide_parse("-128", limbs, 8));
  assert_int_equal(limbs[0], 128);
  static const char *const wrong[] = {
      "", "-", "0x", "12a", "256", "-129", " 1", "99999999999999999999999999999999999999", "0xg"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) assert_false(wide_parse(wrong[i], limbs, 8));
  sb_fini(&b);
}

static void conversions(void **state) {
  (void)state;
  outcome o = run(
      "global @a i128\nglobal @b i8\nglobal @c u64\nglobal @d i100",
      "func &main() void {\n  reg %x i8\n  reg %w i128\n  reg %s i64\n  reg %u u64\n  reg %h i100\n  reg %c bool\nb1:\n"
      "  %x = mov i8 -3\n  %w = sext i128 %x\n  store i128 @a, %w\n  %x = trunc i8 %w\n  store i8 @b, %x\n"
      "  %u = zext u64 %x\n  store u64 @c, %u\n  %w = zext i128 %x\n  %h = trunc i100 %w\n  store i100 @d, %h\n"
      "  %w = load i128 @a\n  %c = eq bool %w, i128:0xfffffffffffffffffffffffffffffffd\n  check.assert %c \"wide "
      "constant\"\n"
      "  return\n}\n");
  assert_int_equal(o.status, MACHINE_FINISHED);
  assert_string_equal(o.text, "time 0\na = -3\nb = -3\nc = 253\nd = 253\n");
}

// --- memory

static void block_operations(void **state) {
  (void)state;
  outcome o =
      run("global @a i16[4] {\n  0 i16:1\n  2 i16:2\n  4 i16:3\n  6 i16:4\n}\nglobal @p i16*[2] {\n  0 @a+2\n}\nglobal "
          "@q i16*[2]\nglobal @x i16",
          "func &main() void {\n  reg %p i16*\n  reg %x i16\nb1:\n  copy @a+2, @a, i64:4\n  fill @a+6, i8:-1, i64:1\n"
          "  copy @q+8, @p, i64:8\n  %p = load i16* @q+8\n  %x = load i16 %p\n  store i16 @x, %x\n  fill @q, i8:1, "
          "i64:0\n  return\n}\n");
  assert_int_equal(o.status, MACHINE_FINISHED);
  assert_string_equal(
      o.text,
      "time 0\na[0] = 1\na[1] = 1\na[2] = 2\na[3] = 255\np[0] = ptr\np[1] = null\nq[0] = null\nq[1] = ptr\nx = 1\n");
}

static void parts_of_pointers(void **state) {
  (void)state;
  static const char head[] = "global @a i32\nglobal @p i32* {\n  0 @a\n}\nglobal @q i32*\nglobal @n i64";
  // Without inputs the first object that is looked at lies at 65536.
  outcome o = run(
      head, "func &main() void {\n  reg %n i32\n  reg %c bool\nb1:\n  %n = load i32 @p\n  %c = eq bool %n, i32:65536\n"
            "  check.assert %c \"\"\n  return\n}\n");
  assert_int_equal(o.status, MACHINE_FINISHED);
  o = run(head, "func &main() void {\n  reg %n i64\n  reg %c bool\nb1:\n  copy @n, @p, i64:4\n  %n = load i64 @n\n"
                "  %c = eq bool %n, i64:65536\n  check.assert %c \"\"\n  return\n}\n");
  assert_int_equal(o.status, MACHINE_FINISHED);
  // Overwriting a byte of a pointer makes it another number.
  o = run(head, "func &main() void {\n  reg %p i32*\n  reg %x i32\nb1:\n  fill @p+3, i8:1, i64:1\n  %p = load i32* "
                "@p\n  %x = load i32 %p !\"f\":1:1\n  return\n}\n");
  assert_int_equal(o.status, MACHINE_VIOLATION);
  assert_int_equal(o.check, IR_CHECK_NULL);
}

static void integers_that_carry_pointers(void **state) {
  (void)state;
  static const char head[] = "global @a i32[2] {\n  4 i32:9\n}\nglobal @x i32";
#define BODY(text)                                                                                                     \
  "func &main() void {\n  reg %p i32*\n  reg %n i64\n  reg %k i64\n  reg %x i32\n  reg %c bool\nb1:\n  %n = ptrtoint " \
  "i64 @a\n" text "  return\n}\n"
  outcome o =
      run(head, BODY("  %n = add i64 %n, 8\n  %n = sub i64 %n, 4\n  %p = inttoptr i32* %n\n  %x = load i32 %p\n  store "
                     "i32 @x, %x\n"
                     "  %c = ne bool %n, i64:0\n  check.assert %c \"\"\n  %k = ptrtoint i64 @a\n  %k = sub i64 %n, %k\n"
                     "  %c = eq bool %k, i64:4\n  check.assert %c \"\"\n"));
  assert_int_equal(o.status, MACHINE_FINISHED);
  assert_string_equal(o.text, "time 0\na[0] = 0\na[1] = 9\nx = 9\n");
  o = run(head, BODY("  %n = mul i64 %n, 2\n  %c = eq bool %n, i64:131072\n  check.assert %c \"\"\n"));
  assert_int_equal(o.status, MACHINE_FINISHED);
  o = run(head, BODY("  %k = ptrtoint i64 @x\n  %c = slt bool %n, %k\n  check.assert %c \"\"\n"));
  assert_int_equal(o.status, MACHINE_FINISHED);
#undef BODY
}

static void heap(void **state) {
  (void)state;
  static const char head[] = "global @x i32\nglobal @e event";
#define BODY(text) \
  "func &main() void {\n  reg %p i32*\n  reg %q i32*\n  reg %c bool\nb1:\n" text "  return !\"f\":9:1\n}\n"
  outcome o = run(head, BODY("  %p = new i32 i64:2\n  free %p\n  %q = new i32 i64:2\n  store i32 %p, 1 !\"f\":3:1\n"));
  assert_int_equal(o.check, IR_CHECK_FREED);
  assert_int_equal(o.line, 3);
  o = run(head, BODY("  %p = new i32 i64:2\n  free %p\n  free %p\n"));
  assert_int_equal(o.check, IR_CHECK_DOUBLE_FREE);
  o = run(head, BODY("  %p = new i32 i64:2\n  %p = ptradd i32* %p, i64:4\n  free %p\n"));
  assert_int_equal(o.check, IR_CHECK_DOUBLE_FREE);
  o = run(head, BODY("  %p = mov i32* null\n  free %p\n  %p = new i32 i64:0\n  free %p\n"));
  assert_int_equal(o.status, MACHINE_FINISHED);
  o = run(head, BODY("  %p = new i32 i64:2\n  %p = ptradd i32* %p, i64:5\n  store i32 %p, 1\n"));
  assert_int_equal(o.check, IR_CHECK_BOUNDS);
  o = run(head, BODY("  %p = new i32 i64:2\n  %p = ptradd i32* %p, i64:-4\n  store i32 %p, 1\n"));
  assert_int_equal(o.check, IR_CHECK_BOUNDS);
  o = run_with(head, BODY("  %p = new i32 i64:2\n  free %p\n  free %p\n"), 0, false, 0);
  assert_int_equal(o.status, MACHINE_UNSUPPORTED);
  assert_true(!strncmp(o.message, "undefined behaviour", 19));
  o = run(head,
          BODY("  %p = new i32 i64:2\n  %q = new i32 i64:2\n  %c = ne bool %p, %q\n  check.assert %c \"\"\n  free %p\n"
               "  %p = new i32 i64:2\n  store i32 %p, 5\n"));
  assert_int_equal(o.status, MACHINE_FINISHED);
#undef BODY
}

static void atomic_updates(void **state) {
  (void)state;
  outcome o = run(
      "global @a i8 {\n  0 i8:-2\n}\nglobal @b u8 {\n  0 u8:200\n}\nglobal @old i8\nglobal @w i100 {\n  0 "
      "i100:0x5\n}\nglobal @p i8*\nglobal @k i8",
      "func &main() void {\n  reg %o i8\n  reg %p i8*\nb1:\n  %o = rmw.smin i8 @a, 3\n  store i8 @old, %o\n  rmw.smax "
      "i8 @a, 1\n  rmw.add i8 @a, 127\n"
      "  rmw.umax u8 @b, 201\n  rmw.umin u8 @b, 210\n  rmw.mul u8 @b, 3\n  rmw.xor u8 @b, 1\n  rmw.sub i100 @w, 0x7\n"
      "  %o = cas i8 @k, 1, 5\n  %o = cas i8 @k, 0, 6\n  %o = cas i8 @k, 6, 7\n  %p = rmw.xchg i8* @p, @k\n  "
      "return\n}\n");
  assert_int_equal(o.status, MACHINE_FINISHED);
  assert_string_equal(o.text, "time 0\na = -128\nb = 90\nold = -2\nw = -2\np = ptr\nk = 7\n");
}

// --- control

static void calls_and_exceptions(void **state) {
  (void)state;
  outcome o =
      run("global @log i32\nglobal @f void* {\n  0 &twice\n}",
          "func &twice(%x i32) i32 {\n  reg %y i32\nb1:\n  %y = add i32 %x, %x\n  return %y\n}\n"
          "func &thrower(%x i32) void {\n  reg %l i32*\nb1:\n  %l = local i32 i64:1\n  store i32 %l, %x\n  throw %x "
          "!\"f\":4:1\n}\n"
          "func &middle(%x i32) void {\nb1:\n  call &thrower, %x\n  return\n}\n"
          "func &main() void {\n  reg %f void*\n  reg %r i32\nb1:\n  %f = load void* @f\n  %r = call i32 %f, i32:21\n  "
          "call &middle, %r -> b3\n  jump -> b2\n"
          "b2:\n  return\nb3:\n  %r = landing i32\n  store i32 @log, %r\n  call &middle, %r\n  jump -> b2\n}\n");
  assert_int_equal(o.status, MACHINE_VIOLATION);
  assert_int_equal(o.check, IR_CHECK_EXCEPTION);
  assert_int_equal(o.line, 4);
  assert_string_equal(o.text, "time 0\nlog = 42\nf = ptr\n");
  o = run("global @f void*",
          "func &main() void {\n  reg %f void*\nb1:\n  %f = load void* @f\n  call %f !\"f\":7:1\n  return\n}\n");
  assert_int_equal(o.check, IR_CHECK_NULL);
  assert_int_equal(o.line, 7);
}

static void locals_are_zeroed_and_die(void **state) {
  (void)state;
  outcome o = run("global @sum i32\nglobal @p i32*",
                  "func &keep() void {\n  reg %l i32*\nb1:\n  %l = local i32 i64:1\n  store i32* @p, %l\n  return\n}\n"
                  "func &main() void {\n  reg %l i32*\n  reg %n i32\n  reg %v i32\n  reg %c bool\nb1:\n  jump -> b2\n"
                  "b2:\n  %l = local i32 i64:1\n  %v = load i32 %l\n  rmw.add i32 @sum, %v\n  store i32 %l, 5\n  %n = "
                  "add i32 %n, 1\n"
                  "  %c = slt bool %n, i32:4\n  branch %c -> b2, b3\nb3:\n  call &keep\n  %l = load i32* @p\n  %v = "
                  "load i32 %l !\"f\":8:1\n  return\n}\n");
  assert_int_equal(o.status, MACHINE_VIOLATION);
  assert_int_equal(o.check, IR_CHECK_FREED);
  assert_int_equal(o.line, 8);
  assert_string_equal(o.text, "time 0\nsum = 0\np = ptr\n");
}

static void switches(void **state) {
  (void)state;
  outcome o = run("global @r i32", "func &f(%x i70) i32 {\nb1:\n  switch %x, i70:0x5, i70:0x3ffffffffffffffff7 -> b2, "
                                   "b3, b4\nb2:\n  return i32:0\nb3:\n  return i32:1\nb4:\n  return i32:2\n}\n"
                                   "func &main() void {\n  reg %a i32\n  reg %b i32\nb1:\n  %a = call i32 &f, "
                                   "i70:0x3ffffffffffffffff7\n  %b = call i32 &f, i70:0x5\n"
                                   "  %a = mul i32 %a, 10\n  %a = add i32 %a, %b\n  store i32 @r, %a\n  return\n}\n");
  assert_int_equal(o.status, MACHINE_FINISHED);
  assert_string_equal(o.text, "time 0\nr = 21\n");
}

// --- kernel

#define PROC(name, regs, body) "func &" name "() void {\n" regs "b1:\n" body "  return\n}\n"
#define MAIN(body) "func &main() void {\nb1:\n" body "  return\n}\n"

static void and_lists_and_timeouts(void **state) {
  (void)state;
  static const char head[] = "global @e event\nglobal @f event\nglobal @late bool\nglobal @late2 bool\nglobal @t "
                             "u64\nprocess $W &W\nprocess $N &N\n";
  outcome o = run(
      head,
      PROC("W", "  reg %l bool\n  reg %t u64\n",
           "  %l = wait.all.timeout bool @e, @f, i64:10\n  store bool @late, %l\n  %t = time u64\n  store u64 @t, %t\n"
           "  %l = wait.timeout bool @e, i64:3\n  store bool @late2, %l\n")
          PROC("N", "",
               "  wait.timeout i64:2\n  notify @e\n  wait.timeout i64:2\n  notify @f\n  notify_after @e, i64:9\n")
              MAIN("  start.ivl\n"));
  assert_int_equal(o.status, MACHINE_FINISHED);
  assert_string_equal(o.text, "time 13\nlate = false\nlate2 = true\nt = 4\nprocess W: ended\nprocess N: ended\n");
  o = run(
      head,
      PROC("W", "  reg %l bool\n  reg %t u64\n",
           "  %l = wait.all.timeout bool @e, @f, i64:3\n  store bool @late, %l\n  %t = time u64\n  store u64 @t, %t\n")
          PROC("N", "", "  notify_after @f, i64:0\n  notify_after @f, i64:5\n  notify_after @e, i64:8\n  cancel @e\n")
              MAIN("  start.ivl\n"));
  assert_string_equal(o.text, "time 3\nlate = true\nlate2 = false\nt = 3\nprocess W: ended\nprocess N: ended\n");
}

static void bound_of_the_library(void **state) {
  (void)state;
  static const char head[] = "global @n i32\nglobal @at1 u64\nglobal @n1 i32\nprocess $T &T\n";
  static const char tick[] =
      "func &T() void {\nb1:\n  jump -> b2\nb2:\n  rmw.add i32 @n, 1\n  wait.timeout i64:5\n  jump -> b2\n}\n";
  static const char rest[] = "func &main() void {\n  reg %t u64\n  reg %n i32\nb1:\n  start.systemc i64:10\n  %t = "
                             "time u64\n  store u64 @at1, %t\n"
                             "  %n = load i32 @n\n  store i32 @n1, %n\n  start.systemc i64:7\n  return\n}\n";
  strbuf b = {0};
  sb_printf(&b, "%s%s", tick, rest);
  outcome o = run(head, sb_text(&b));
  assert_int_equal(o.status, MACHINE_FINISHED);
  // Due at 10: waits for the second start, which ends at 17; due at 15 as well.
  assert_string_equal(o.text, "time 17\nn = 4\nat1 = 10\nn1 = 2\nprocess T: waiting\n");
  sb_fini(&b);
  // Nothing pending: the time is the bound all the same.
  o = run("global @e event\nprocess $T &T\n", PROC("T", "", "  wait @e\n") MAIN("  start.systemc i64:10\n"));
  assert_string_equal(o.text, "time 10\nprocess T: waiting\n");
}

static void start_of_no_length(void **state) {
  (void)state;
  outcome o = run(
      "global @n i32\nglobal @m i32\nprocess $T &T\n",
      "func &T() void {\nb1:\n  rmw.add i32 @n, 1\n  wait.timeout i64:0\n  rmw.add i32 @n, 1\n  wait.timeout i64:0\n"
      "  rmw.add i32 @n, 1\n  return\n}\n"
      "func &main() void {\n  reg %n i32\nb1:\n  start.systemc i64:0\n  %n = load i32 @n\n  store i32 @m, %n\n"
      "  start.systemc i64:0\n  return\n}\n");
  assert_int_equal(o.status, MACHINE_FINISHED);
  assert_string_equal(o.text, "time 0\nn = 2\nm = 1\nprocess T: runnable\n");
}

static void event_and_timeout_together(void **state) {
  (void)state;
  outcome o = run("global @e event\nglobal @late bool\nprocess $N &N\nprocess $W &W\n",
                  PROC("N", "", "  notify_after @e, i64:4\n")
                      PROC("W", "  reg %l bool\n", "  %l = wait.timeout bool @e, i64:4\n  store bool @late, %l\n")
                          MAIN("  start.ivl\n"));
  assert_string_equal(o.text, "time 4\nlate = true\nprocess N: ended\nprocess W: ended\n");
}

static void updates_with_arguments(void **state) {
  (void)state;
  outcome o = run(
      "global @a i32\nglobal @b i32\nglobal @log i32\nprocess $T &T\nupdate ~u &u\n",
      "func &u(%p i32*) void {\n  reg %v i32\nb1:\n  %v = load i32 %p\n  rmw.mul i32 @log, 10\n  rmw.add i32 @log, "
      "%v\n  return\n}\n"
      "func &T() void {\nb1:\n  store i32 @a, 1\n  store i32 @b, 2\n  request_update ~u, @b\n  request_update ~u, @a\n"
      "  request_update ~u, @b\n  return\n}\n" MAIN("  start.ivl\n"));
  assert_string_equal(o.text, "time 0\na = 1\nb = 2\nlog = 12\nprocess T: ended\n");
}

static void stopping_killing_disabling(void **state) {
  (void)state;
  static const char head[] = "global @e event\nglobal @x i32\nprocess $A &A\nprocess $B &B\nprocess $C &C\n";
  outcome o =
      run(head, PROC("A", "",
                     "  wait.timeout i64:1\n  kill $B\n  disable $C\n  notify @e\n  enable $C\n  wait.timeout i64:1\n  "
                     "notify @e\n  wait.timeout i64:1\n  stop\n  rmw.add i32 @x, 1000\n  wait.timeout i64:1\n")
                    PROC("B", "", "  wait @e\n  rmw.add i32 @x, 1\n") "func &C() void {\nb1:\n  wait @e\n  store i32 "
                                                                      "@x, 20\n  exit\n}\n" MAIN("  start.ivl\n"));
  assert_int_equal(o.status, MACHINE_FINISHED);
  assert_string_equal(o.text, "time 3\nx = 1020\nprocess A: waiting\nprocess B: ended\nprocess C: ended\n");
}

static void foreign_operations(void **state) {
  (void)state;
  static const char *const ops[] = {"lock @x", "unlock @x", "await bool:0", "step", "join $A"};
  for (size_t i = 0; i < sizeof ops / sizeof *ops; i++) {
    strbuf b = {0};
    sb_printf(&b, "func &A() void {\nb1:\n  %s !\"f\":6:1\n  return\n}\n%s", ops[i], MAIN("  start.ivl\n"));
    outcome o = run("global @x i32\nprocess $A &A\n", sb_text(&b));
    assert_int_equal(o.status, MACHINE_UNSUPPORTED);
    assert_int_equal(o.line, 6);
    sb_fini(&b);
  }
  outcome o = run("global @x i32", "func &main() void {\nb1:\n  unsupported \"inline assembly\" !\"f\":2:1\n}\n");
  assert_int_equal(o.status, MACHINE_UNSUPPORTED);
  assert_string_equal(o.message, "inline assembly");
}

// --- inputs of aggregates and output

static void note_output(void *arg, int stream, const char *text, size_t n) {
  (void)n;
  (void)stream;
  sb_puts(arg, text);
}

static bool give_index(void *arg, size_t n, machine_input *in) {
  sb_printf(arg, "%s ", in->name);
  in->bits = n + 1;
  return true;
}

static void inputs_of_aggregates(void **state) {
  (void)state;
  ir_module *ir = load(
      "air 1\nlanguage \"test\"\nscheduler systemc\npointers 64\nproperties \"assert\"\nentry &main\nrecord {r}\n"
      "record {r} size 16 align 4 {\n  0 a i8\n  4 b i32[2]\n  12 e event\n}\nglobal @g {r}\n"
      "func &main() void {\n  reg %x i32\nb1:\n  nondet_mem {r} @g \"in\"\n  %x = load i32 @g+8\n  output %x, i8:-1 "
      "\"x is {} ({}) {}\\n\"\n  return\n}\n");
  strbuf names = {0}, text = {0}, dump = {0};
  machine_options o = {
      .checks = ALL_CHECKS, .input = give_index, .input_arg = &names, .output = note_output, .event_arg = &text};
  machine *m = machine_new(ir, &o);
  assert_int_equal(machine_step(m, 0), MACHINE_FINISHED);
  assert_string_equal(sb_text(&names), "in.a in.b[0] in.b[1] ");
  assert_string_equal(sb_text(&text), "x is 3 (-1) \n");
  machine_dump(m, &dump);
  assert_string_equal(sb_text(&dump), "time 0\ng.a = 1\ng.b[0] = 2\ng.b[1] = 3\n");
  machine_free(m);
  sb_fini(&names);
  sb_fini(&text);
  sb_fini(&dump);
  ir_module_free(ir);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(arithmetic_of_all_widths),
      cmocka_unit_test(wide_text),
      cmocka_unit_test(wide_division),
      cmocka_unit_test(conversions),
      cmocka_unit_test(block_operations),
      cmocka_unit_test(parts_of_pointers),
      cmocka_unit_test(heap),
      cmocka_unit_test(atomic_updates),
      cmocka_unit_test(calls_and_exceptions),
      cmocka_unit_test(locals_are_zeroed_and_die),
      cmocka_unit_test(switches),
      cmocka_unit_test(and_lists_and_timeouts),
      cmocka_unit_test(bound_of_the_library),
      cmocka_unit_test(stopping_killing_disabling),
      cmocka_unit_test(foreign_operations),
      cmocka_unit_test(start_of_no_length),
      cmocka_unit_test(event_and_timeout_together),
      cmocka_unit_test(updates_with_arguments),
      cmocka_unit_test(inputs_of_aggregates),
      cmocka_unit_test(integers_that_carry_pointers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
