#include "app/mistakes.h"

#include <dirent.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/auto.h"
#include "base/mem.h"

enum { WORD_MAX = 64, NAMES_MAX = 512 };

// --- options --------------------------------------------------------------------------------------------------------

// One minus sign, and then what compilers take.
static bool is_for_compiler(const char *word) {
  static const char *const begins[] = {"-I", "-D", "-U",       "-std=",    "-m",       "-f", "-O",     "-W", "-g",
                                       "-l", "-L", "-isystem", "-include", "-pthread", "-x", "-nostd", NULL};
  for (const char *const *b = begins; *b; b++)
    if (str_starts(word, *b)) return true;
  return false;
}

// What other tools call options that are here.
static const char *foreign_option(const char *bare) {
  static const struct {
    const char *theirs, *ours;
  } names[] = {
      {"v", "--version"},          {"V", "--version"},    {"verbose", "--stats"}, {"j", "--jobs"},
      {"time-limit", "--timeout"}, {"bound", "--unwind"}, {"k", "--unwind"},      {"witness", "--report"},
      {"trace", "--report"},       {"sarif", "--report"}, {"entry", "--target"},
  };
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    if (strcmp(names[i].theirs, bare) == 0) return names[i].ours;
  return NULL;
}

static const char *nearest_option(const char *bare) {
  const char *names[OPTION_COUNT + 3];
  size_t n = 0;
  for (; n < OPTION_COUNT; n++) names[n] = option_get((option_id)n)->name;
  names[n++] = "help";
  names[n++] = "version";
  names[n++] = "options";
  return options_nearest(bare, names, n);
}

void mistake_option(const char *word, strbuf *error) {
  char bare[WORD_MAX];
  snprintf(bare, sizeof bare, "%s", word + strspn(word, "-"));
  bare[strcspn(bare, "=")] = '\0';
  sb_printf(error, "unknown option `%s`", word);
  const char *property = options_property_like(bare), *foreign = foreign_option(bare), *near;
  if (word[1] != '-' && is_for_compiler(word))
    sb_printf(error, "; words for the compiler stand behind `--`, at the end: allways FILE... -- %s", word);
  else if (property)
    sb_printf(error, ", did you mean --property=%s?", property);
  else if (foreign)
    sb_printf(error, ", did you mean %s?", foreign);
  else if (app_engine_find(bare, strlen(bare)))
    sb_printf(error, ", did you mean --engine=%s?", bare);
  else if ((near = nearest_option(bare)))
    sb_printf(error, ", did you mean --%s?", near);
  else
    sb_puts(error, "; `allways --help=all` lists them all");
}

// --- files and commands ---------------------------------------------------------------------------------------------

typedef struct name_list {
  char texts[NAMES_MAX][WORD_MAX];
  const char *names[NAMES_MAX];
  size_t n;
} name_list;

// The files of a folder that some front end reads, as far as there is room.
static void list_files(const char *folder, name_list *out) {
  DIR *d = opendir(folder);
  for (struct dirent *e; d && out->n < NAMES_MAX && (e = readdir(d));) {
    if (strlen(e->d_name) >= WORD_MAX || !front_find(e->d_name)) continue;
    strcpy(out->texts[out->n], e->d_name);
    out->names[out->n] = out->texts[out->n];
    out->n++;
  }
  if (d) closedir(d);
}

// Of several that are equally near the first by name: a folder has no order.
static const char *nearest_file(const char *name, const name_list *files) {
  const char *best = NULL;
  for (size_t i = 0; i < files->n; i++) {
    size_t len = strlen(name);
    bool lacks_ending = len && str_starts(files->names[i], name) && files->names[i][len] == '.';
    if (!lacks_ending && !options_nearest(name, &files->names[i], 1)) continue;
    if (!best || strcmp(files->names[i], best) < 0) best = files->names[i];
  }
  return best;
}

// ", did you mean `x.c`?" if the folder has such a file.
static bool suggest_file(const char *path, strbuf *out) {
  const char *slash = strrchr(path, '/');
  char *folder = slash ? mem_strndup(path, (size_t)(slash - path) + 1) : mem_strdup("./");
  name_list *files = MEM_NEW(name_list);
  list_files(folder, files);
  const char *near = nearest_file(slash ? slash + 1 : path, files);
  if (near) sb_printf(out, ", did you mean `%s%s`?", slash ? folder : "", near);
  mem_free(files);
  mem_free(folder);
  return near != NULL;
}

bool mistake_command(const char *word, strbuf *error) {
  static const struct {
    const char *theirs, *ours;
  } names[] = {
      {"check", "verify"}, {"prove", "verify"}, {"test", "verify"}, {"run", "simulate"}, {"version", "--version"}};
  if (strpbrk(word, "./") || access(word, F_OK) == 0) return false;
  const char *near = command_nearest(word);
  for (size_t i = 0; !near && i < sizeof names / sizeof names[0]; i++)
    if (strcmp(names[i].theirs, word) == 0) near = names[i].ours;
  sb_printf(error, "`%s` is neither a command nor a file", word);
  if (near)
    sb_printf(error, ", did you mean `allways %s`?", near);
  else if (!suggest_file(word, error))
    sb_puts(error, "; `allways --help` lists the commands");
  return true;
}

static bool judge_file(const char *path) {
  struct stat s;
  strbuf text = {0}, database = {0};
  if (stat(path, &s)) {
    sb_printf(&text, "cannot be read: %s", strerror(errno));
    if (errno == ENOENT) suggest_file(path, &text);
  } else if (S_ISDIR(s.st_mode)) {
    sb_printf(&database, "%s/compile_commands.json", path);
    sb_puts(&text, "cannot be read: is a directory");
    if (access(sb_text(&database), R_OK) == 0)
      sb_printf(&text, "; its compile_commands.json is read with --project=%s", path);
    else
      sb_puts(&text, "; pass the files of the program instead");
  } else if (S_ISREG(s.st_mode) && s.st_size == 0) {
    sb_puts(&text, "the file is empty");
  }
  bool ok = !text.len;
  if (!ok) fprintf(stderr, "%s: error: %s\n", path, sb_text(&text));
  sb_fini(&text);
  sb_fini(&database);
  return ok;
}

bool mistake_files(const command_line *line) {
  bool reads = line->command == COMMAND_VERIFY || line->command == COMMAND_SIMULATE ||
               line->command == COMMAND_REPLAY || line->command == COMMAND_IR || line->command == COMMAND_STUBS;
  bool ok = true;
  for (size_t i = 0; reads && i < line->files.len; i++)
    if (!judge_file(line->files.data[i])) ok = false;
  return ok;
}
