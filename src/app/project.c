#include "app/project.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/project_words.h"
#include "base/diag.h"
#include "base/file.h"
#include "base/mem.h"
#include "base/str.h"
#include "front/front.h"

enum { MAX_DATABASE = 256 << 20, MAX_RESPONSE = 16 << 20, RESPONSE_DEPTH = 8 };

typedef struct entry {
  const char *file;    // as it is shown: from the current folder, if it lies below
  const char *real;    // without links and dots
  const char *target;  // "" if its output does not tell
  project_words flags;
} entry;

typedef struct project {
  arena *mem;
  const char *path;  // of the database
  diags *d;
  VEC(entry) entries;
} project;

static place whole(const project *p) { return (place){.file = p->path}; }

// --- reading --------------------------------------------------------------------------------------------------------

static const char *real_path(arena *mem, const char *path) {
  char *real = realpath(path, NULL);
  const char *kept = arena_strdup(mem, real ? real : path);
  free(real);
  return kept;
}

static const char *shown_path(arena *mem, const char *real) {
  char *here = getcwd(NULL, 0);
  size_t len = here ? strlen(here) : 0;
  bool below = len > 1 && str_starts(real, here) && real[len] == '/';
  free(here);
  return below ? arena_strdup(mem, real + len + 1) : real;
}

// CMake puts the objects of a target into TARGET.dir, Meson into TARGET.p.
static const char *target_of(arena *mem, const char *output) {
  const char *found = "";
  for (const char *at = output; at && *at;) {
    size_t len = strcspn(at, "/");
    if (len > 4 && !memcmp(at + len - 4, ".dir", 4) && at[len]) found = arena_strndup(mem, at, len - 4);
    if (len > 2 && !memcmp(at + len - 2, ".p", 2) && at[len]) found = arena_strndup(mem, at, len - 2);
    at += len + (at[len] == '/');
  }
  return found;
}

// Words of a file, where one begins with @.
static bool add_word(project *p, const char *folder, const char *word, int depth, project_words *out) {
  if (*word != '@' || depth >= RESPONSE_DEPTH) {
    vec_push(out, word);
    return true;
  }
  size_t len;
  const char *why, *path = project_path(p->mem, folder, word + 1);
  char *text = file_read(path, MAX_RESPONSE, &len, &why);
  if (!text) {
    diag_error(p->d, (place){.file = path}, DIAG_FILE_UNREADABLE, why);
    return false;
  }
  project_words words = {0};
  bool ok = project_split(p->mem, text, &words);
  mem_free(text);
  if (!ok) diag_error(p->d, (place){.file = path}, DIAG_PROJECT_QUOTE);
  for (size_t i = 0; i < words.len && ok; i++) ok = add_word(p, folder, words.data[i], depth + 1, out);
  vec_free(&words);
  return ok;
}

static bool words_of(project *p, json_t *e, size_t index, const char *folder, project_words *out) {
  const json_t *list = json_object_get(e, "arguments");
  const char *line = json_string_value(json_object_get(e, "command"));
  project_words words = {0};
  bool ok = true;
  for (size_t i = 0; i < json_array_size(list) && ok; i++) {
    const char *word = json_string_value(json_array_get(list, i));
    ok = word != NULL;
    if (ok) vec_push(&words, arena_strdup(p->mem, word));
  }
  if (!ok || (!json_is_array(list) && !line)) {
    diag_error(p->d, whole(p), DIAG_PROJECT_ENTRY, index + 1, "`arguments` (texts) or `command` (a text)");
    ok = false;
  } else if (!json_is_array(list) && !project_split(p->mem, line, &words)) {
    diag_error(p->d, whole(p), DIAG_PROJECT_ENTRY, index + 1, "a command whose quotes are closed");
    ok = false;
  }
  for (size_t i = 0; i < words.len && ok; i++) ok = add_word(p, folder, words.data[i], 0, out);
  vec_free(&words);
  return ok;
}

static bool read_entry(project *p, json_t *e, size_t index) {
  const char *folder = json_string_value(json_object_get(e, "directory"));
  const char *file = json_string_value(json_object_get(e, "file"));
  const char *output = json_string_value(json_object_get(e, "output"));
  if (!folder || !file) {
    diag_error(p->d, whole(p), DIAG_PROJECT_ENTRY, index + 1, "`directory` and `file`, texts");
    return false;
  }
  folder = arena_strdup(p->mem, folder);
  if (*folder != '/') {  // from where the database is
    const char *slash = strrchr(p->path, '/');
    folder = project_path(p->mem, slash ? arena_strndup(p->mem, p->path, (size_t)(slash - p->path)) : ".", folder);
  }
  project_words words = {0};
  bool ok = words_of(p, e, index, folder, &words);
  if (ok) {
    entry made = {.real = real_path(p->mem, project_path(p->mem, folder, arena_strdup(p->mem, file)))};
    made.file = shown_path(p->mem, made.real);
    if (!output) output = project_output(&words);
    made.target = target_of(p->mem, output);
    project_flags(p->mem, folder, &words, &made.flags);
    vec_push(&p->entries, made);
  }
  vec_free(&words);
  return ok;
}

static bool read_database(project *p) {
  size_t len;
  const char *why;
  char *text = file_read(p->path, MAX_DATABASE, &len, &why);
  if (!text) {
    diag_error(p->d, whole(p), DIAG_PROJECT_MISSING, why);
    return false;
  }
  json_error_t error;
  json_t *root = json_loadb(text, len, 0, &error);
  mem_free(text);
  place at = {.file = p->path,
              .line = error.line > 0 ? (uint32_t)error.line : 1,
              .col = error.column > 0 ? (uint32_t)error.column : 1};
  bool ok = json_is_array(root);
  if (!root)
    diag_error(p->d, at, DIAG_PROJECT_JSON, error.text);
  else if (!ok)
    diag_error(p->d, (place){.file = p->path, .line = 1, .col = 1}, DIAG_PROJECT_JSON,
               "an array of commands is expected");
  for (size_t i = 0; ok && i < json_array_size(root); i++) ok = read_entry(p, json_array_get(root, i), i);
  json_decref(root);
  return ok;
}

// --- choosing -------------------------------------------------------------------------------------------------------

static const entry *find(const project *p, const char *file) {
  const char *real = real_path(p->mem, file);
  for (size_t i = 0; i < p->entries.len; i++)
    if (!strcmp(p->entries.data[i].real, real)) return &p->entries.data[i];
  return NULL;
}

static void add_source(command_line *line, const char *file, const entry *e) {
  for (size_t i = 0; i < line->files.len; i++)
    if (!strcmp(line->files.data[i], file)) return;
  vec_push(&line->files, file);
  front_words own = {0};
  if (e) own = (front_words){arena_copy(line->mem, e->flags.data, e->flags.len * sizeof *e->flags.data), e->flags.len};
  vec_push(&line->own_flags, own);
}

static bool unknown_target(project *p, const char *name) {
  strbuf known = {0};
  for (size_t i = 0; i < p->entries.len; i++) {
    const char *target = p->entries.data[i].target;
    bool first = *target;
    for (size_t k = 0; k < i && first; k++) first = strcmp(p->entries.data[k].target, target) != 0;
    if (first) sb_printf(&known, "%s%s", known.len ? ", " : "", target);
  }
  diag_error(p->d, whole(p), DIAG_PROJECT_TARGET, name, known.len ? sb_text(&known) : "none is named");
  sb_fini(&known);
  return false;
}

// All sources of a target, or all there are (NULL). What is no C or C++ is left out, and said.
static bool add_target(project *p, command_line *line, const char *target) {
  bool any = false;
  for (size_t i = 0; i < p->entries.len; i++) {
    const entry *e = &p->entries.data[i];
    if (target && strcmp(e->target, target) != 0) continue;
    any = true;
    if (front_find(e->file) == &front_clang)
      add_source(line, e->file, e);
    else
      diag_warning(p->d, (place){.file = e->file}, DIAG_PROJECT_LEFT_OUT);
  }
  return any || !target || unknown_target(p, target);
}

static bool choose(project *p, command_line *line) {
  const opt_list *targets = &line->options.target;
  size_t n = line->files.len;
  const char **given = ARENA_NEW_N(p->mem, const char *, n + 1);
  for (size_t i = 0; i < n; i++) given[i] = line->files.data[i];
  vec_clear(&line->files);
  bool ok = true, known = !n;
  if (!targets->len && !n) ok = add_target(p, line, NULL);
  for (size_t i = 0; i < targets->len && ok; i++) ok = add_target(p, line, targets->items[i]);
  for (size_t i = 0; i < n && ok; i++) {
    const entry *e = find(p, given[i]);
    known |= e != NULL;
    add_source(line, given[i], e);
  }
  if (ok && !known && !targets->len) {
    diag_error(p->d, (place){.file = given[0]}, DIAG_PROJECT_FILE, p->path);
    ok = false;
  }
  if (ok && !line->files.len) {
    diag_error(p->d, whole(p), DIAG_PROJECT_EMPTY);
    ok = false;
  }
  return ok;
}

static const char *database_path(arena *mem, const char *where) {
  struct stat about;
  bool folder = stat(where, &about) == 0 && S_ISDIR(about.st_mode);
  size_t len = strlen(where);
  return folder ? arena_printf(mem, "%s%scompile_commands.json", where, len && where[len - 1] == '/' ? "" : "/")
                : where;
}

bool project_apply(command_line *line) {
  if (!*line->options.project) return true;
  project p = {.mem = line->mem, .d = diags_new()};
  p.path = database_path(p.mem, line->options.project);
  bool ok = read_database(&p) && choose(&p, line);
  diags_print(p.d, stderr);
  diags_free(p.d);
  for (size_t i = 0; i < p.entries.len; i++) vec_free(&p.entries.data[i].flags);
  vec_free(&p.entries);
  return ok;
}
