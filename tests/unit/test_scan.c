// links: base
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/scan.h"

enum { WORD_IF, SIGN_LESS_EQUAL, SIGN_LESS };

static const spelling table[] = {{"if", WORD_IF}, {"<=", SIGN_LESS_EQUAL}, {"<", SIGN_LESS}};
enum { ROWS = sizeof table / sizeof *table };

static scan of(const char *text) { return scan_begin(text, strlen(text)); }

static void places_count_lines_and_bytes(void **state) {
  (void)state;
  scan s = of("\xef\xbb\xbf"
              "ab\nc");
  assert_int_equal(*s.pos, 'a');
  scan_skip(&s, 2);
  assert_int_equal(s.col, 3);
  scan_skip(&s, 1);
  assert_int_equal(s.line, 2);
  assert_int_equal(s.col, 1);
  scan_skip(&s, 100);
  assert_true(scan_at_end(&s));
  assert_int_equal(scan_peek(&s, 0), '\0');
  assert_int_equal(s.col, 2);
}

static void comments_are_blanks(void **state) {
  (void)state;
  scan s = of(" // one\n /* two\n * / ** */\tx"), opened;
  assert_true(scan_blanks(&s, &opened));
  assert_int_equal(*s.pos, 'x');
  assert_int_equal(s.line, 3);
  s = of("x /*/");
  scan_skip(&s, 1);
  assert_false(scan_blanks(&s, &opened));
  assert_true(scan_at_end(&s));
  assert_int_equal(opened.col, 3);
  s = of(" // only lines\n/* here */");
  scan_line_blanks(&s);
  assert_int_equal(*s.pos, '/');
  assert_int_equal(s.line, 2);
}

static void longest_sign_is_taken(void **state) {
  (void)state;
  scan s = of("<=<x");
  assert_int_equal(scan_sign(&s, table, ROWS), SIGN_LESS_EQUAL);
  assert_int_equal(scan_sign(&s, table, ROWS), SIGN_LESS);
  assert_int_equal(scan_sign(&s, table, ROWS), SCAN_NOTHING);
  assert_int_equal(*s.pos, 'x');
  s = scan_begin("<=", 1);  // what stands behind the end does not count
  assert_int_equal(scan_sign(&s, table, ROWS), SIGN_LESS);
}

static void words_are_taken_whole(void **state) {
  (void)state;
  assert_int_equal(scan_word_kind("if", 2, table, ROWS), WORD_IF);
  assert_int_equal(scan_word_kind("iff", 3, table, ROWS), SCAN_NOTHING);
  assert_int_equal(scan_word_kind("i", 1, table, ROWS), SCAN_NOTHING);
}

static void foreign_bytes_are_one_report(void **state) {
  (void)state;
  scan s = of("\xc3\xa4\xc3\xb6??");
  scan_unknown(&s);
  assert_int_equal(s.col, 5);
  scan_unknown(&s);
  assert_int_equal(s.col, 6);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(places_count_lines_and_bytes), cmocka_unit_test(comments_are_blanks),
      cmocka_unit_test(longest_sign_is_taken),        cmocka_unit_test(words_are_taken_whole),
      cmocka_unit_test(foreign_bytes_are_one_report),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
