// The project file: YAML, read by libyaml. Every mistake has its place; a key that is not known is one.
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <yaml.h>

#include "app/tasks.h"
#include "base/mem.h"

enum { TASKS_MAX = 10000 };

typedef struct reader {
  const char *path;
  yaml_document_t doc;
  const char *const *common;  // words for all tasks, from the command line
  size_t n_common;
  const char *given;  // the folder of the file
  task_list *out;
} reader;

typedef VEC(const char *) words;

// The keys of a task; those of the whole file are defaults for all tasks, and `tasks`.
typedef struct settings {
  const yaml_node_t *name, *files, *property, *flags, *options, *expect, *report;
} settings;

static bool complain(const reader *r, const yaml_node_t *at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static bool complain(const reader *r, const yaml_node_t *at, const char *format, ...) {
  va_list ap;
  va_start(ap, format);
  fprintf(stderr, "%s:%zu:%zu: error: ", r->path, at->start_mark.line + 1, at->start_mark.column + 1);
  vfprintf(stderr, format, ap);
  fputc('\n', stderr);
  va_end(ap);
  return false;
}

static const yaml_node_t *node(const reader *r, int index) {
  return yaml_document_get_node((yaml_document_t *)&r->doc, index);
}

static const char *text_of(const yaml_node_t *n) { return (const char *)n->data.scalar.value; }

static bool is_text(const yaml_node_t *n) {
  return n->type == YAML_SCALAR_NODE && strlen(text_of(n)) == n->data.scalar.length;
}

// --- mappings -------------------------------------------------------------------------------------------------------

static const char *const task_keys[] = {"name", "files", "property", "flags", "options", "expect", "report", NULL};

static const yaml_node_t **slot(settings *s, const char *key) {
  const yaml_node_t **slots[] = {&s->name, &s->files, &s->property, &s->flags, &s->options, &s->expect, &s->report};
  for (size_t i = 0; task_keys[i]; i++)
    if (strcmp(task_keys[i], key) == 0) return slots[i];
  return NULL;
}

static bool unknown_key(const reader *r, const yaml_node_t *key, bool whole) {
  const char *known[] = {"name", "files", "property", "flags", "options", "expect", "report", "tasks"};
  const char *const *from = whole ? known + 2 : known;
  const char *near = options_nearest(text_of(key), from, whole ? 6 : 7);
  return complain(r, key, "unknown key `%s`%s%s%s", text_of(key), near ? ", did you mean `" : "", near ? near : "",
                  near ? "`?" : "");
}

// Each key once; *tasks: only of the whole file, else NULL.
static bool read_mapping(const reader *r, const yaml_node_t *n, settings *s, const yaml_node_t **tasks) {
  if (n->type != YAML_MAPPING_NODE) return complain(r, n, "expected `key: value` here");
  for (yaml_node_pair_t *p = n->data.mapping.pairs.start; p < n->data.mapping.pairs.top; p++) {
    const yaml_node_t *key = node(r, p->key), *value = node(r, p->value), **at;
    if (!is_text(key)) return complain(r, key, "a key is a word");
    bool whole = tasks && strcmp(text_of(key), "tasks") == 0;
    at = whole ? tasks : slot(s, text_of(key));
    bool own = at == &s->name || at == &s->files || at == &s->report;
    if (!at || (tasks && own)) return unknown_key(r, key, tasks != NULL);
    if (*at) return complain(r, key, "`%s` is given twice", text_of(key));
    *at = value;
  }
  return true;
}

// --- words ----------------------------------------------------------------------------------------------------------

// A text, or a list of texts.
static bool add_texts(const reader *r, const yaml_node_t *n, const char *what, words *out) {
  if (is_text(n) && *text_of(n)) {
    vec_push(out, text_of(n));
    return true;
  }
  if (n->type != YAML_SEQUENCE_NODE || n->data.sequence.items.start == n->data.sequence.items.top)
    return complain(r, n, "`%s` is a text or a list of texts", what);
  for (yaml_node_item_t *i = n->data.sequence.items.start; i < n->data.sequence.items.top; i++) {
    const yaml_node_t *item = node(r, *i);
    if (!is_text(item) || !*text_of(item)) return complain(r, item, "`%s` is a text or a list of texts", what);
    vec_push(out, text_of(item));
  }
  return true;
}

static const char *joined(const reader *r, const char *begin, const words *list) {
  strbuf text = {0};
  sb_puts(&text, begin);
  for (size_t i = 0; i < list->len; i++) sb_printf(&text, "%s%s", i ? "," : "", list->data[i]);
  const char *kept = arena_strdup(r->out->mem, sb_text(&text));
  sb_fini(&text);
  return kept;
}

static bool is_true(const char *text) { return !strcmp(text, "true") || !strcmp(text, "yes") || !strcmp(text, "on"); }
static bool is_false(const char *text) { return !strcmp(text, "false") || !strcmp(text, "no") || !strcmp(text, "off"); }

static bool is_switch(const char *name) {
  for (size_t i = 0; i < OPTION_COUNT; i++)
    if (strcmp(option_get((option_id)i)->name, name) == 0) return option_get((option_id)i)->type == OPTION_BOOL;
  return false;
}

// `timeout: 60` is --timeout=60, `malloc-may-fail: true` is --malloc-may-fail=on; each is tried alone, so that the mistake has its place.
static bool add_option(const reader *r, const yaml_node_t *key, const yaml_node_t *value, task *t) {
  if (!is_text(key) || !is_text(value)) return complain(r, value, "an option is `name: value`");
  const char *text = text_of(value), *name = text_of(key);
  if (is_switch(name) && (is_true(text) || is_false(text))) text = is_true(text) ? "on" : "off";
  if (!strcmp(name, "json") || !strcmp(name, "quiet") || !strcmp(name, "property") || !strcmp(name, "report") ||
      !strcmp(name, "each"))
    return complain(r, key, "`%s` is no option of a task%s", name,
                    !strcmp(name, "property") || !strcmp(name, "report") ? ", but a key of its own" : "");
  words one = {0};
  strbuf word = {0}, error = {0};
  sb_printf(&word, "--%s=%s", name, text);
  const char *kept = arena_strdup(r->out->mem, sb_text(&word));
  vec_push(&one, kept);
  command_line line;
  bool ok = options_parse(1, one.data, &line, &error);
  if (!ok) complain(r, value, "%s", sb_text(&error));
  command_line_fini(&line);
  vec_push(&t->words, kept);
  vec_free(&one);
  sb_fini(&word);
  sb_fini(&error);
  return ok;
}

static bool add_options(const reader *r, const yaml_node_t *n, task *t) {
  if (!n) return true;
  if (n->type != YAML_MAPPING_NODE) return complain(r, n, "`options` are lines `name: value`, as `timeout: 60`");
  for (yaml_node_pair_t *p = n->data.mapping.pairs.start; p < n->data.mapping.pairs.top; p++)
    if (!add_option(r, node(r, p->key), node(r, p->value), t)) return false;
  return true;
}

// --- one task -------------------------------------------------------------------------------------------------------

static bool read_expect(const reader *r, const yaml_node_t *n, task *t) {
  static const char *const names[] = {"safe", "proved", "unsafe", "unknown", NULL};
  if (!n) return true;
  for (size_t i = 0; is_text(n) && names[i]; i++) {
    if (strcmp(names[i], text_of(n)) != 0) continue;
    t->expect = (task_expect)i;
    return true;
  }
  return complain(r, n, "`expect` is one of safe, proved, unsafe, unknown");
}

static bool files_exist(const reader *r, const yaml_node_t *at, const words *files) {
  for (size_t i = 0; i < files->len; i++) {
    strbuf path = {0};
    sb_printf(&path, "%s%s%s", files->data[i][0] == '/' ? "" : r->given, files->data[i][0] == '/' ? "" : "/",
              files->data[i]);
    bool ok = access(sb_text(&path), R_OK) == 0;
    sb_fini(&path);
    if (!ok) return complain(r, at, "%s cannot be read: %s", files->data[i], strerror(errno));
  }
  return true;
}

// The words as the command line has them: options, files, `--`, flags.
static bool make_words(const reader *r, const settings *own, const settings *all, task *t) {
  words files = {0}, properties = {0}, flags = {0}, reports = {0};
  const yaml_node_t *property = own->property ? own->property : all->property;
  bool ok = add_texts(r, own->files, "files", &files) && files_exist(r, own->files, &files) &&
            (!property || add_texts(r, property, "property", &properties)) &&
            (!all->flags || add_texts(r, all->flags, "flags", &flags)) &&
            (!own->flags || add_texts(r, own->flags, "flags", &flags)) &&
            (!own->report || add_texts(r, own->report, "report", &reports));
  vec_push(&t->words, "verify");
  ok = ok && add_options(r, all->options, t) && add_options(r, own->options, t);
  if (property && ok) vec_push(&t->words, joined(r, "--property=", &properties));
  for (size_t i = 0; i < reports.len; i++) {
    words one = {0};
    vec_push(&one, reports.data[i]);
    vec_push(&t->words, joined(r, "--report=", &one));
    vec_free(&one);
  }
  for (size_t i = 0; i < r->n_common; i++) vec_push(&t->words, r->common[i]);
  for (size_t i = 0; i < files.len; i++) vec_push(&t->words, files.data[i]);
  if (flags.len) vec_push(&t->words, "--");
  for (size_t i = 0; i < flags.len; i++) vec_push(&t->words, flags.data[i]);
  vec_free(&files);
  vec_free(&properties);
  vec_free(&flags);
  vec_free(&reports);
  return ok;
}

// Which options go together is judged for the task as a whole.
static bool judge_words(const reader *r, const yaml_node_t *at, const task *t) {
  command_line line;
  strbuf error = {0};
  bool ok = options_parse((int)t->words.len, t->words.data, &line, &error) && options_judge(&line, &error);
  if (!ok) complain(r, at, "task `%s`: %s", t->name, sb_text(&error));
  command_line_fini(&line);
  sb_fini(&error);
  return ok;
}

// The texts of the document end with it.
static void keep_words(task *t, arena *mem) {
  t->name = arena_strdup(mem, t->name);
  for (size_t i = 0; i < t->words.len; i++) t->words.data[i] = arena_strdup(mem, t->words.data[i]);
}

static bool read_task(const reader *r, const yaml_node_t *n, const settings *all) {
  settings own = {0};
  task t = {.expect = EXPECT_SAFE};
  if (!read_mapping(r, n, &own, NULL)) return false;
  if (!own.files) return complain(r, n, "a task needs `files`");
  if (own.name && (!is_text(own.name) || !*text_of(own.name))) return complain(r, own.name, "a name is a text");
  const yaml_node_t *first = own.files->type == YAML_SEQUENCE_NODE &&
                                     own.files->data.sequence.items.start < own.files->data.sequence.items.top
                                 ? node(r, *own.files->data.sequence.items.start)
                                 : own.files;
  t.name = own.name ? text_of(own.name) : is_text(first) ? text_of(first) : "";
  for (size_t i = 0; i < r->out->tasks.len; i++)
    if (strcmp(r->out->tasks.data[i].name, t.name) == 0)
      return complain(r, own.name ? own.name : n, "there is a task `%s` before", t.name);
  bool ok = read_expect(r, own.expect ? own.expect : all->expect, &t) && make_words(r, &own, all, &t) &&
            judge_words(r, n, &t);
  keep_words(&t, r->out->mem);
  vec_push(&r->out->tasks, t);
  return ok;
}

// --- the file -------------------------------------------------------------------------------------------------------

static bool read_document(reader *r) {
  const yaml_node_t *root = yaml_document_get_root_node(&r->doc), *tasks = NULL;
  settings all = {0};
  if (!root) {
    fprintf(stderr, "%s:1:1: error: the file is empty: it needs `tasks`\n", r->path);
    return false;
  }
  if (!read_mapping(r, root, &all, &tasks)) return false;
  if (!tasks || tasks->type != YAML_SEQUENCE_NODE || tasks->data.sequence.items.start == tasks->data.sequence.items.top)
    return complain(r, tasks ? tasks : root, "`tasks` is a list with at least one task");
  if (tasks->data.sequence.items.top - tasks->data.sequence.items.start > TASKS_MAX)
    return complain(r, tasks, "too many tasks");
  for (yaml_node_item_t *i = tasks->data.sequence.items.start; i < tasks->data.sequence.items.top; i++)
    if (!read_task(r, node(r, *i), &all)) return false;
  return true;
}

static const char *folder_of(const char *path, arena *mem) {
  const char *slash = strrchr(path, '/');
  return slash ? arena_strndup(mem, path, slash == path ? 1 : (size_t)(slash - path)) : ".";
}

bool tasks_read(const char *path, const char *const *common, size_t n, task_list *out) {
  FILE *f = fopen(path, "r");
  if (!f) {
    fprintf(stderr, "%s: error: cannot be read: %s\n", path, strerror(errno));
    return false;
  }
  out->folder = folder_of(path, out->mem);
  reader r = {.path = path, .common = common, .n_common = n, .given = out->folder, .out = out};
  yaml_parser_t parser;
  CHECK(yaml_parser_initialize(&parser), "out of memory");
  yaml_parser_set_input_file(&parser, f);
  bool ok = yaml_parser_load(&parser, &r.doc);
  if (!ok)
    fprintf(stderr, "%s:%zu:%zu: error: not YAML: %s\n", path, parser.problem_mark.line + 1,
            parser.problem_mark.column + 1, parser.problem ? parser.problem : "it cannot be read");
  if (ok) {
    ok = read_document(&r);
    yaml_document_delete(&r.doc);
  }
  yaml_parser_delete(&parser);
  fclose(f);
  return ok;
}
