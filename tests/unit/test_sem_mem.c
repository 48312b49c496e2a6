// links: sem front_air
// Memory as C programs use it: objects whose cells change, indeterminate contents, pointers in bytes, floats.
#include "test_sem_world.h"

enum { HOLDS = 1, UNKNOWN = 2, CUT = 4, VIOLATION = 8 };  // VIOLATION << check

typedef struct outcome {
  unsigned flags;
  size_t paths, inputs;
  const char *message;
} outcome;

static size_t input_count(const state *s) {
  size_t n = 0;
  for (const state_input *in = state_inputs(s); in; in = in->older) n++;
  return n;
}

// Runs process A of the module to its end on all paths.
static outcome run_all(const char *globals, const char *body, unsigned pointers, uint32_t extra_checks) {
  char text[8192];
  snprintf(text, sizeof text,
           "air 1\nlanguage \"c\"\nscheduler systemc\npointers %u\nproperties \"assert\"\nentry &main\n%s"
           "process $A &A\nfunc &fails() void {\nb1:\n  check.assert bool:0 \"called\"\n  return\n}\n"
           "func &A() void {\n%s  return\n}\nfunc &main() void {\nb1:\n  start.ivl\n  return\n}\n",
           pointers, globals, body);
  world w;
  sem_options o = world_options();
  o.checks |= extra_checks;
  world_open_with(&w, &front_air, text, &o);
  outcome result = {0};
  VEC(state *) work = {0};
  vec_push(&work, world_start(&w, "0"));
  while (work.len > 0) {
    state *s = vec_pop(&work);
    world_step(&w, s, 1);
    for (size_t i = 0; i < w.out.succs.len; i++) {
      const sem_succ *succ = &w.out.succs.data[i];
      if (succ->s && input_count(succ->s) > result.inputs) result.inputs = input_count(succ->s);
      if (succ->kind == SEM_INTERRUPTED) {
        vec_push(&work, world_take(&w, i));
        continue;
      }
      result.paths++;
      if (succ->kind == SEM_VIOLATION)
        result.flags |= (unsigned)VIOLATION << succ->check;
      else if (succ->kind == SEM_CUT)
        result.flags |= CUT;
      else if (succ->kind == SEM_UNKNOWN)
        result.flags |= UNKNOWN, print_message("unknown: %s\n", succ->message);
      else
        result.flags |= HOLDS;
    }
  }
  vec_free(&work);
  world_close(&w);
  return result;
}

static void expect(const char *globals, const char *body, unsigned flags) {
  outcome got = run_all(globals, body, 64, 0);
  if (got.flags != flags) print_message("%s\n", body);
  assert_int_equal(got.flags, flags);
}

#define ASSERT_FAILS ((unsigned)VIOLATION << IR_CHECK_ASSERT)

#define NODE "record {node} size 16 align 8 {\n  0 v i32\n  8 next void*\n}\n"

// malloc gives bytes; the program uses them as a structure with a pointer, an array, and bytes again.
static void malloc_becomes_what_is_stored(void **unused) {
  (void)unused;
  expect(NODE,
         "  reg %p u8*\n  reg %q u8*\n  reg %v i32\n  reg %n void*\n  reg %m void*\n  reg %c bool\nb1:\n"
         "  %p = new.uninit u8 i64:16\n  store i32 %p, 7\n  %q = ptradd u8* %p, i64:8\n  store void* %q, %p\n"
         "  %v = load i32 %p\n  %c = eq bool %v, i32:7\n  check.assert %c \"v\"\n"
         "  %n = load void* %q\n  %c = eq bool %n, %p\n  check.assert %c \"next\"\n"
         "  store i32 %n, 9\n  %v = load i32 %p\n  %c = eq bool %v, i32:9\n  check.assert %c \"through the pointer\"\n"
         "  free %p\n",
         HOLDS);
  expect("",
         "  reg %p u8*\n  reg %q u8*\n  reg %v i32\n  reg %b u8\n  reg %c bool\nb1:\n"
         "  %p = new.uninit u8 i64:4000000\n  %q = ptradd u8* %p, i64:2000000\n  store i32 %q, 0x01020304\n"
         "  %v = load i32 %q\n  %c = eq bool %v, i32:0x01020304\n  check.assert %c \"in a large array\"\n"
         "  %q = ptradd u8* %q, i64:1\n  %b = load u8 %q\n  %c = eq bool %b, u8:3\n  check.assert %c \"byte\"\n",
         HOLDS);
  // Bytes at odd places, then wide again.
  expect("",
         "  reg %p u8*\n  reg %q u8*\n  reg %v u32\n  reg %w u64\n  reg %c bool\nb1:\n"
         "  %p = new u8 i64:10\n  %q = ptradd u8* %p, i64:3\n  store u32 %q, 0xaabbccdd\n"
         "  %w = load u64 %p\n  %c = eq bool %w, u64:0x00aabbccdd000000\n  check.assert %c \"wide\"\n"
         "  store u8 %q, 0x11\n  %v = load u32 %q\n  %c = eq bool %v, u32:0xaabbcc11\n  check.assert %c \"cut\"\n"
         "  store u64 %p, 0x0102030405060708\n  %v = load u32 %q\n  %c = eq bool %v, u32:0x02030405\n"
         "  check.assert %c \"merged\"\n",
         HOLDS);
}

// A global keeps its address when its cells change.
static void globals_are_retyped(void **unused) {
  (void)unused;
  static const char globals[] = NODE
      "global @before i32 {\n  0 i32:5\n}\nglobal @u {node} {\n  0 i32:1\n}\nglobal @after i32 {\n  0 i32:6\n}\n"
      "global @buf u8[64]\n";
  expect(
      globals,
      "  reg %x i64\n  reg %v i32\n  reg %n void*\n  reg %b u8\n  reg %c bool\nb1:\n"
      "  store i64 @u, 0x200000003\n  store void* @u+8, @before\n"
      "  %v = load i32 @u+4\n  %c = eq bool %v, i32:2\n  check.assert %c \"padding was written\"\n"
      "  %v = load i32 @u\n  %c = eq bool %v, i32:3\n  check.assert %c \"low half\"\n"
      "  %n = load void* @u+8\n  store i32 %n, 50\n  %v = load i32 @before\n  %c = eq bool %v, i32:50\n"
      "  check.assert %c \"neighbour\"\n  %v = load i32 @after\n  %c = eq bool %v, i32:6\n  check.assert %c \"other\"\n"
      "  store u8 @u+1, 1\n  %x = load i64 @u\n  %c = eq bool %x, i64:0x200000103\n  check.assert %c \"byte\"\n",
      HOLDS);
  // A buffer of bytes as an allocator uses it.
  expect(globals,
         "  reg %n void*\n  reg %v i32\n  reg %b u8\n  reg %c bool\nb1:\n"
         "  store void* @buf+8, @after\n  store i32 @buf+20, 0x1234\n  %n = load void* @buf+8\n  %v = load i32 %n\n"
         "  %c = eq bool %v, i32:6\n  check.assert %c \"pointer\"\n  %b = load u8 @buf+20\n  %c = eq bool %b, u8:0x34\n"
         "  check.assert %c \"byte of an integer\"\n  %n = load void* @buf+16\n",
         HOLDS);
  expect(globals, "  reg %b u8\nb1:\n  store void* @buf+8, @after\n  %b = load u8 @buf+9\n", HOLDS);
  // A pointer that is overwritten in part is gone, the rest of the object is not.
  expect(globals,
         "  reg %v i32\n  reg %c bool\nb1:\n  store void* @buf+8, @after\n  store i32 @buf+8, 4\n"
         "  %v = load i32 @buf+8\n  %c = eq bool %v, i32:4\n  check.assert %c \"low half\"\n",
         HOLDS);
  expect(globals, "  reg %v i32\nb1:\n  store void* @buf+8, @after\n  store i32 @buf+8, 4\n  %v = load i32 @buf+12\n",
         HOLDS);
}

// Structures with pointers and padding are copied whole, between objects of any cells.
static void copies_keep_pointers(void **unused) {
  (void)unused;
  expect(NODE "global @g {node}\nglobal @x i32 {\n  0 i32:8\n}\n",
         "  reg %h u8*\n  reg %l {node}*\n  reg %m {node}*\n  reg %q void*\n  reg %n void*\n  reg %v i32\n  reg %c "
         "bool\nb1:\n"
         "  %l = local.uninit {node} i64:1\n  store i32 %l, 3\n  %q = ptradd void* %l, i64:8\n  store void* %q, @x\n"
         "  %h = new.uninit u8 i64:16\n  copy %h, %l, i64:16\n  copy @g, %h, i64:16\n"
         "  %n = load void* @g+8\n  %v = load i32 %n\n  %c = eq bool %v, i32:8\n  check.assert %c \"pointer\"\n"
         "  %v = load i32 @g\n  %c = eq bool %v, i32:3\n  check.assert %c \"number\"\n"
         "  %m = local.uninit {node} i64:2\n  %q = ptradd void* %m, i64:16\n  copy %q, @g, i64:16\n"
         "  %v = load i32 %q\n  %c = eq bool %v, i32:3\n  check.assert %c \"element\"\n"
         "  fill %m, u8:0, i64:32\n  %v = load i32 %q\n  %c = eq bool %v, i32:0\n  check.assert %c \"filled\"\n",
         HOLDS);
  // A pointer in an integer of its size, there and back.
  expect("global @x i32 {\n  0 i32:8\n}\nglobal @w i64\n",
         "  reg %i i64\n  reg %v i32\n  reg %p void*\n  reg %c bool\nb1:\n"
         "  %i = ptrtoint i64 @x\n  store i64 @w, %i\n  %p = load void* @w\n  %v = load i32 %p\n"
         "  %c = eq bool %v, i32:8\n  check.assert %c \"read as a pointer\"\n"
         "  %i = load i64 @w\n  %p = inttoptr void* %i\n  %v = load i32 %p\n  %c = eq bool %v, i32:8\n"
         "  check.assert %c \"cast\"\n",
         HOLDS);
}

static void indeterminate_contents(void **unused) {
  (void)unused;
  // Any value, but the same one each time.
  expect("",
         "  reg %p i32*\n  reg %a i32\n  reg %b i32\n  reg %c bool\nb1:\n  %p = local.uninit i32 i64:1\n"
         "  %a = load i32 %p\n  %b = load i32 %p\n  %c = eq bool %a, %b\n  check.assert %c \"same\"\n",
         HOLDS);
  expect("",
         "  reg %p i32*\n  reg %a i32\n  reg %c bool\nb1:\n  %p = local.uninit i32 i64:1\n"
         "  %a = load i32 %p\n  %c = ne bool %a, i32:77\n  check.assert %c \"may be 77\"\n",
         HOLDS | ASSERT_FAILS);
  static const char partly[] =
      "  reg %p u8*\n  reg %q u8*\n  reg %a u32\n  reg %b u32\n  reg %h u8\n  reg %c bool\nb1:\n  %p = new.uninit u8 "
      "i64:4\n"
      "  %q = ptradd u8* %p, i64:1\n  store u8 %q, 0x42\n  %a = load u32 %p\n  %b = and u32 %a, 0xff00\n"
      "  %c = eq bool %b, u32:0x4200\n  check.assert %c \"the written byte\"\n  %h = load u8 %p\n  %b = zext u32 %h\n"
      "  %a = and u32 %a, 0xff\n  %c = eq bool %a, %b\n  check.assert %c \"drawn once\"\n";
  outcome got = run_all("", partly, 64, 0);
  assert_int_equal(got.flags, HOLDS);
  assert_int_equal(got.inputs, 1);
  // The byte alone leaves the rest indeterminate: a second load draws again.
  got = run_all("",
                "  reg %p u8*\n  reg %a u32\n  reg %h u8\nb1:\n  %p = new.uninit u32 i64:1\n  %h = load u8 %p\n"
                "  %a = load u32 %p\n  %a = load u32 %p\n",
                64, 0);
  assert_int_equal(got.inputs, 2);
  // Copies draw nothing and stay indeterminate; a fill makes them determinate.
  got = run_all(
      "global @g i32[4]\n",
      "  reg %p i32*\n  reg %a i32\n  reg %c bool\nb1:\n  %p = local.uninit i32 i64:4\n"
      "  copy @g, %p, i64:16\n  fill @g+4, u8:1, i64:4\n  %a = load i32 @g+4\n  %c = eq bool %a, i32:0x01010101\n"
      "  check.assert %c \"filled\"\n  %a = load i32 @g\n  %a = load i32 %p\n",
      64, 0);
  assert_int_equal(got.flags, HOLDS);
  assert_int_equal(got.inputs, 2);
  static const char reads[] = "  reg %p i32*\n  reg %a i32\nb1:\n  %p = local.uninit i32 i64:1\n  %a = load i32 %p\n";
  got = run_all("", reads, 64, (uint32_t)1 << IR_CHECK_UNINIT);
  assert_int_equal(got.flags, (unsigned)VIOLATION << IR_CHECK_UNINIT);
  expect("", "  reg %p void**\n  reg %a void*\nb1:\n  %p = local.uninit void* i64:1\n  %a = load void* %p\n", UNKNOWN);
}

// A symbolic index into an array that is written only in part.
static void symbolic_index_meets_indeterminate(void **unused) {
  (void)unused;
  static const char head[] = "  reg %p u8*\n  reg %q u8*\n  reg %i u64\n  reg %v i32\n  reg %c bool\nb1:\n"
                             "  %p = new.uninit u8 i64:400\n  store i32 %p, 5\n  %q = ptradd u8* %p, i64:4\n"
                             "  store i32 %q, 6\n  %i = nondet u64 \"i\"\n";
  char text[2048];
  snprintf(text, sizeof text,
           "%s  %%c = ult bool %%i, u64:2\n  assume %%c\n  %%i = shl u64 %%i, 2\n"
           "  %%q = ptradd u8* %%p, %%i\n  %%v = load i32 %%q\n  %%c = slt bool i32:4, %%v\n"
           "  check.assert %%c \"5 or 6\"\n",
           head);
  outcome got = run_all("", text, 64, 0);
  assert_int_equal(got.flags & ~(unsigned)CUT, HOLDS);
  assert_int_equal(got.inputs, 1);
  snprintf(text, sizeof text,
           "%s  %%c = ult bool %%i, u64:3\n  assume %%c\n  %%i = shl u64 %%i, 2\n"
           "  %%q = ptradd u8* %%p, %%i\n  %%v = load i32 %%q\n  %%c = slt bool i32:4, %%v\n"
           "  check.assert %%c \"5, 6 or anything\"\n",
           head);
  got = run_all("", text, 64, 0);
  assert_int_equal(got.flags & ~(unsigned)CUT, HOLDS | ASSERT_FAILS);
  assert_int_equal(got.inputs, 2);
}

static void wrong_uses_of_objects(void **unused) {
  (void)unused;
  const unsigned freed = (unsigned)VIOLATION << IR_CHECK_FREED, twice = (unsigned)VIOLATION << IR_CHECK_DOUBLE_FREE,
                 bounds = (unsigned)VIOLATION << IR_CHECK_BOUNDS;
  expect("", "  reg %p u8*\nb1:\n  %p = new.uninit u8 i64:8\n  store i32 %p, 1\n  free %p\n  store i32 %p, 1\n", freed);
  expect("", "  reg %p u8*\nb1:\n  %p = new.uninit u8 i64:8\n  store i32 %p, 1\n  free %p\n  free %p\n", twice);
  expect("",
         "  reg %p u8*\nb1:\n  %p = new.uninit u8 i64:8\n  store i32 %p, 1\n  %p = ptradd u8* %p, i64:4\n  free %p\n",
         twice);
  expect("",
         "  reg %p u8*\nb1:\n  %p = new.uninit u8 i64:8\n  store u8 %p, 1\n  %p = ptradd u8* %p, i64:5\n"
         "  store i32 %p, 1\n",
         bounds);
  expect("global @g i32[2]\n", "b1:\n  store u64 @g+4, 1\n", bounds);
  expect("global @g i32[2]\n", "b1:\n  free @g\n", twice);
}

static void pointers_as_numbers(void **unused) {
  (void)unused;
  static const char *const globals = "global @x i64[4]\nglobal @y i64\n";
  for (unsigned width = 32; width <= 64; width += 32) {
    char text[4096];
    const char *t = width == 32 ? "u32" : "u64", *low = width == 32 ? "0xfffffff8" : "0xfffffffffffffff8";
    snprintf(
        text, sizeof text,
        "  reg %%i %s\n  reg %%k %s\n  reg %%p void*\n  reg %%q void*\n  reg %%c bool\n  reg %%w i64\nb1:\n"
        "  %%p = ptradd void* @x, i64:13\n  %%i = ptrtoint %s %%p\n  %%k = and %s %%i, 7\n"
        "  %%c = eq bool %%k, %s:5\n  check.assert %%c \"alignment\"\n"
        "  %%k = urem %s %%i, 8\n  %%c = eq bool %%k, %s:5\n  check.assert %%c \"remainder\"\n"
        "  %%k = and %s %%i, %s\n  %%q = inttoptr void* %%k\n  store i64 %%q, 77\n  %%w = load i64 @x+8\n"
        "  %%c = eq bool %%w, i64:77\n  check.assert %%c \"rounded down\"\n"
        "  %%k = or %s %%k, 1\n  %%k = xor %s %%k, 1\n  %%k = sub %s %%k, 8\n  %%q = inttoptr void* %%k\n"
        "  %%c = eq bool %%q, @x\n  check.assert %%c \"tag and difference\"\n"
        "  %%k = add %s %%k, 8\n  %%k = sub %s %%i, %%k\n  %%c = eq bool %%k, %s:5\n  check.assert %%c \"distance\"\n"
        "  %%c = eq bool %%q, @y\n  %%c = xor bool %%c, 1\n  check.assert %%c \"other object\"\n"
        "  %%q = inttoptr void* %s:1\n  %%c = ne bool %%q, %%p\n  check.assert %%c \"small number\"\n"
        "  %%c = ult bool void*:null, %%p\n  check.assert %%c \"above null\"\n",
        t, t, t, t, t, t, t, t, low, t, t, t, t, t, t, t);
    outcome got = run_all(globals, text, width, 0);
    if (got.flags != HOLDS) print_message("%s", text);
    assert_int_equal(got.flags, HOLDS);
  }
  // Both ways: neighbours or not, one below the other or above it.
  expect(globals, "  reg %c bool\nb1:\n  %c = eq bool @x+32, @y\n  check.assert %c \"\"\n", HOLDS | ASSERT_FAILS);
  expect(globals, "  reg %c bool\nb1:\n  %c = ult bool @x, @y\n  check.assert %c \"\"\n", HOLDS | ASSERT_FAILS);
  expect(globals, "  reg %c bool\nb1:\n  %c = ult bool @x+32, @x\n  check.assert %c \"\"\n", ASSERT_FAILS);
  expect(globals,
         "  reg %i u64\n  reg %c bool\nb1:\n  %i = ptrtoint u64 @x\n  %i = lshr u64 %i, 3\n  %i = shl u64 %i, 3\n"
         "  %c = eq bool %i, u64:0\n  %c = xor bool %c, 1\n  check.assert %c \"an address\"\n",
         HOLDS);
}

static void floats(void **unused) {
  (void)unused;
  // 0.1 + 0.2 in both formats, division, conversions, NaN.
  expect(
      "",
      "  reg %a f64\n  reg %f f32\n  reg %e f80\n  reg %c bool\n  reg %i i32\n  reg %u u64\nb1:\n"
      "  %a = fadd f64 0x3fb999999999999a, 0x3fc999999999999a\n  %c = fcmp.oeq bool %a, f64:0x3fd3333333333334\n"
      "  check.assert %c \"double\"\n"
      "  %f = fadd f32 0x3dcccccd, 0x3e4ccccd\n  %c = fcmp.oeq bool %f, f32:0x3e99999a\n  check.assert %c \"float\"\n"
      "  %a = fdiv f64 0, 0\n  %c = fcmp.uno bool %a, %a\n  check.assert %c \"NaN\"\n"
      "  %c = fcmp.oeq bool %a, %a\n  %c = xor bool %c, 1\n  check.assert %c \"NaN is not equal\"\n"
      "  %a = stof f64 i32:-7\n  %a = fmul f64 %a, 0x3fe0000000000000\n  %i = ftos i32 %a\n  %c = eq bool %i, i32:-3\n"
      "  check.assert %c \"towards zero\"\n"
      "  %e = utof f80 u64:0xffffffffffffffff\n  %u = ftou u64 %e\n  %c = eq bool %u, u64:0xffffffffffffffff\n"
      "  check.assert %c \"80 bits\"\n  %a = fconv f64 %e\n  %c = fcmp.oeq bool %a, f64:0x43f0000000000000\n"
      "  check.assert %c \"rounded once\"\n"
      "  %a = frem f64 0x4016000000000000, 0x4000000000000000\n  %c = fcmp.oeq bool %a, f64:0x3ff8000000000000\n"
      "  check.assert %c \"remainder\"\n  %a = fneg f64 %a\n  %c = fcmp.olt bool %a, f64:0\n  check.assert %c "
      "\"sign\"\n",
      HOLDS);
  expect("", "  reg %i i32\nb1:\n  %i = ftos i32 f64:0x43f0000000000000\n", UNKNOWN);
  // A symbolic number is ordered by its bits: what lies between 1 and 2 is no NaN, not negative, and its negation is.
  static const char between[] =
      "  reg %a f64\n  reg %b f64\n  reg %c bool\n  reg %d bool\nb1:\n  %a = nondet f64 \"a\"\n"
      "  %c = fcmp.oge bool %a, f64:0x3ff0000000000000\n  assume %c\n  %c = fcmp.olt bool %a, f64:0x4000000000000000\n"
      "  assume %c\n  %c = fcmp.ord bool %a, %a\n  check.assert %c \"a number\"\n  %b = fneg f64 %a\n"
      "  %c = fcmp.olt bool %b, f64:0xbfefffffffffffff\n  check.assert %c \"negative\"\n"
      "  %c = fcmp.ogt bool f64:0x8000000000000000, %b\n  check.assert %c \"below zero\"\n";
  assert_int_equal(run_all("", between, 64, 0).flags & ~(unsigned)CUT, HOLDS);
  expect("",
         "  reg %a f64\n  reg %c bool\nb1:\n  %a = nondet f64 \"a\"\n  %c = fcmp.oeq bool %a, %a\n"
         "  check.assert %c \"may be NaN\"\n",
         HOLDS | ASSERT_FAILS);
}

static void sizes_and_shadows(void **unused) {
  (void)unused;
  expect("global @g i32[3]\n",
         "  reg %p u8*\n  reg %q u8*\n  reg %s u64*\n  reg %t u64*\n  reg %n u64\n  reg %c bool\nb1:\n"
         "  %n = size u64 @g\n  %c = eq bool %n, u64:12\n  check.assert %c \"global\"\n"
         "  %p = new.uninit u8 i64:24\n  %q = ptradd u8* %p, i64:8\n  store u64 %q, 1\n  %n = size u64 %q\n"
         "  %c = eq bool %n, u64:24\n  check.assert %c \"heap\"\n"
         "  %s = shadow u64 %q\n  store u64 %s, 5\n  %t = shadow u64 %p\n  %n = load u64 %t\n"
         "  %c = eq bool %n, u64:0\n  check.assert %c \"another address\"\n"
         "  %t = shadow u64 %q\n  %n = load u64 %t\n  %c = eq bool %n, u64:5\n  check.assert %c \"the same address\"\n"
         "  %n = load u64 %q\n  %c = eq bool %n, u64:1\n  check.assert %c \"contents\"\n  free %p\n",
         HOLDS);
  expect("",
         "  reg %p u8*\n  reg %s u64*\n  reg %n u64\nb1:\n  %p = new.uninit u8 i64:24\n  %s = shadow u64 %p\n"
         "  free %p\n  %n = load u64 %s\n",
         (unsigned)VIOLATION << IR_CHECK_FREED);
}

// Under free interleaving, to the end of the run, the first enabled process each time. Result: the violated check, or -1.
static int run_to_end(const char *globals, const char *functions) {
  char text[8192];
  snprintf(text, sizeof text,
           "air 1\nlanguage \"c\"\nscheduler interleave\npointers 64\nproperties \"assert\"\nentry &init\n%s"
           "process $main &main\nfunc &init() void {\nb1:\n  start.ivl\n  return\n}\n%s",
           globals, functions);
  world w;
  sem_options o = world_options();
  o.checks |= (uint32_t)1 << IR_CHECK_LEAK;
  world_open_with(&w, &front_air, text, &o);
  state *s = sem_initial(w.m);
  int found = -1;
  for (bool going = true; going;) {
    proc_vec enabled = {0};
    sem_enabled(w.m, s, &enabled);
    going = enabled.len > 0;
    if (going) {
      world_step(&w, s, enabled.data[0]);
      assert_int_equal(w.out.succs.len, 1);
      if (w.out.succs.data[0].kind == SEM_VIOLATION) {
        found = (int)w.out.succs.data[0].check;
        going = false;
      } else {
        assert_int_not_equal(w.out.succs.data[0].kind, SEM_UNKNOWN);
        s = world_take(&w, 0);
      }
    }
    vec_free(&enabled);
  }
  if (found < 0) state_unref(s);
  world_close(&w);
  return found;
}

static void leaks(void **unused) {
  (void)unused;
  static const char *const body = "  reg %p u8*\n  reg %q u8*\n  reg %n void*\nb1:\n  %p = new.uninit u8 i64:16\n";
  static const char globals[] = "global @g void*\nglobal @buf u8[32]\n";
  char text[4096];
  const struct {
    const char *code;
    int want;
  } cases[] = {
      {"  return\n}\n", IR_CHECK_LEAK},
      {"  free %p\n  return\n}\n", -1},
      {"  stop\n  store void* %p, null\n  return\n}\n", -1},  // a frame that was not left still reaches it
      {"  store void* @g, %p\n  return\n}\n", -1},
      {"  store void* @buf+8, %p\n  return\n}\n", -1},
      {"  store void* @buf+8, %p\n  fill @buf, u8:0, i64:32\n  return\n}\n", IR_CHECK_LEAK},
      // A list: the second object hangs on the first, then the first is dropped.
      {"  store void* @g, %p\n  %q = new u8 i64:8\n  store void* %p, %q\n  return\n}\n", -1},
      {"  store void* @g, %p\n  %q = new u8 i64:8\n  store void* %p, %q\n  free %p\n  return\n}\n", IR_CHECK_LEAK},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    snprintf(text, sizeof text, "func &main() void {\n%s%s", body, cases[i].code);
    int got = run_to_end(globals, text);
    if (got != cases[i].want) print_message("%s\n", text);
    assert_int_equal(got, cases[i].want);
  }
  // The program ends under a live process: what that one reaches is still held by its frames.
  assert_int_equal(run_to_end(globals, "func &other() void {\n  reg %p u8*\n  reg %n void*\nb1:\n  %p = new u8 i64:8\n"
                                       "  %n = load void* @g\n  store void* %p, %n\n  return\n}\n"
                                       "func &main() void {\nb1:\n  spawn &other\n  stop\n  return\n}\n"),
                   -1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(malloc_becomes_what_is_stored),
      cmocka_unit_test(globals_are_retyped),
      cmocka_unit_test(copies_keep_pointers),
      cmocka_unit_test(indeterminate_contents),
      cmocka_unit_test(symbolic_index_meets_indeterminate),
      cmocka_unit_test(wrong_uses_of_objects),
      cmocka_unit_test(pointers_as_numbers),
      cmocka_unit_test(floats),
      cmocka_unit_test(sizes_and_shadows),
      cmocka_unit_test(leaks),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
