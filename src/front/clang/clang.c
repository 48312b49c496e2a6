// C and C++: clang makes bitcode, allways-cc links it with the models and lowers it, the text form of the IR comes
// back.
//
// No pass of LLVM runs before we have looked: passes use undefined behaviour, which is what is looked for. -O1 without
// passes, because -O0 marks functions as not to be touched; __OPTIMIZE__ is taken back, it makes headers define bodies
// of library functions that are ours to model. Warnings are the business of whoever compiles the program; what gcc
// accepts with a warning is accepted.
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/str.h"
#include "front/clang/clang_run.h"
#include "front/clang/gcc_text.h"
#include "front/front.h"
#include "ir/ir_build.h"

enum { ALL, CXX };

static const struct {
  const char *word;
  int kind;
} compile_flags[] = {
#define CLANG_FLAG(word, kind) {word, kind},
#include "front/clang/flags.def"
#undef CLANG_FLAG
};

static const char *clang_name(void) {
  const char *chosen = getenv("ALLWAYS_CLANG");
  return chosen && *chosen ? chosen : "clang-19";
}

static bool is_bitcode(const char *file) {
  return str_ends(file, ".bc") || str_ends(file, ".ll") || str_ends(file, ".o") || str_ends(file, ".a");
}

static bool is_cxx(const char *file) {
  static const char *const endings[] = {".cpp", ".cc", ".cxx", ".C", ".ii", NULL};
  for (const char *const *e = endings; *e; e++)
    if (str_ends(file, *e)) return true;
  return false;
}

typedef struct command {
  VEC(clang_job) jobs;
  word_vec stage;
  VEC(char *) made;     // words that are ours to free
  VEC(int) fds;         // files that are ours to close
  const char *headers;  // the folder of ours
} command;

static void push_made(command *c, word_vec *words, const char *prefix, const char *text) {
  strbuf word = {0};
  sb_printf(&word, "%s%s", prefix, text);
  char *taken = sb_take(&word);
  vec_push(&c->made, taken);
  vec_push(words, taken);
}

// <allways.h> for all; for C++ our <systemc>, <symcpp.h> and what stands in for parts of the library.
static void header_words(command *c, const char *file, word_vec *words) {
  static const char *const folders[] = {"/allways", "/systemc", "/symcpp", "/cxx", "/forward"};
  size_t n = is_cxx(file) ? sizeof folders / sizeof folders[0] : 1;
  for (size_t i = 0; i < n; i++) {
    vec_push(words, "-isystem");
    push_made(c, words, c->headers, folders[i]);
  }
}

// A folder that is not there is passed over by clang, and the system's headers mean other things: clean-up handlers by setjmp, SystemC of
// the reference. So one header of each folder must be there, and all of those that every program may need.
static bool has_headers(const command *c, const char *file, diags *d) {
  static const struct {
    const char *path;
    int kind;
  } parts[] = {{"/allways/allways.h", ALL},  {"/allways/intrinsics.h", ALL},      {"/allways/pthread.h", ALL},
               {"/allways/gcc_text.h", ALL}, {"/systemc/systemc", CXX},           {"/symcpp/symcpp.h", CXX},
               {"/cxx/iostream", CXX},       {"/cxx/bits/basic_string.tcc", CXX}, {"/forward/tlm_utils", CXX}};
  bool ok = true;
  for (size_t i = 0; i < sizeof parts / sizeof parts[0] && ok; i++) {
    strbuf path = {0};
    sb_printf(&path, "%s%s", c->headers, parts[i].path);
    ok = (parts[i].kind == CXX && !is_cxx(file)) || access(sb_text(&path), R_OK) == 0;
    if (!ok) diag_error(d, (place){.file = file}, DIAG_CC_HEADERS, sb_text(&path));
    sb_fini(&path);
  }
  return ok;
}

static bool has_all_headers(const command *c, diags *d) {
  for (size_t i = 0; i < c->jobs.len; i++)
    if (!has_headers(c, c->jobs.data[i].file, d)) return false;
  return true;
}

// --- the precompiled header -----------------------------------------------------------------------------------------

enum { SOURCE_MAX = 4 << 20, INCLUDES_MAX = 64 };

typedef VEC(char *) file_vec;

static void add_once(file_vec *files, const char *folder, size_t folder_len, const char *name, size_t len) {
  strbuf path = {0};
  sb_printf(&path, "%.*s%.*s", (int)folder_len, folder, (int)len, name);
  bool known = files->len >= INCLUDES_MAX;
  for (size_t i = 0; i < files->len && !known; i++) known = strcmp(files->data[i], sb_text(&path)) == 0;
  if (known)
    sb_fini(&path);
  else
    vec_push(files, sb_take(&path));
}

// What is precompiled: nothing fits, SystemC, SystemC with TLM. More than is included costs time, too.
enum { HEADER_NONE, HEADER_SYSTEMC, HEADER_TLM };

static int header_named(const char *name) {
  static const char *const tlm[] = {"tlm>", "tlm\"", "tlm.h", "tlm_utils/", "tlm_core/", NULL};
  for (const char *const *t = tlm; *t; t++)
    if (str_starts(name, *t)) return HEADER_TLM;
  bool systemc = str_starts(name, "systemc>") || str_starts(name, "systemc.h") || str_starts(name, "sysc/");
  return systemc ? HEADER_SYSTEMC : HEADER_NONE;
}

// May the header, or what it includes, look at a macro of this name? Names in capitals are the program's own, but for those of the library and of the system,
// and short ones, which templates use for their parameters.
static bool is_seen_by_headers(const char *name, size_t len) {
  if (str_starts(name, "SC_INCLUDE_") || str_starts(name, "SC_ALLOW_DEPRECATED_IEEE_API")) return false;
  if (len <= 2 || *name == '_' || str_starts(name, "SC_") || str_starts(name, "NDEBUG")) return true;
  for (size_t i = 0; i < len; i++)
    if (islower((unsigned char)name[i])) return true;
  return false;
}

// Does the text up to `end` define or undefine a macro that the header would see?
static bool defines_before(const char *text, const char *end) {
  for (const char *at = text; at < end && (at = strchr(at, '#')) && at < end;) {
    at++;
    while (*at == ' ' || *at == '\t') at++;
    if (!str_starts(at, "define") && !str_starts(at, "undef")) continue;
    at = strpbrk(at, " \t\n");
    if (!at) return false;
    at += strspn(at, " \t");
    size_t len = 0;
    while (isalnum((unsigned char)at[len]) || at[len] == '_') len++;
    if (len && is_seen_by_headers(at, len)) return true;
  }
  return false;
}

// Which of them does a file include? Files that it includes in quotes, from its own folder, are added to the list.
static int headers_included(const char *file, file_vec *files, bool *changed) {
  size_t len;
  const char *why;
  char *text = file_read(file, SOURCE_MAX, &len, &why);
  if (!text) return HEADER_NONE;
  // Macros that change what the header declares.
  if (strstr(text, "SC_NO_WRITE_CHECK") || strstr(text, "SC_DEFAULT_WRITER_POLICY")) *changed = true;
  const char *slash = strrchr(file, '/');
  int found = HEADER_NONE;
  const char *first = NULL;
  for (const char *at = text; (at = strstr(at, "#include")) && found != HEADER_TLM;) {
    const char *begin = at;
    at += strlen("#include");
    while (*at == ' ' || *at == '\t') at++;
    const char *name = at + 1, *end = *at ? strpbrk(name, "\">\n") : NULL;
    int named = end && (*at == '<' || *at == '"') ? header_named(name) : HEADER_NONE;
    if (named && !first) first = begin;
    if (named > found) found = named;
    if (end && *at == '"' && *end == '"')
      add_once(files, file, slash ? (size_t)(slash + 1 - file) : 0, name, (size_t)(end - name));
  }
  *changed |= defines_before(text, first ? first : text + len);
  mem_free(text);
  return found;
}

// SystemC's header comes precompiled; the program's own #include of it then does nothing. It must have been compiled by
// the same compiler in the same way, so words of the user's that are no folders of headers keep it out.
static int fitting_header(const char *file, const front_options *o, size_t own) {
  bool plain = is_cxx(file) && !o->exact_arithmetic && !getenv("ALLWAYS_CLANG") && !own;
  for (size_t i = 0; i < o->n_flags && plain; i++) plain = str_starts(o->flags[i], "-I");
  if (!plain) return HEADER_NONE;
  file_vec files = {0};
  add_once(&files, "", 0, file, strlen(file));
  int found = HEADER_NONE;
  bool changed = false;
  for (size_t i = 0; i < files.len; i++) {
    int more = headers_included(files.data[i], &files, &changed);
    if (more > found) found = more;
  }
  for (size_t i = 0; i < files.len; i++) mem_free(files.data[i]);
  vec_free(&files);
  return changed ? HEADER_NONE : found;
}

static void precompiled_words(command *c, const char *file, const front_options *o, size_t own, word_vec *words) {
  static const char *const names[] = {[HEADER_SYSTEMC] = "systemc", [HEADER_TLM] = "tlm"};
  int header = fitting_header(file, o, own);
  if (header == HEADER_NONE) return;
  strbuf path = {0};
  sb_printf(&path, "%s/%s.pch", c->headers, names[header]);
  if (access(sb_text(&path), R_OK) == 0) {
    vec_push(words, "-include-pch");
    push_made(c, words, sb_text(&path), "");
  }
  sb_fini(&path);
}

static void push_fd(command *c, int fd, word_vec *words) {
  strbuf number = {0};
  sb_printf(&number, "%d", fd);
  push_made(c, words, "/proc/self/fd/", sb_text(&number));
  sb_fini(&number);
  vec_push(&c->fds, fd);
}

// A text that finds the file included. Named on the command line, the file is found from the current folder, and no folder is
// added to those where its own headers are looked for.
static void driver_words(command *c, const char *file, const char *text, word_vec *words) {
  const char *const around[] = {"-Dmain=main_of_the_library", "-include", file, "-x", is_cxx(file) ? "c++" : "c"};
  for (size_t i = 0; i < sizeof around / sizeof *around; i++) vec_push(words, around[i]);
  push_fd(c, clang_text_file("", text, strlen(text)), words);
}

// The file that clang reads: a text that gcc preprocessed is edited first.
static void source_words(command *c, const char *file, word_vec *words) {
  gcc_text g = gcc_text_look(file);
  if (!g.made) {
    vec_push(words, file);
    return;
  }
  static const char *const plain[] = {"-x", "c", "-Ulinux", "-Uunix", "-Ui386", "-include"};
  if (g.floats) vec_push(words, "-D__ALLWAYS_GCC_FLOATS");
  if (g.intrinsics) vec_push(words, "-D__ALLWAYS_GCC_INTRINSICS");
  for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) vec_push(words, plain[i]);
  push_made(c, words, c->headers, "/allways/gcc_text.h");
  push_fd(c, g.fd, words);
}

// `index`: which of the files it is; `driver`: a text that includes it, or NULL.
static void compile_words(command *c, const char *file, size_t index, const char *driver, const front_options *o,
                          word_vec *words) {
  front_words own = o->own_flags ? o->own_flags[index] : (front_words){0};
  vec_push(words, clang_name());
  for (size_t i = 0; i < sizeof compile_flags / sizeof compile_flags[0]; i++)
    if (compile_flags[i].kind == ALL || is_cxx(file)) vec_push(words, compile_flags[i].word);
  // LLVM's shift to the left does not say that the result must fit, as a signed one of C must.
  if (o->exact_arithmetic) {
    vec_push(words, "-fsanitize=shift-base");
    vec_push(words, "-fsanitize-trap=shift-base");
  }
  for (size_t i = 0; i < own.n; i++) vec_push(words, own.words[i]);
  for (size_t i = 0; i < o->n_flags; i++) vec_push(words, o->flags[i]);
  header_words(c, file, words);
  if (!driver) precompiled_words(c, file, o, own.n, words);
  vec_push(words, "-o");
  vec_push(words, "-");
  if (driver)
    driver_words(c, file, driver, words);
  else
    source_words(c, file, words);
  vec_push(words, NULL);
}

static void add_file(command *c, const char *file, size_t index, const char *driver, const front_options *o) {
  if (is_bitcode(file)) {
    vec_push(&c->stage, file);
    return;
  }
  clang_job job = {.file = file};
  compile_words(c, file, index, driver, o, &job.words);
  vec_push(&c->jobs, job);
  push_made(c, &c->stage, "--source=", file);
}

static bool reads_cxx(const char *path, const front_options *o) {
  bool cxx = is_cxx(path);
  for (size_t i = 0; i < o->n_more_files; i++) cxx |= is_cxx(o->more_files[i]);
  return cxx;
}

static bool reads_llvm(const char *path, const front_options *o) {
  bool llvm = is_bitcode(path);
  for (size_t i = 0; i < o->n_more_files; i++) llvm |= is_bitcode(o->more_files[i]);
  return llvm;
}

static void make_command(command *c, const char *path, const front_options *o) {
  char *stage = file_beside("allways-cc", "../libexec/allways/allways-cc");
  char *headers = file_beside("include", "../share/allways/include");
  vec_push(&c->made, stage);
  vec_push(&c->made, headers);
  c->headers = headers;
  vec_push(&c->stage, stage);
  if (o->exact_arithmetic) vec_push(&c->stage, "--exact");
  if (o->exact_arithmetic && reads_llvm(path, o)) vec_push(&c->stage, "--poison");
  if (o->uninitialised) vec_push(&c->stage, "--uninit");
  push_made(c, &c->stage, "--language=", reads_cxx(path, o) ? "c++" : "c");
  for (size_t i = 0; i < o->n_settings; i++) push_made(c, &c->stage, "--set=", o->settings[i]);
  for (size_t i = 0; i < o->n_arguments; i++) push_made(c, &c->stage, "--arg=", o->arguments[i]);
  if (o->args) {
    strbuf words = {0};
    sb_printf(&words, "%u,%u", o->args, o->args_length);
    push_made(c, &c->stage, "--args=", sb_text(&words));
    sb_fini(&words);
  }
  for (size_t i = 0; o->driver && i < o->driver->n_quoted; i++) {
    strbuf quoted = {0};
    sb_printf(&quoted, "%s=%s", o->driver->quoted[i].name, o->driver->quoted[i].text);
    push_made(c, &c->stage, "--quote=", sb_text(&quoted));
    sb_fini(&quoted);
  }
  add_file(c, path, 0, o->driver ? o->driver->text : NULL, o);
  for (size_t i = 0; i < o->n_more_files; i++) add_file(c, o->more_files[i], i + 1, NULL, o);
  if (!o->driver || !o->driver->spec_text) return;
  vec_push(&c->stage, "--spec");
  add_file(c, o->driver->spec_file, 0, o->driver->spec_text, o);
  c->jobs.data[c->jobs.len - 1].silent = strcmp(o->driver->spec_file, path) == 0;
}

static void free_command(command *c) {
  for (size_t i = 0; i < c->jobs.len; i++) vec_free(&c->jobs.data[i].words);
  for (size_t i = 0; i < c->made.len; i++) mem_free(c->made.data[i]);
  for (size_t i = 0; i < c->fds.len; i++) close(c->fds.data[i]);
  vec_free(&c->fds);
  vec_free(&c->jobs);
  vec_free(&c->made);
  vec_free(&c->stage);
}

bool front_includes(const char *path) { return front_find(path) == &front_clang && !is_bitcode(path); }

bool front_is_cxx(const char *path) { return is_cxx(path); }

bool front_messages(const char *path, const front_options *o, const char *text, strbuf *out, diags *d) {
  command c = {0};
  word_vec words = {0};
  char *headers = file_beside("include", "../share/allways/include");
  vec_push(&c.made, headers);
  c.headers = headers;
  compile_words(&c, path, 0, text, o, &words);
  words.data[words.len - 1] = "-fsyntax-only";
  vec_push(&words, "-ferror-limit=0");
  vec_push(&words, NULL);
  bool ok = has_headers(&c, path, d) && clang_messages(words.data, path, out, d);
  vec_free(&words);
  free_command(&c);
  return ok;
}

bool front_stubs(const char *path, const front_options *o, strbuf *out, diags *d) {
  if (front_find(path) != &front_clang) {
    diag_error(d, (place){.file = path}, DIAG_CC_STUBS);
    return false;
  }
  command c = {0};
  make_command(&c, path, o);
  vec_push(&c.stage, "--stubs");
  bool ok = has_all_headers(&c, d) && clang_run(c.jobs.data, c.jobs.len, &c.stage, out, d);
  free_command(&c);
  return ok;
}

static ir_module *load(const char *path, const front_options *o, diags *d) {
  command c = {0};
  strbuf text = {0};
  make_command(&c, path, o);
  ir_module *m = NULL;
  if (has_all_headers(&c, d) && clang_run(c.jobs.data, c.jobs.len, &c.stage, &text, d))
    m = front_air.parse(path, sb_text(&text), text.len, d);
  sb_fini(&text);
  free_command(&c);
  return m;
}

static const char *const endings[] = {".c", ".i", ".cpp", ".cc", ".cxx", ".C", ".ii", ".bc", ".ll", ".o", ".a", NULL};

const front_end front_clang = {.name = "c", .endings = endings, .load = load};
