// links: base
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/bitset.h"
#include "base/check.h"
#include "base/clock.h"
#include "base/diag.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/intern.h"
#include "base/map64.h"
#include "base/mem.h"
#include "base/rng.h"
#include "base/str.h"
#include "base/vec.h"

// --- memory ---------------------------------------------------------------------------------------------------------

static void mem_counts_live_and_peak(void **state) {
  (void)state;
  size_t before = mem_live();
  char *p = mem_zalloc(1000);
  assert_true(mem_live() >= before + 1000);
  for (size_t i = 0; i < 1000; i++) assert_int_equal(p[i], 0);
  p = mem_realloc(p, 100000);
  assert_true(mem_live() >= before + 100000);
  assert_true(mem_peak() >= mem_live());
  mem_free(p);
  mem_free(NULL);
  assert_int_equal(mem_live(), before);
  char *s = mem_strndup("abcdef", 3);
  assert_string_equal(s, "abc");
  mem_free(s);
  assert_int_equal(mem_live(), before);
}

// Blocks that live at the same time do not overlap, whatever their sizes; freed ones are used again.
static void mem_blocks_are_apart(void **state) {
  (void)state;
  size_t before = mem_live();
  unsigned char *blocks[400];
  for (int round = 0; round < 3; round++) {
    for (size_t i = 0; i < 400; i++) {
      blocks[i] = mem_block(1 + i * 3);
      assert_int_equal((uintptr_t)blocks[i] % 16, 0);
      memset(blocks[i], (int)i, 1 + i * 3);
    }
    for (size_t i = 0; i < 400; i++) {
      for (size_t k = 0; k < 1 + i * 3; k++) assert_int_equal(blocks[i][k], i & 255);
      mem_block_free(blocks[i], 1 + i * 3);
    }
    assert_int_equal(mem_live(), before);
  }
}

static void arena_keeps_what_is_before_a_mark(void **state) {
  (void)state;
  size_t before = mem_live();
  arena *a = arena_new();
  char *kept = arena_strdup(a, "kept");
  arena_mark m = arena_get_mark(a);
  for (int round = 0; round < 3; round++) {
    for (size_t size = 0; size < 3000; size += 7) {
      unsigned char *p = arena_alloc(a, size);
      assert_int_equal((uintptr_t)p % 16, 0);
      for (size_t i = 0; i < size; i++) assert_int_equal(p[i], 0);
      if (size) memset(p, 0xff, size);  // the next owner of these bytes must see zeros again
    }
    char *big = arena_alloc(a, 5u << 20);
    big[(5u << 20) - 1] = 1;
    arena_release(a, m);
  }
  assert_string_equal(kept, "kept");
  assert_string_equal(arena_printf(a, "%d-%s", 42, "x"), "42-x");
  assert_string_equal(arena_strndup(a, "hello", 2), "he");
  arena_free(a);
  assert_int_equal(mem_live(), before);
}

static void arena_mark_of_an_empty_arena(void **state) {
  (void)state;
  arena *a = arena_new();
  arena_mark empty = arena_get_mark(a);
  int *first = ARENA_NEW(a, int);
  arena_release(a, empty);
  int *again = ARENA_NEW(a, int);
  assert_ptr_equal(first, again);
  arena_free(a);
}

// --- containers -----------------------------------------------------------------------------------------------------

static void vec_grows(void **state) {
  (void)state;
  VEC(int) v = {0};
  for (int i = 0; i < 1000; i++) vec_push(&v, i * 3);
  assert_int_equal(v.len, 1000);
  for (int i = 0; i < 1000; i++) assert_int_equal(v.data[i], i * 3);
  assert_int_equal(vec_last(&v), 2997);
  assert_int_equal(vec_pop(&v), 2997);
  assert_int_equal(v.len, 999);
  vec_reserve(&v, 5000);
  assert_true(v.cap >= 5000);
  vec_clear(&v);
  assert_int_equal(v.len, 0);
  vec_free(&v);
  assert_null(v.data);
}

// Against a plain array indexed by key, with keys that collide in the low bits.
static void map64_agrees_with_an_array(void **state) {
  (void)state;
  enum { KEYS = 3000 };
  static uint64_t expected[KEYS];
  static int present[KEYS];
  map64 m = {0};
  rng r = rng_new(1);
  uint64_t value;
  assert_false(map64_get(&m, 0, &value));
  size_t count = 0;
  for (int i = 0; i < 20000; i++) {
    size_t k = rng_below(&r, KEYS);
    uint64_t v = rng_next(&r);
    assert_int_equal(map64_put(&m, (uint64_t)k << 40, v), !present[k]);
    count += !present[k];
    present[k] = 1;
    expected[k] = v;
  }
  assert_int_equal(m.len, count);
  for (size_t k = 0; k < KEYS; k++) {
    assert_int_equal(map64_get(&m, (uint64_t)k << 40, &value), present[k]);
    if (present[k]) assert_int_equal(value, expected[k]);
  }
  map64_clear(&m);
  assert_int_equal(m.len, 0);
  assert_false(map64_get(&m, 0, NULL));
  map64_fini(&m);
}

static void map64_iterates_in_insertion_order(void **state) {
  (void)state;
  map64 m = {0};
  for (uint64_t i = 0; i < 100; i++) map64_put(&m, hash_u64(i), i);
  map64_put(&m, hash_u64(50), 1000);
  for (uint64_t i = 0; i < 100; i++) {
    assert_int_equal(m.entries[i].key, hash_u64(i));
    assert_int_equal(m.entries[i].value, i == 50 ? 1000 : i);
  }
  map64_fini(&m);
}

static void intern_is_equality(void **state) {
  (void)state;
  interner *in = interner_new();
  const char *first[2000];
  char name[32];
  for (int i = 0; i < 2000; i++) {
    snprintf(name, sizeof name, "name%d", i);
    first[i] = intern(in, name);
    assert_string_equal(first[i], name);
  }
  for (int i = 0; i < 2000; i++) {
    snprintf(name, sizeof name, "name%dtail", i);
    assert_ptr_equal(intern_n(in, name, strlen(name) - 4), first[i]);
  }
  assert_ptr_not_equal(intern_n(in, "a\0b", 3), intern_n(in, "a\0c", 3));
  assert_string_equal(intern(in, ""), "");
  assert_ptr_equal(intern_n(in, "x", 0), intern(in, ""));
  interner_free(in);
}

static void bitset_operations(void **state) {
  (void)state;
  bitset a = bitset_new(130), b = bitset_new(130);
  bitset_add(&a, 0);
  bitset_add(&a, 129);
  bitset_add(&b, 64);
  assert_true(bitset_has(&a, 129));
  assert_false(bitset_has(&a, 128));
  assert_false(bitset_intersects(&a, &b));
  assert_true(bitset_union(&b, &a));
  assert_false(bitset_union(&b, &a));
  assert_true(bitset_intersects(&a, &b));
  bitset_remove(&b, 129);
  bitset_remove(&b, 0);
  assert_false(bitset_intersects(&a, &b));
  assert_true(bitset_has(&b, 64));
  bitset_clear(&b);
  assert_false(bitset_has(&b, 64));
  bitset_fini(&a);
  bitset_fini(&b);
  bitset none = bitset_new(0);
  assert_false(bitset_intersects(&none, &none));
  bitset_fini(&none);
}

static void strings(void **state) {
  (void)state;
  strbuf b = {0};
  assert_string_equal(sb_text(&b), "");
  for (int i = 0; i < 300; i++) sb_printf(&b, "%d,", i % 10);
  assert_int_equal(b.len, 600);
  assert_memory_equal(b.text, "0,1,2,3,", 8);
  sb_clear(&b);
  assert_string_equal(sb_text(&b), "");
  char longer[500];
  memset(longer, 'x', sizeof longer);
  longer[499] = '\0';
  sb_putc(&b, '<');
  sb_printf(&b, "%s", longer);
  sb_putn(&b, ">>>", 1);
  assert_int_equal(b.len, 501);
  assert_int_equal(b.text[500], '>');
  char *taken = sb_take(&b);
  assert_int_equal(strlen(taken), 501);
  mem_free(taken);
  taken = sb_take(&b);
  assert_string_equal(taken, "");
  mem_free(taken);
  sb_fini(&b);
  assert_true(str_starts("--json", "--"));
  assert_false(str_starts("-", "--"));
  assert_true(str_ends("a.ivl", ".ivl"));
  assert_false(str_ends("ivl", ".ivl"));
}

// --- numbers --------------------------------------------------------------------------------------------------------

static void rng_sequence_is_fixed(void **state) {
  (void)state;
  // The published first outputs of splitmix64 for seed 1234567.
  rng r = rng_new(1234567);
  assert_true(rng_next(&r) == 6457827717110365317u);
  assert_true(rng_next(&r) == 3203168211198807973u);
  assert_true(rng_next(&r) == 9817491932198370423u);
  int seen[6] = {0};
  for (int i = 0; i < 6000; i++) {
    uint64_t x = rng_below(&r, 6);
    assert_true(x < 6);
    seen[x]++;
  }
  for (int i = 0; i < 6; i++) assert_true(seen[i] > 800 && seen[i] < 1200);
  assert_int_equal(rng_below(&r, 1), 0);
}

static void hash_depends_on_all(void **state) {
  (void)state;
  assert_true(hash_bytes("abc", 3, 0) == hash_bytes("abcd", 3, 0));
  assert_true(hash_bytes("abc", 3, 0) != hash_bytes("abd", 3, 0));
  assert_true(hash_bytes("abc", 3, 0) != hash_bytes("abc", 3, 1));
  assert_true(hash_combine(hash_combine(0, 1), 2) != hash_combine(hash_combine(0, 2), 1));
}

static void clocks_run(void **state) {
  (void)state;
  double wall = clock_wall(), cpu = clock_cpu();
  assert_true(clock_wall() >= wall);
  assert_true(clock_cpu() >= cpu);
  assert_true(clock_current_rss() > 4096);
  assert_true(clock_peak_rss() >= clock_current_rss() / 2);
}

// --- diagnostics ----------------------------------------------------------------------------------------------------

static char *printed(const diags *d) {
  char *text = NULL;
  size_t len = 0;
  FILE *out = open_memstream(&text, &len);
  assert_non_null(out);
  diags_print(d, out);
  fclose(out);
  return text;
}

// One error with message "bad thing" at line:col of `source`; the caller frees the text.
static char *one_error(const char *source, size_t len, uint32_t line, uint32_t col) {
  diags *d = diags_new();
  diags_add_source(d, "a.ivl", source, len);
  diag_error(d, (place){"a.ivl", line, col}, DIAG_GENERIC, "bad thing");
  assert_int_equal(diags_errors(d), 1);
  char *text = printed(d);
  diags_free(d);
  return text;
}

static void expect_error(const char *source, uint32_t line, uint32_t col, const char *expected) {
  char *text = one_error(source, strlen(source), line, col);
  assert_string_equal(text, expected);
  free(text);
}

static void diag_shows_line_and_caret(void **state) {
  (void)state;
  expect_error("int x;\nint y = $;\n", 2, 9, "a.ivl:2:9: error: bad thing\n  int y = $;\n          ^\n");
  expect_error("last line", 1, 10, "a.ivl:1:10: error: bad thing\n  last line\n           ^\n");
  expect_error("crlf\r\n", 1, 5, "a.ivl:1:5: error: bad thing\n  crlf\n      ^\n");
  expect_error("", 1, 1, "a.ivl:1:1: error: bad thing\n");
  expect_error("one line\n", 7, 1, "a.ivl:7:1: error: bad thing\n");
  expect_error("one line\n", 0, 0, "a.ivl: error: bad thing\n");
  expect_error("one line\n", 1, 0, "a.ivl:1: error: bad thing\n  one line\n");
}

static void diag_tabs_and_control_bytes(void **state) {
  (void)state;
  expect_error("\ta\tb", 1, 4, "a.ivl:1:4: error: bad thing\n      a   b\n          ^\n");
  expect_error("a\x1b[31m\x01z", 1, 8, "a.ivl:1:8: error: bad thing\n  a?[31m?z\n         ^\n");
  expect_error("\xc3\xa4=\xff;", 1, 4, "a.ivl:1:4: error: bad thing\n  \xc3\xa4=?;\n    ^\n");
  char *text = one_error("a\0b", 3, 1, 3);
  assert_string_equal(text, "a.ivl:1:3: error: bad thing\n  a?b\n    ^\n");
  free(text);
}

// Ten megabytes on one line: the output stays small and the caret stands under the marked byte.
static void diag_clips_long_lines(void **state) {
  (void)state;
  size_t len = 10u << 20;
  char *source = mem_alloc(len);
  const uint32_t columns[] = {1, 50, 101, 102, 5000, 10u << 20};
  for (int fill = 0; fill < 2; fill++) {
    memset(source, fill ? '\t' : '(', len);
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
      char saved = source[columns[i] - 1];
      source[columns[i] - 1] = '#';
      char *text = one_error(source, len, 1, columns[i]);
      source[columns[i] - 1] = saved;
      assert_true(strlen(text) < 400);
      char *line = strchr(text, '\n') + 1, *caret_line = strchr(line, '\n') + 1;
      assert_int_equal(strchr(line, '#') - line, strchr(caret_line, '^') - caret_line);
      free(text);
    }
  }
  mem_free(source);
}

static void diag_messages_are_clipped_and_clean(void **state) {
  (void)state;
  diags *d = diags_new();
  char *name = mem_alloc(100001);
  memset(name, 'n', 100000);
  name[0] = '\n';
  name[100000] = '\0';
  diag_error(d, PLACE_NONE, DIAG_GENERIC, name);
  char *text = printed(d);
  assert_true(strlen(text) < 600);
  assert_true(str_starts(text, "error: ?nnn"));
  assert_true(str_ends(text, "n...\n"));
  free(text);
  mem_free(name);
  diags_free(d);
}

static void diag_stops_at_its_limit(void **state) {
  (void)state;
  diags *d = diags_new();
  for (int i = 0; i < 19; i++) diag_error(d, PLACE_NONE, DIAG_GENERIC, "x");
  diag_warning(d, PLACE_NONE, DIAG_GENERIC, "careful");
  assert_false(diags_full(d));
  for (int i = 0; i < 100; i++) diag_error(d, PLACE_NONE, DIAG_GENERIC, "x");
  assert_true(diags_full(d));
  assert_int_equal(diags_errors(d), 20);
  char *text = printed(d);
  assert_non_null(strstr(text, "warning: careful\n"));
  assert_true(str_ends(text, "stopped after 20 errors\n"));
  free(text);
  diags_free(d);
  assert_string_equal(diag_name(DIAG_GENERIC), "GENERIC");
}

// --- files ----------------------------------------------------------------------------------------------------------

static void file_read_and_its_reasons(void **state) {
  (void)state;
  char path[] = "test_base_XXXXXX";
  int fd = mkstemp(path);
  assert_true(fd >= 0);
  assert_int_equal(write(fd, "one\0two", 7), 7);
  close(fd);
  size_t len;
  const char *why;
  char *text = file_read(path, 7, &len, &why);
  assert_non_null(text);
  assert_null(why);
  assert_int_equal(len, 7);
  assert_memory_equal(text, "one\0two", 8);
  mem_free(text);
  assert_null(file_read(path, 6, &len, &why));
  assert_string_equal(why, "is too large");
  unlink(path);
  assert_null(file_read(path, 100, &len, &why));
  assert_string_equal(why, "No such file or directory");
  assert_null(file_read(".", 100, &len, &why));
  assert_string_equal(why, "is a directory");
  assert_null(file_read("/dev/zero", 100000, &len, &why));
  assert_string_equal(why, "is too large");
  text = file_read("/dev/null", 100, &len, &why);
  assert_string_equal(text, "");
  assert_int_equal(len, 0);
  mem_free(text);
}

// --- checks ---------------------------------------------------------------------------------------------------------

static void hook(void *arg) { fputs((const char *)arg, stderr); }

// Runs a failing check in a child and returns what it wrote to stderr.
static size_t failing_child(char *text, size_t size, int *status) {
  int ends[2];
  assert_int_equal(pipe(ends), 0);
  pid_t child = fork();
  assert_true(child >= 0);
  if (child == 0) {
    dup2(ends[1], STDERR_FILENO);
    close(ends[0]);
    signal(SIGABRT, SIG_DFL);
    char text_of_hook[] = "phase: testing\n";
    check_set_hook(hook, text_of_hook);
    CHECK(1 + 1 == 3, "sums are right");
  }
  close(ends[1]);
  size_t len = 0;
  ssize_t got;
  while (len + 1 < size && (got = read(ends[0], text + len, size - len - 1)) > 0) len += (size_t)got;
  text[len] = '\0';
  close(ends[0]);
  assert_int_equal(waitpid(child, status, 0), child);
  return len;
}

static void check_names_place_and_reason(void **state) {
  (void)state;
  CHECK(1 + 1 == 2, "sums are right");
  char text[4096];
  int status;
  assert_true(failing_child(text, sizeof text, &status) > 0);
#ifdef ALLWAYS_SANITIZED
  assert_true(WIFSIGNALED(status) || WEXITSTATUS(status) != 0);
#else
  assert_true(WIFEXITED(status));
  assert_int_equal(WEXITSTATUS(status), 70);
#endif
  assert_true(str_starts(text, "allways: internal error at tests/unit/test_base.c:"));
  assert_non_null(strstr(text, "sums are right (1 + 1 == 3)\n"));
  assert_non_null(strstr(text, "phase: testing\n"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(mem_counts_live_and_peak),
      cmocka_unit_test(mem_blocks_are_apart),
      cmocka_unit_test(arena_keeps_what_is_before_a_mark),
      cmocka_unit_test(arena_mark_of_an_empty_arena),
      cmocka_unit_test(vec_grows),
      cmocka_unit_test(map64_agrees_with_an_array),
      cmocka_unit_test(map64_iterates_in_insertion_order),
      cmocka_unit_test(intern_is_equality),
      cmocka_unit_test(bitset_operations),
      cmocka_unit_test(strings),
      cmocka_unit_test(rng_sequence_is_fixed),
      cmocka_unit_test(hash_depends_on_all),
      cmocka_unit_test(clocks_run),
      cmocka_unit_test(diag_shows_line_and_caret),
      cmocka_unit_test(diag_tabs_and_control_bytes),
      cmocka_unit_test(diag_clips_long_lines),
      cmocka_unit_test(diag_messages_are_clipped_and_clean),
      cmocka_unit_test(diag_stops_at_its_limit),
      cmocka_unit_test(file_read_and_its_reasons),
      cmocka_unit_test(check_names_place_and_reason),
  };
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  return failed || mem_live() != 0;
}
