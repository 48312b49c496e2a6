// links: front_llvm replay
// Lowering of LLVM modules: small modules in LLVM's text form are lowered and run by the concrete interpreter. Every
// module checks its own results with __allways_check.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <llvm-c/IRReader.h>
#include <string.h>

#include "base/str.h"
#include "front/llvm/llvm_lower.h"
#include "ir/ir_print.h"
#include "replay/simulate.h"

static const char HEAD64[] =
    "target datalayout = \"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128\"\n";
static const char HEAD32[] =
    "target datalayout = \"e-m:e-p:32:32-p270:32:32-p271:32:32-p272:64:64-i128:128-f64:32:64-f80:32-n8:16:32-S128\"\n";
static const char COMMON[] =
    "@kind = private constant [7 x i8] c\"assert\\00\"\n"
    "@text = private constant [6 x i8] c\"wrong\\00\"\n"
    "declare void @__allways_check(i1, ptr, ptr)\n"
    "define void @check(i1 %c) { call void @__allways_check(i1 %c, ptr @kind, ptr @text) ret void }\n";

static ir_module *lower(const char *head, const char *text, bool with_common, const llvm_lower_options *o, diags *d) {
  strbuf all = {0};
  sb_printf(&all, "%s%s%s", head, with_common ? COMMON : "", text);
  LLVMContextRef c = LLVMContextCreate();
  LLVMMemoryBufferRef b = LLVMCreateMemoryBufferWithMemoryRangeCopy(sb_text(&all), all.len, "test.ll");
  LLVMModuleRef m = NULL;
  char *why = NULL;
  if (LLVMParseIRInContext(c, b, &m, &why)) fail_msg("%s", why);
  sb_fini(&all);
  ir_module *out = llvm_lower(m, "c", o, d);
  LLVMDisposeModule(m);
  LLVMContextDispose(c);
  return out;
}

static ir_module *lowered(const char *head, const char *text) {
  diags *d = diags_new();
  ir_module *m = lower(head, text, true, &(llvm_lower_options){0}, d);
  if (!m) diags_print(d, stderr);
  assert_non_null(m);
  diags_free(d);
  return m;
}

typedef struct outcome {
  machine_status status;
  char message[200];
} outcome;

static outcome run(const char *head, const char *text) {
  ir_module *m = lowered(head, text);
  machine *k =
      machine_new(m, &(machine_options){.checks = (uint32_t)1 << IR_CHECK_ASSERT | (uint32_t)1 << IR_CHECK_BOUNDS |
                                                  (uint32_t)1 << IR_CHECK_NULL | (uint32_t)1 << IR_CHECK_DIV});
  outcome o = {.status = simulate_run(k, &(simulate_options){.max_steps = 100000}, NULL, NULL)};
  if (o.status != MACHINE_FINISHED) snprintf(o.message, sizeof o.message, "%s", machine_message(k));
  machine_free(k);
  ir_module_free(m);
  return o;
}

static void holds(const char *text) {
  const char *heads[] = {HEAD64, HEAD32};
  for (int i = 0; i < 2; i++) {
    outcome o = run(heads[i], text);
    if (o.status != MACHINE_FINISHED) fail_msg("%d bits: status %d: %s", i ? 32 : 64, o.status, o.message);
  }
}

static void stops_at(const char *text, machine_status status, const char *message) {
  outcome o = run(HEAD64, text);
  assert_int_equal(o.status, status);
  if (!strstr(o.message, message)) fail_msg("'%s' is not in '%s'", message, o.message);
}

static char *printed(const char *text) {
  ir_module *m = lowered(HEAD64, text);
  strbuf out = {0};
  ir_print(m, &out);
  ir_module_free(m);
  return sb_take(&out);
}

// The checks of this file can fail.
static void test_failing_check(void **state) {
  (void)state;
  stops_at("define i32 @main() { call void @check(i1 false) ret i32 0 }", MACHINE_VIOLATION, "wrong");
}

static void test_phis_are_set_at_once(void **state) {
  (void)state;
  holds("define i32 @main() {\n"
        "entry: br label %loop\n"
        "loop: %a = phi i32 [ 1, %entry ], [ %b, %loop ]\n"
        "  %b = phi i32 [ 2, %entry ], [ %a, %loop ]\n"
        "  %i = phi i32 [ 0, %entry ], [ %j, %loop ]\n"
        "  %j = add i32 %i, 1\n"
        "  %more = icmp slt i32 %j, 4\n"
        "  br i1 %more, label %loop, label %out\n"
        "out: %c = icmp eq i32 %a, 2 call void @check(i1 %c)\n"
        "  %d = icmp eq i32 %b, 1 call void @check(i1 %d)\n"
        "  ret i32 0 }");
}

// Empty blocks are passed over; what they set on their way out is not lost.
static void test_phi_over_empty_blocks(void **state) {
  (void)state;
  holds("define i32 @pick(i32 %x) {\n"
        "entry: switch i32 %x, label %d [ i32 1, label %a i32 2, label %b i32 3, label %a ]\n"
        "a: br label %out\n"
        "b: br label %out\n"
        "d: br label %out\n"
        "out: %r = phi i32 [ 10, %a ], [ 20, %b ], [ 30, %d ]\n"
        "  ret i32 %r }\n"
        "define i32 @main() {\n"
        "  %1 = call i32 @pick(i32 3) %2 = icmp eq i32 %1, 10 call void @check(i1 %2)\n"
        "  %3 = call i32 @pick(i32 2) %4 = icmp eq i32 %3, 20 call void @check(i1 %4)\n"
        "  %5 = call i32 @pick(i32 9) %6 = icmp eq i32 %5, 30 call void @check(i1 %6)\n"
        "  ret i32 0 }");
}

static void test_odd_widths(void **state) {
  (void)state;
  holds("@g = global [4 x i8] c\"\\01\\02\\03\\04\"\n"
        "define i32 @main() {\n"
        "  %v = load i24, ptr @g %1 = icmp eq i24 %v, 197121 call void @check(i1 %1)\n"
        "  store i24 -1, ptr @g\n"
        "  %p = getelementptr i8, ptr @g, i32 3 %q = load i8, ptr %p %2 = icmp eq i8 %q, 4 call void @check(i1 %2)\n"
        "  %w = load i32, ptr @g %3 = icmp eq i32 %w, 83886079 call void @check(i1 %3)\n"
        "  %big = mul i128 18446744073709551616, 3 %4 = icmp eq i128 %big, 55340232221128654848\n"
        "  call void @check(i1 %4)\n"
        "  %neg = sub i128 0, %big %5 = icmp eq i128 %neg, -55340232221128654848 call void @check(i1 %5)\n"
        "  ret i32 0 }");
}

static void test_bits(void **state) {
  (void)state;
  holds("declare i32 @llvm.fshl.i32(i32, i32, i32) declare i32 @llvm.ctlz.i32(i32, i1) declare i32 @llvm.cttz.i32(i32, "
        "i1)\n"
        "declare i32 @llvm.bswap.i32(i32) declare i8 @llvm.bitreverse.i8(i8) declare i16 @llvm.ctpop.i16(i16)\n"
        "declare {i32, i1} @llvm.smul.with.overflow.i32(i32, i32) declare i8 @llvm.sadd.sat.i8(i8, i8)\n"
        "declare i8 @llvm.usub.sat.i8(i8, i8) declare i32 @llvm.smax.i32(i32, i32) declare i32 @llvm.abs.i32(i32, i1)\n"
        "define i32 @main() {\n"
        "  %a = call i32 @llvm.fshl.i32(i32 305419896, i32 305419896, i32 36) %1 = icmp eq i32 %a, 591751041\n"
        "  call void @check(i1 %1)\n"
        "  %b = call i32 @llvm.ctlz.i32(i32 255, i1 false) %2 = icmp eq i32 %b, 24 call void @check(i1 %2)\n"
        "  %c = call i32 @llvm.cttz.i32(i32 0, i1 false) %3 = icmp eq i32 %c, 32 call void @check(i1 %3)\n"
        "  %d = call i32 @llvm.bswap.i32(i32 305419896) %4 = icmp eq i32 %d, 2018915346 call void @check(i1 %4)\n"
        "  %e = call i8 @llvm.bitreverse.i8(i8 3) %5 = icmp eq i8 %e, -64 call void @check(i1 %5)\n"
        "  %f = call i16 @llvm.ctpop.i16(i16 -2) %6 = icmp eq i16 %f, 15 call void @check(i1 %6)\n"
        "  %g = call {i32, i1} @llvm.smul.with.overflow.i32(i32 65536, i32 65536) %go = extractvalue {i32, i1} %g, 1\n"
        "  call void @check(i1 %go)\n"
        "  %h = call i8 @llvm.sadd.sat.i8(i8 -100, i8 -100) %7 = icmp eq i8 %h, -128 call void @check(i1 %7)\n"
        "  %i = call i8 @llvm.usub.sat.i8(i8 3, i8 5) %8 = icmp eq i8 %i, 0 call void @check(i1 %8)\n"
        "  %j = call i32 @llvm.smax.i32(i32 -3, i32 2) %9 = icmp eq i32 %j, 2 call void @check(i1 %9)\n"
        "  %k = call i32 @llvm.abs.i32(i32 -3, i1 false) %10 = icmp eq i32 %k, 3 call void @check(i1 %10)\n"
        "  ret i32 0 }");
}

static void test_aggregates_and_vectors(void **state) {
  (void)state;
  holds(
      "define {i32, ptr} @pair(i32 %x, ptr %p) {\n"
      "  %1 = insertvalue {i32, ptr} poison, i32 %x, 0 %2 = insertvalue {i32, ptr} %1, ptr %p, 1 ret {i32, ptr} %2 }\n"
      "@g = global i32 7\n"
      "define i32 @main() {\n"
      "  %r = call {i32, ptr} @pair(i32 5, ptr @g) %p = extractvalue {i32, ptr} %r, 1 %v = load i32, ptr %p\n"
      "  %1 = icmp eq i32 %v, 7 call void @check(i1 %1)\n"
      "  %f = bitcast i32 1065353216 to float %2 = fcmp oeq float %f, 1.0 call void @check(i1 %2)\n"
      "  %x = insertelement <2 x i32> <i32 1, i32 2>, i32 9, i32 0 %y = add <2 x i32> %x, <i32 10, i32 20>\n"
      "  %z = shufflevector <2 x i32> %y, <2 x i32> poison, <2 x i32> <i32 1, i32 0>\n"
      "  %e = extractelement <2 x i32> %z, i32 1 %3 = icmp eq i32 %e, 19 call void @check(i1 %3)\n"
      "  ret i32 0 }");
}

static void test_globals(void **state) {
  (void)state;
  holds(
      "%s = type { i8, i32, ptr }\n"
      "@a = global [3 x i32] [i32 1, i32 2, i32 3]\n"
      "@s = global %s { i8 4, i32 5, ptr getelementptr ([3 x i32], ptr @a, i32 0, i32 2) }\n"
      "@before = global ptr getelementptr (i32, ptr @a, i32 -1)\n"
      "@f = constant [1 x ptr] [ptr @seven]\n"
      "@made = global i32 0\n"
      "@llvm.global_ctors = appending global [2 x {i32, ptr, ptr}] [{i32, ptr, ptr} {i32 200, ptr @second, ptr null},\n"
      "  {i32, ptr, ptr} {i32 100, ptr @first, ptr null}]\n"
      "define void @first() { store i32 1, ptr @made ret void }\n"
      "define void @second() { %1 = load i32, ptr @made %2 = mul i32 %1, 10 store i32 %2, ptr @made ret void }\n"
      "define i32 @seven() { ret i32 7 }\n"
      "define i32 @main() {\n"
      "  %p = load ptr, ptr getelementptr (%s, ptr @s, i32 0, i32 2) %v = load i32, ptr %p %1 = icmp eq i32 %v, 3\n"
      "  call void @check(i1 %1)\n"
      "  %q = load ptr, ptr @before %q1 = getelementptr i32, ptr %q, i32 2 %w = load i32, ptr %q1\n"
      "  %2 = icmp eq i32 %w, 2 call void @check(i1 %2)\n"
      "  %f = load ptr, ptr @f %r = call i32 %f() %3 = icmp eq i32 %r, 7 call void @check(i1 %3)\n"
      "  %m = load i32, ptr @made %4 = icmp eq i32 %m, 10 call void @check(i1 %4)\n"
      "  ret i32 0 }");
}

static void test_atomics(void **state) {
  (void)state;
  holds("@x = global i32 12\n"
        "define i32 @main() {\n"
        "  %r = cmpxchg ptr @x, i32 12, i32 13 seq_cst seq_cst %ok = extractvalue {i32, i1} %r, 1 call void @check(i1 "
        "%ok)\n"
        "  %s = cmpxchg weak ptr @x, i32 12, i32 14 acquire monotonic %no = extractvalue {i32, i1} %s, 1\n"
        "  %yes = xor i1 %no, true call void @check(i1 %yes)\n"
        "  %old = atomicrmw nand ptr @x, i32 5 seq_cst %1 = icmp eq i32 %old, 13 call void @check(i1 %1)\n"
        "  %v = load atomic i32, ptr @x acquire, align 4 %2 = icmp eq i32 %v, -6 call void @check(i1 %2)\n"
        "  %m = atomicrmw umin ptr @x, i32 3 monotonic %w = load i32, ptr @x %3 = icmp eq i32 %w, 3 call void "
        "@check(i1 %3)\n"
        "  ret i32 0 }");
}

// A read of an uninitialised local is one input; locals that are set on every path draw none.
static void test_uninitialised(void **state) {
  (void)state;
  holds(
      "define i32 @main() {\n"
      "  %x = alloca i32 %a = load i32, ptr %x %b = load i32, ptr %x %c = icmp eq i32 %a, %b call void @check(i1 %c)\n"
      "  ret i32 0 }");
  char *text = printed("define i32 @main() {\n"
                       "  %x = alloca i32 store i32 1, ptr %x %a = load i32, ptr %x ret i32 %a }");
  assert_null(strstr(text, "nondet"));
  mem_free(text);
  text = printed("define i32 @main() { %x = alloca i32 %a = load i32, ptr %x ret i32 %a }");
  assert_non_null(strstr(text, "nondet i32 \"uninitialised\""));
  mem_free(text);
}

static void test_unknown_is_not_dropped(void **state) {
  (void)state;
  stops_at("declare void @mystery(i32) define i32 @main() { call void @mystery(i32 1) ret i32 0 }", MACHINE_UNSUPPORTED,
           "call of mystery, which has no definition and no model");
  stops_at("define i32 @main() { call void asm sideeffect \"hlt\", \"\"() ret i32 0 }", MACHINE_UNSUPPORTED,
           "inline assembler");
  stops_at("@far = external global [100000 x ptr] define i32 @main() { %1 = load ptr, ptr @far ret i32 0 }",
           MACHINE_UNSUPPORTED, "the variable 'far'");
  holds("declare void @mystery(i32) define i32 @main() { br i1 true, label %a, label %b\n"
        "a: ret i32 0\n"
        "b: call void @mystery(i32 1) ret i32 0 }");
}

// Functions that are called by a type which is not theirs: old C, and thread functions without parameter.
static void test_calls_by_another_type(void **state) {
  (void)state;
  holds("@n = global i32 0\n"
        "declare i32 @__allways_spawn(ptr, ptr) declare void @__allways_join(i32)\n"
        "define i32 @twice(i32 %x) { %1 = mul i32 %x, 2 ret i32 %1 }\n"
        "define void @bare() { %1 = atomicrmw add ptr @n, i32 1 seq_cst ret void }\n"
        "define i32 @main() {\n"
        "  %a = call i32 (...) @twice(i32 4, i32 9) %1 = icmp eq i32 %a, 8 call void @check(i1 %1)\n"
        "  %t = call i32 @__allways_spawn(ptr @bare, ptr null) call void @__allways_join(i32 %t)\n"
        "  %v = load i32, ptr @n %2 = icmp eq i32 %v, 1 call void @check(i1 %2)\n"
        "  ret i32 0 }");
}

static void test_violations(void **state) {
  (void)state;
  stops_at("@z = global i32 0 define i32 @main() { %1 = load i32, ptr @z %2 = sdiv i32 4, %1 ret i32 0 }",
           MACHINE_VIOLATION, "division by zero");
  stops_at("@a = global [2 x i32] zeroinitializer define i32 @main() {\n"
           "  %p = getelementptr [2 x i32], ptr @a, i64 0, i64 2 store i32 1, ptr %p ret i32 0 }",
           MACHINE_VIOLATION, "bounds");
}

static void test_no_main(void **state) {
  (void)state;
  diags *d = diags_new();
  assert_null(lower(HEAD64, "define i32 @f() { ret i32 0 }", false, &(llvm_lower_options){0}, d));
  assert_int_equal(diags_errors(d), 1);
  diags_free(d);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_failing_check),
      cmocka_unit_test(test_phis_are_set_at_once),
      cmocka_unit_test(test_phi_over_empty_blocks),
      cmocka_unit_test(test_odd_widths),
      cmocka_unit_test(test_bits),
      cmocka_unit_test(test_aggregates_and_vectors),
      cmocka_unit_test(test_globals),
      cmocka_unit_test(test_atomics),
      cmocka_unit_test(test_uninitialised),
      cmocka_unit_test(test_unknown_is_not_dropped),
      cmocka_unit_test(test_calls_by_another_type),
      cmocka_unit_test(test_violations),
      cmocka_unit_test(test_no_main),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
