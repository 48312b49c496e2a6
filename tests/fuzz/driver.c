// Runs a fuzzing entry point without libFuzzer: every file of the corpus, then a fixed number of mutations of them from
// a fixed seed, so that each build with any compiler fuzzes a little and always in the same way.
//
// usage: x_fuzz [--seed N] [--iterations N] [--dict FILE] FILE|DIRECTORY...
// The input of an iteration is written to crash-<name> before it runs and removed at the end: after a crash it is there.
#include <dirent.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/check.h"
#include "base/file.h"
#include "base/rng.h"
#include "base/str.h"
#include "base/vec.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MAX_SIZE = 1 << 16, MAX_TOKENS = 512 };

typedef struct input {
  char *data;
  size_t len;
} input;

typedef struct fuzzer {
  rng r;
  VEC(input) corpus;
  VEC(char *) tokens;
  int crash;  // file that holds the current input
} fuzzer;

static void add_file(fuzzer *f, const char *path) {
  input in = {0};
  const char *why = NULL;
  in.data = file_read(path, MAX_SIZE, &in.len, &why);
  if (in.data != NULL) vec_push(&f->corpus, in);
}

static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

// Sorted, because the order of a directory differs from machine to machine.
static void add_path(fuzzer *f, const char *path) {
  struct stat st;
  if (stat(path, &st) != 0 || !S_ISDIR(st.st_mode)) {
    add_file(f, path);
    return;
  }
  DIR *dir = opendir(path);
  if (dir == NULL) return;
  VEC(char *) names = {0};
  for (struct dirent *e = readdir(dir); e != NULL; e = readdir(dir)) {
    if (e->d_name[0] != '.') vec_push(&names, mem_strdup(e->d_name));
  }
  closedir(dir);
  if (names.len > 0) qsort(names.data, names.len, sizeof *names.data, by_name);
  for (size_t i = 0; i < names.len; i++) {
    strbuf full = {0};
    sb_printf(&full, "%s/%s", path, names.data[i]);
    add_file(f, sb_text(&full));
    sb_fini(&full);
    mem_free(names.data[i]);
  }
  vec_free(&names);
}

// Lines of the form "token" or name="token" (the dictionaries of libFuzzer); \\ and \" are unescaped.
static void add_dictionary(fuzzer *f, const char *path) {
  size_t len = 0;
  const char *why = NULL;
  char *text = file_read(path, MAX_SIZE, &len, &why);
  CHECK(text != NULL, "the dictionary is readable");
  for (char *line = strtok(text, "\n"); line != NULL && f->tokens.len < MAX_TOKENS; line = strtok(NULL, "\n")) {
    char *from = strchr(line, '"'), *to = strrchr(line, '"');
    if (line[0] == '#' || from == NULL || to == from) continue;
    strbuf token = {0};
    for (char *c = from + 1; c < to; c++) {
      if (*c == '\\' && c + 1 < to) c++;
      sb_putc(&token, *c);
    }
    vec_push(&f->tokens, mem_strdup(sb_text(&token)));
    sb_fini(&token);
  }
  mem_free(text);
}

static size_t below(fuzzer *f, size_t n) { return n == 0 ? 0 : (size_t)rng_below(&f->r, n); }

static void splice(strbuf *b, size_t at, size_t remove, const char *with, size_t len) {
  strbuf out = {0};
  if (at > b->len) at = b->len;
  if (remove > b->len - at) remove = b->len - at;
  sb_putn(&out, sb_text(b), at);
  sb_putn(&out, with, len);
  sb_putn(&out, sb_text(b) + at + remove, b->len - at - remove);
  sb_fini(b);
  *b = out;
}

static void mutate(fuzzer *f, strbuf *b) {
  size_t at = below(f, b->len + 1);
  const input *other = &f->corpus.data[below(f, f->corpus.len)];
  switch (below(f, 8)) {
  case 0:  // change a byte
    if (at < b->len) b->text[at] = (char)rng_next(&f->r);
    break;
  case 1:  // flip a bit
    if (at < b->len) b->text[at] = (char)(b->text[at] ^ (1 << below(f, 8)));
    break;
  case 2: splice(b, at, below(f, 8), "", 0); break;
  case 3:
  case 4:
    if (f->tokens.len > 0) {
      const char *token = f->tokens.data[below(f, f->tokens.len)];
      splice(b, at, below(f, 6), token, strlen(token));
    }
    break;
  case 5: {  // a piece of another input
    size_t from = below(f, other->len), len = below(f, 40);
    if (len > other->len - from) len = other->len - from;
    splice(b, at, below(f, 20), other->data + from, len);
    break;
  }
  case 6: {  // a line twice
    const char *text = sb_text(b), *nl = strchr(text + at, '\n');
    size_t from = nl != NULL ? (size_t)(nl - text) + 1 : 0;
    size_t len = strcspn(text + from, "\n");
    char *line = mem_strndup(text + from, len);
    strbuf with = {0};
    sb_printf(&with, "%s\n", line);
    splice(b, from, 0, sb_text(&with), with.len);
    mem_free(line);
    sb_fini(&with);
    break;
  }
  case 7: {  // much of one thing: nesting
    static const char *const deep[] = {"(", "{", "[", "-", "!", "*", "if(1)", "a+"};
    const char *token = deep[below(f, sizeof deep / sizeof *deep)];
    strbuf with = {0};
    for (size_t i = below(f, 400); i > 0; i--) sb_puts(&with, token);
    splice(b, at, 0, sb_text(&with), with.len);
    sb_fini(&with);
    break;
  }
  }
}

static void run_one(const fuzzer *f, const char *data, size_t len) {
  bool kept = ftruncate(f->crash, 0) == 0 && pwrite(f->crash, data, len, 0) == (ssize_t)len;
  CHECK(kept, "the working directory can be written");
  LLVMFuzzerTestOneInput((const uint8_t *)data, len);
}

static void run_all(fuzzer *f, uint64_t iterations) {
  for (size_t i = 0; i < f->corpus.len; i++) run_one(f, f->corpus.data[i].data, f->corpus.data[i].len);
  for (uint64_t i = 0; i < iterations; i++) {
    const input *in = &f->corpus.data[below(f, f->corpus.len)];
    strbuf b = {0};
    sb_putn(&b, in->data, in->len);
    for (size_t n = below(f, 4) + 1; n > 0; n--) mutate(f, &b);
    if (b.len < MAX_SIZE) run_one(f, sb_text(&b), b.len);
    sb_fini(&b);
  }
}

int main(int argc, char **argv) {
  uint64_t seed = 1, iterations = 1000;
  fuzzer f = {0};
  const char *name = strrchr(argv[0], '/');
  strbuf crash = {0};
  sb_printf(&crash, "crash-%s", name != NULL ? name + 1 : argv[0]);
  for (int i = 1; i < argc; i++) {
    if (strcmp(argv[i], "--seed") == 0 && i + 1 < argc) {
      seed = strtoull(argv[++i], NULL, 0);
    } else if (strcmp(argv[i], "--iterations") == 0 && i + 1 < argc) {
      iterations = strtoull(argv[++i], NULL, 0);
    } else if (strcmp(argv[i], "--dict") == 0 && i + 1 < argc) {
      add_dictionary(&f, argv[++i]);
    } else {
      add_path(&f, argv[i]);
    }
  }
  if (f.corpus.len == 0) vec_push(&f.corpus, ((input){mem_strdup(""), 0}));
  f.r = rng_new(seed);
  f.crash = open(sb_text(&crash), O_RDWR | O_CREAT | O_TRUNC, 0666);
  run_all(&f, iterations);
  close(f.crash);
  remove(sb_text(&crash));
  printf("%zu inputs and %llu mutations of them\n", f.corpus.len, (unsigned long long)iterations);
  for (size_t i = 0; i < f.corpus.len; i++) mem_free(f.corpus.data[i].data);
  for (size_t i = 0; i < f.tokens.len; i++) mem_free(f.tokens.data[i]);
  vec_free(&f.corpus);
  vec_free(&f.tokens);
  sb_fini(&crash);
  return 0;
}
