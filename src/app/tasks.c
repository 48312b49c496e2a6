#define _GNU_SOURCE  // pipe2
#include "app/tasks.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/driver.h"
#include "app/output.h"
#include "app/watch.h"
#include "base/clock.h"
#include "base/mem.h"

void tasks_fini(task_list *list) {
  for (size_t i = 0; i < list->tasks.len; i++) vec_free(&list->tasks.data[i].words);
  vec_free(&list->tasks);
  arena_free(list->mem);
}

typedef struct outcome {
  int status;
  double seconds;
  json_t *result;  // NULL: there is none
} outcome;

// --- one task -------------------------------------------------------------------------------------------------------

static pid_t start(const task *t, const char *folder, int *out) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC)) return -1;
  const char **argv = MEM_NEW_N(const char *, t->words.len + 3);
  size_t n = 0;
  argv[n++] = "allways";
  argv[n++] = "--json";
  for (size_t i = 0; i < t->words.len; i++) argv[n++] = t->words.data[i];
  argv[n] = NULL;
  fflush(NULL);
  pid_t pid = fork();
  if (pid == 0) {
    dup2(ends[1], STDOUT_FILENO);
    if (chdir(folder) == 0) execv("/proc/self/exe", (char *const *)argv);
    _exit(STATUS_BUG);
  }
  mem_free(argv);
  close(ends[1]);
  *out = ends[0];
  return pid;
}

static const char *text_at(const json_t *o, const char *key) {
  const char *text = json_string_value(json_object_get(o, key));
  return text ? text : "";
}

static outcome run_task(const task *t, const char *folder) {
  outcome o = {.status = STATUS_BUG};
  int out = -1, status;
  double began = clock_wall();
  pid_t pid = start(t, folder, &out);
  if (pid < 0) {
    fprintf(stderr, "allways: %s cannot be started: %s\n", t->name, strerror(errno));
    return o;
  }
  json_t *result = json_loadfd(out, 0, NULL);
  close(out);
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
  if (WIFEXITED(status)) o.status = WEXITSTATUS(status);
  o.seconds = clock_wall() - began;
  static const char *const verdicts[] = {"safe", "unsafe", "unknown"};
  bool has_verdict = false;
  // The result says it, not the exit status: that of --exit-zero says nothing.
  for (int v = 0; o.status <= STATUS_UNKNOWN && v <= STATUS_UNKNOWN && !has_verdict; v++) {
    has_verdict = json_is_object(result) && strcmp(text_at(result, "verdict"), verdicts[v]) == 0;
    if (has_verdict) o.status = v;
  }
  o.result = has_verdict ? result : NULL;
  if (!has_verdict) json_decref(result);
  if (o.status <= STATUS_UNKNOWN && !has_verdict) o.status = STATUS_BUG;
  return o;
}

static bool is_expected(const task *t, const outcome *o) {
  switch (t->expect) {
  case EXPECT_SAFE: return o->status == STATUS_SAFE;
  case EXPECT_PROVED: return o->status == STATUS_SAFE && !strcmp(text_at(o->result, "grade"), "proved");
  case EXPECT_UNSAFE: return o->status == STATUS_UNSAFE;
  case EXPECT_UNKNOWN: return o->status == STATUS_UNKNOWN;
  }
  UNREACHABLE("expected verdict");
}

static const char *expect_name(task_expect e) {
  static const char *const names[] = {"SAFE", "SAFE (proved)", "UNSAFE", "UNKNOWN"};
  return names[e];
}

// --- the table ------------------------------------------------------------------------------------------------------

static void put_verdict(const outcome *o, strbuf *out) {
  static const char *const names[] = {"SAFE", "UNSAFE", "UNKNOWN"};
  if (o->status > STATUS_UNKNOWN) {
    sb_printf(out, "status %d", o->status);
    return;
  }
  sb_puts(out, names[o->status]);
  if (o->status == STATUS_SAFE) sb_printf(out, " (%s)", text_at(o->result, "grade"));
}

static void put_place(const json_t *at, strbuf *out) {
  const char *file = text_at(at, "file");
  if (*file)
    sb_printf(out, " at %s:%lld:%lld", file, (long long)json_integer_value(json_object_get(at, "line")),
              (long long)json_integer_value(json_object_get(at, "column")));
}

// What a reader wants to know of one that is not simply safe.
static void put_details(const outcome *o, strbuf *out) {
  const json_t *violation = json_object_get(o->result, "violation");
  if (o->status == STATUS_UNSAFE) {
    sb_puts(out, text_at(violation, "message"));
    put_place(json_object_get(violation, "place"), out);
  } else if (o->status == STATUS_UNKNOWN) {
    sb_puts(out, text_at(o->result, "reason"));
    put_place(json_object_get(o->result, "reason_place"), out);
  }
}

static void print_row(const task *t, const outcome *o, int width) {
  strbuf verdict = {0}, details = {0};
  put_verdict(o, &verdict);
  put_details(o, &details);
  bool stored = *text_at(o->result, "stored");
  printf("%-*s  %-16s %8.1f s  %s", width, t->name, sb_text(&verdict), o->seconds, stored ? "stored  " : "");
  if (!is_expected(t, o)) printf("expected %s%s", expect_name(t->expect), details.len ? "; " : "");
  printf("%s\n", sb_text(&details));
  fflush(stdout);
  sb_fini(&verdict);
  sb_fini(&details);
}

static json_t *row_json(const task *t, outcome *o) {
  json_t *row = json_object();
  json_object_set_new(row, "name", json_string(t->name));
  json_object_set_new(row, "status", json_integer(o->status));
  json_object_set_new(row, "expected", json_string(expect_name(t->expect)));
  json_object_set_new(row, "as_expected", json_boolean(is_expected(t, o)));
  json_object_set_new(row, "seconds", json_real(o->seconds));
  json_object_set(row, "result", o->result ? o->result : json_null());
  return row;
}

// --- all of them ----------------------------------------------------------------------------------------------------

// A task without verdict counts most, then a verdict that was not expected, then an UNKNOWN.
static int worse(int all, const task *t, const outcome *o) {
  int this = is_expected(t, o) ? 0 : o->status == STATUS_SAFE ? STATUS_UNSAFE : o->status;
  if (all > STATUS_UNKNOWN || this > STATUS_UNKNOWN) return all > this ? all : this;
  if (all == STATUS_UNSAFE || this == STATUS_UNSAFE) return STATUS_UNSAFE;
  return all > this ? all : this;
}

int tasks_run(const task_list *list, bool json) {
  int all = 0, width = 4;
  size_t expected = 0;
  json_t *rows = json_array();
  for (size_t i = 0; i < list->tasks.len; i++)
    if ((int)strlen(list->tasks.data[i].name) > width) width = (int)strlen(list->tasks.data[i].name);
  for (size_t i = 0; i < list->tasks.len; i++) {
    const task *t = &list->tasks.data[i];
    outcome o = run_task(t, list->folder);
    if (json)
      json_array_append_new(rows, row_json(t, &o));
    else
      print_row(t, &o, width);
    expected += is_expected(t, &o);
    all = worse(all, t, &o);
    json_decref(o.result);
  }
  if (json) {
    json_t *whole = json_pack("{s:s, s:o, s:i, s:i, s:i}", "allways", ALLWAYS_VERSION, "tasks", rows, "count",
                              (int)list->tasks.len, "as_expected", (int)expected, "status", all);
    json_dumpf(whole, stdout, JSON_INDENT(1));
    fputc('\n', stdout);
    json_decref(whole);
  } else {
    printf("%zu of %zu as expected\n", expected, list->tasks.len);
    json_decref(rows);
  }
  output_check();
  return all;
}

// --- verify --each --------------------------------------------------------------------------------------------------

// The words of the command line with one of its files each.
static void take_words(const command_line *line, size_t index, task *t) {
  vec_push(&t->words, "verify");
  size_t file = 0;
  bool before = true;
  for (int i = 0; i < line->n_words; i++) {
    const char *word = line->words[i];
    if (strcmp(word, "--") == 0) before = false;
    bool is_file = before && file < line->files.len && word == line->files.data[file];
    if (is_file && file++ != index) continue;
    if (before &&
        (strcmp(word, "--each") == 0 || strcmp(word, "--json") == 0 || (i == 0 && strcmp(word, "verify") == 0)))
      continue;
    vec_push(&t->words, word);
  }
}

int driver_each(const command_line *line) {
  task_list list = {.mem = arena_new(), .folder = "."};
  for (size_t i = 0; i < line->files.len; i++) {
    task t = {.name = line->files.data[i]};
    take_words(line, i, &t);
    vec_push(&list.tasks, t);
  }
  int status = tasks_run(&list, line->options.json);
  tasks_fini(&list);
  return status;
}

// What is given on the command line counts for all tasks. The folder of stored results is meant from here, tasks run elsewhere.
static void common_words(const command_line *line, arena *mem, strbuf *text, const char **words, size_t *n) {
  const options *o = &line->options;
  *n = 0;
  if (o->given[OPTION_cache_dir]) {
    char *here = o->cache_dir[0] == '/' ? NULL : getcwd(NULL, 0);
    sb_printf(text, "--cache-dir=%s%s%s", here ? here : "", here ? "/" : "", o->cache_dir);
    free(here);
    words[(*n)++] = arena_strdup(mem, sb_text(text));
  }
  sb_clear(text);
  if (o->given[OPTION_timeout]) {
    sb_printf(text, "--timeout=%.6f", o->timeout);
    words[(*n)++] = arena_strdup(mem, sb_text(text));
  }
  sb_clear(text);
  if (o->given[OPTION_memory]) {
    sb_printf(text, "--memory=%llu", (unsigned long long)o->memory);
    words[(*n)++] = arena_strdup(mem, sb_text(text));
  }
}

int driver_tasks(const command_line *line) {
  task_list list = {.mem = arena_new()};
  const char *words[3];
  size_t n;
  strbuf text = {0};
  common_words(line, list.mem, &text, words, &n);
  sb_fini(&text);
  bool ok = tasks_read(line->files.len ? line->files.data[0] : "allways.yml", words, n, &list);
  int status = ok ? tasks_run(&list, line->options.json) : STATUS_BAD_INPUT;
  tasks_fini(&list);
  return status;
}
