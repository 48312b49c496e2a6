#include "app/native.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "app/driver.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/mem.h"

// Exit statuses of runtime/native/native.c.
enum {
  FAILED = 101,
  DEADLOCK = 102,
  RACE = 103,
  FREED = 104,
  FAULT = 105,
  LOST = 106,
  NOT_STARTED = 127,
  SECONDS = 60
};

typedef VEC(const char *) words;

// --- what can be forced ---------------------------------------------------------------------------------------------

// The ends of a run that show such a violation; NULL-terminated by 0. NULL: nothing of it is to be seen in a run.
static const int *shown_by(ir_check check) {
  static const int fails[] = {FAILED, FAULT, 0}, deadlock[] = {DEADLOCK, 0}, race[] = {RACE, 0},
                   memory[] = {FREED, FAULT, 0}, fault[] = {FAULT, 0};
  switch ((int)check) {
  case IR_CHECK_ASSERT:
  case IR_CHECK_UNREACH: return fails;
  case IR_CHECK_DEADLOCK: return deadlock;
  case IR_CHECK_RACE: return race;
  case IR_CHECK_FREED:
  case IR_CHECK_DOUBLE_FREE: return memory;
  case IR_CHECK_NULL:
  case IR_CHECK_DIV:
  case IR_CHECK_OVERFLOW: return fault;
  default: return NULL;
  }
}

static const char *objection(const session *s) {
  const result *r = s->result;
  if (s->ir->scheduler != IR_SCHED_INTERLEAVE || (strcmp(s->ir->language, "c") && strcmp(s->ir->language, "c++")))
    return "only C and C++ with threads can be";
  if (r->replay_memory) return "a weak memory model cannot be chosen on this machine";
  if (r->lasso) return "a run that never ends cannot be waited for";
  if (!shown_by(r->violation.check)) return "a run of the program does not show this kind of violation";
  return NULL;
}

// --- the plan -------------------------------------------------------------------------------------------------------

static const char *last_part(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

static void put_plan(const result *r, strbuf *out) {
  for (size_t i = 0; i < r->trace.len; i++) {
    const trace_step *t = &r->trace.data[i];
    if (t->proc && t->at.file && t->at.line)
      sb_printf(out, "step %u %u %u %s\n", t->proc, t->at.line, t->at.col, last_part(t->at.file));
  }
  for (size_t i = 0; i < r->origins.len; i++)
    sb_printf(out, "origin %u %u %u\n", (unsigned)(r->first_spawned + i), r->origins.data[i].parent,
              r->origins.data[i].k);
  for (size_t i = 0; i < r->inputs.len; i++)
    sb_printf(out, "input %u %lld\n", r->inputs.data[i].at.line, (long long)r->inputs.data[i].bits);
  if (r->violation.check == IR_CHECK_ASSERT) sb_printf(out, "fails %u\n", r->violation.at.line);
  if (r->violation.check == IR_CHECK_RACE) sb_puts(out, "race\n");
}

// --- running programs -----------------------------------------------------------------------------------------------

// The exit status, or -1 for a signal or too much time.
static int run(const words *w, const char *plan, const char *symbolizer, int seconds) {
  fflush(NULL);
  pid_t pid = fork();
  if (pid == 0) {
    if (plan) setenv("ALLWAYS_NATIVE_PLAN", plan, 1);
    if (plan) setenv("ALLWAYS_NATIVE_SYMBOLIZER", symbolizer, 1);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    if (plan) dup2(STDERR_FILENO, STDOUT_FILENO);  // stdout is for the result
    execvp(w->data[0], (char *const *)w->data);
    _exit(NOT_STARTED);
  }
  if (pid < 0) return -1;
  int status = 0;
  double end = clock_wall() + seconds;
  struct timespec pause = {.tv_nsec = 2000000};
  while (waitpid(pid, &status, WNOHANG) == 0) {
    if (clock_wall() > end) {
      kill(pid, SIGKILL);
      waitpid(pid, &status, 0);
      return -1;
    }
    nanosleep(&pause, NULL);
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static bool is_on_path(const char *program) {
  words w = {0};
  vec_push(&w, "sh");
  vec_push(&w, "-c");
  vec_push(&w, "command -v \"$0\" >/dev/null 2>&1");
  vec_push(&w, program);
  vec_push(&w, NULL);
  int status = run(&w, NULL, NULL, SECONDS);
  vec_free(&w);
  return status == 0;
}

// --- building -------------------------------------------------------------------------------------------------------

static const char *clang_name(void) {
  const char *chosen = getenv("ALLWAYS_CLANG");
  return chosen && *chosen ? chosen : "clang-19";
}

static const char *path_in(session *s, const char *folder, const char *name, size_t number) {
  strbuf path = {0};
  sb_printf(&path, "%s/%zu%s", folder, number, name);
  const char *kept = arena_strdup(s->result->mem, sb_text(&path));
  sb_fini(&path);
  return kept;
}

// Instrumented as for ThreadSanitizer; reads before writes too, since each may begin a step.
static bool compile(session *s, const char *file, const char *object, bool program) {
  static const char *const instrumented[] = {"-fsanitize=thread",
                                             "-mllvm",
                                             "-tsan-instrument-read-before-write",
                                             "-fsanitize=signed-integer-overflow",
                                             "-fsanitize-trap=signed-integer-overflow",
                                             NULL};
  words w = {0};
  vec_push(&w, clang_name());
  vec_push(&w, "-g");
  vec_push(&w, program ? "-O0" : "-O1");
  vec_push(&w, "-w");
  vec_push(&w, "-fno-omit-frame-pointer");
  for (const char *const *i = instrumented; program && *i; i++) vec_push(&w, *i);
  for (size_t i = 0; program && i < s->line->flags.len; i++) vec_push(&w, s->line->flags.data[i]);
  vec_push(&w, "-c");
  vec_push(&w, file);
  vec_push(&w, "-o");
  vec_push(&w, object);
  vec_push(&w, NULL);
  int status = run(&w, NULL, NULL, SECONDS * 5);
  vec_free(&w);
  return status == 0;
}

static bool build(session *s, const char *folder, const char **program) {
  words link = {0};
  vec_push(&link, clang_name());
  char *runtime = file_beside("native/native.c", "../share/allways/native/native.c");
  const char *object = path_in(s, folder, ".o", 0);
  bool ok = compile(s, runtime, object, false);
  vec_push(&link, object);
  mem_free(runtime);
  for (size_t i = 0; i < s->line->files.len && ok; i++) {
    object = path_in(s, folder, ".o", i + 1);
    ok = compile(s, s->line->files.data[i], object, true);
    vec_push(&link, object);
  }
  *program = path_in(s, folder, ".program", 0);
  static const char *const last[] = {"-Wl,--wrap=free", "-pthread", "-ldl", "-lm", "-lstdc++", "-o", NULL};
  for (const char *const *l = last; *l; l++) vec_push(&link, *l);
  vec_push(&link, *program);
  vec_push(&link, NULL);
  ok = ok && run(&link, NULL, NULL, SECONDS) == 0;
  vec_free(&link);
  return ok;
}

// --- the answer -----------------------------------------------------------------------------------------------------

static int say(int status, const char *what) {
  static const char *const begins[] = {"not reproduced natively", "reproduced natively", "cannot be forced natively"};
  printf("%s: %s\n", begins[status], what);
  return status;
}

static int judge(const result *r, int ended) {
  for (const int *shown = shown_by(r->violation.check); *shown; shown++)
    if (*shown == ended) return say(STATUS_UNSAFE, r->violation.message);
  if (ended == LOST || ended < 0)
    return say(STATUS_UNKNOWN, ended < 0 ? "the run does not end" : "the run leaves the trace");
  return say(STATUS_SAFE, ended ? "the run ends in another way" : "the run ends without a violation");
}

static void remove_folder(const char *folder) {
  words w = {0};
  vec_push(&w, "rm");
  vec_push(&w, "-rf");
  vec_push(&w, folder);
  vec_push(&w, NULL);
  run(&w, NULL, NULL, SECONDS);
  vec_free(&w);
}

static int run_plan(session *s, const char *folder, const char *program) {
  strbuf plan = {0};
  const char *why = "", *path = path_in(s, folder, ".plan", 0);
  put_plan(s->result, &plan);
  bool ok = file_write(path, sb_text(&plan), plan.len, &why);
  sb_fini(&plan);
  if (!ok) {
    fprintf(stderr, "allways: %s is not written: %s\n", path, why);
    return STATUS_IO;
  }
  words w = {0};
  vec_push(&w, program);
  for (size_t i = 0; i < s->options->arg.len; i++) vec_push(&w, s->options->arg.items[i]);
  vec_push(&w, NULL);
  int ended = run(&w, path, is_on_path("llvm-symbolizer-19") ? "llvm-symbolizer-19" : "addr2line", SECONDS);
  vec_free(&w);
  return judge(s->result, ended);
}

int native_replay(session *s) {
  const char *why = objection(s), *program;
  if (why) return say(STATUS_UNKNOWN, why);
  const char *home = getenv("TMPDIR");
  strbuf name = {0};
  sb_printf(&name, "%s/allways-native-XXXXXX", home && *home ? home : "/tmp");
  if (!mkdtemp(name.text)) {
    fprintf(stderr, "allways: %s cannot be made: %s\n", name.text, strerror(errno));
    sb_fini(&name);
    return STATUS_IO;
  }
  int status = build(s, name.text, &program) ? run_plan(s, name.text, program)
                                             : say(STATUS_UNKNOWN, "the program cannot be built");
  remove_folder(name.text);
  sb_fini(&name);
  return status;
}
