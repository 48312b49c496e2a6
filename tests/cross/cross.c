// cross: random programs through everything that can run them; any disagreement is shrunk and shown.
//
// Each program runs in a child process, so that a crash or an endless loop is a finding like any other.
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "base/mem.h"
#include "cross/check.h"
#include "gen/gen_ivl.h"
#include "gen/shrink.h"

typedef struct settings {
  uint64_t seed, count, max_runs;
  unsigned seconds;             // for one program
  const gen_profile *profile;   // NULL: all but the invalid ones in turn
  const char *keep;
  char **files;                 // instead of random programs
  int n_files;
  bool verbose, print, no_fork, no_shrink, every_config, deadlock, multi;
} settings;

static const char usage[] =
    "usage: cross [options] [FILE...]   random programs, or these (--profile cyclic: their runs do not end)\n"
    "  --seed N       first seed (1)          --count N      programs (100)\n"
    "  --profile P    kind of program (all)   --max-runs N   of the enumeration (20000)\n"
    "  --seconds N    for one program (20)    --keep DIR     where failing programs go (.)\n"
    "  --print        only print the programs --verbose      one line for each program\n"
    "  --no-fork      in this process, for a debugger         --no-shrink\n"
    "  --every-config engines with every reduction and every matching, not two chosen by the seed\n"
    "  --deadlock     is a violation (else: for some seeds)   --multi   pending notifications (else: for some)\n";

static bool number(const char *text, uint64_t *out) {
  char *end = NULL;
  errno = 0;
  *out = strtoull(text, &end, 0);
  return errno == 0 && end != text && *end == '\0';
}

static bool take_value(settings *s, const char *name, const char *value) {
  uint64_t n = 0;
  if (strcmp(name, "--seed") == 0) return number(value, &s->seed);
  if (strcmp(name, "--count") == 0) return number(value, &s->count);
  if (strcmp(name, "--max-runs") == 0) return number(value, &s->max_runs);
  if (strcmp(name, "--keep") == 0) return s->keep = value, true;
  if (strcmp(name, "--seconds") == 0 && number(value, &n)) return s->seconds = (unsigned)n, true;
  if (strcmp(name, "--profile") == 0) return (s->profile = gen_profile_find(value)) != NULL;
  return false;
}

static bool take_switch(settings *s, const char *name) {
  const struct { const char *name; bool *flag; } switches[] = {
      {"--verbose", &s->verbose},     {"--print", &s->print},               {"--no-fork", &s->no_fork},
      {"--no-shrink", &s->no_shrink}, {"--every-config", &s->every_config}, {"--deadlock", &s->deadlock},
      {"--multi", &s->multi}};
  for (size_t i = 0; i < sizeof switches / sizeof *switches; i++) {
    if (strcmp(name, switches[i].name) == 0) return *switches[i].flag = true;
  }
  return false;
}

static bool parse_arguments(int argc, char **argv, settings *s) {
  for (int i = 1; i < argc; i++) {
    if (take_switch(s, argv[i])) continue;
    if (i + 1 < argc && take_value(s, argv[i], argv[i + 1])) {
      i++;
    } else if (argv[i][0] != '-') {
      s->files = argv + i;
      s->n_files = argc - i;
      return true;
    } else {
      fprintf(stderr, "cross: wrong argument %s\n%s", argv[i], usage);
      return false;
    }
  }
  return true;
}

static void run_child(const char *text, size_t len, const check_options *o, unsigned seconds, int fd) {
  check_report r;
  alarm(seconds);
  check_program(text, len, o, &r);
  ssize_t written = write(fd, &r, sizeof r);
  fflush(NULL);
  _exit(written == (ssize_t)sizeof r ? 0 : 1);
}

static void run_apart(const settings *s, const char *text, size_t len, const check_options *o, bool quiet, check_report *r) {
  int fds[2];
  fflush(NULL);
  if (pipe(fds) != 0) abort();
  pid_t child = fork();
  if (child < 0) abort();
  if (child == 0) {
    close(fds[0]);
    if (quiet && freopen("/dev/null", "w", stderr) == NULL) _exit(1);
    run_child(text, len, o, s->seconds, fds[1]);
  }
  close(fds[1]);
  char *at = (char *)r;
  size_t have = 0;
  ssize_t n = 0;
  while (have < sizeof *r && (n = read(fds[0], at + have, sizeof *r - have)) > 0) have += (size_t)n;
  close(fds[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (have == sizeof *r && WIFEXITED(status) && WEXITSTATUS(status) == 0) return;
  *r = (check_report){.kind = CHECK_CRASH};
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM) {
    r->kind = CHECK_TIME;
    snprintf(r->detail, sizeof r->detail, "more than %u s", s->seconds);
  } else {
    snprintf(r->detail, sizeof r->detail, "ended by %s %d", WIFSIGNALED(status) ? "signal" : "exit status",
             WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
  }
}

static void check_text(const settings *s, const char *text, size_t len, const check_options *o, bool quiet, check_report *r) {
  if (s->no_fork) {
    check_program(text, len, o, r);
  } else {
    run_apart(s, text, len, o, quiet, r);
  }
}

typedef struct shrink_job { const settings *s; const check_options *o; check_kind kind; } shrink_job;

static bool same_failure(void *arg, const char *text, size_t len) {
  shrink_job *j = arg;
  check_report r;
  check_text(j->s, text, len, j->o, true, &r);
  return r.kind == j->kind;
}

static void save(const settings *s, const char *name, const char *text) {
  strbuf path = {0};
  sb_printf(&path, "%s/%s", s->keep, name);
  FILE *f = fopen(sb_text(&path), "w");
  if (f == NULL) {
    fprintf(stderr, "cross: cannot write %s: %s\n", sb_text(&path), strerror(errno));
  } else {
    fputs(text, f);
    fclose(f);
    printf("written to %s\n", sb_text(&path));
  }
  sb_fini(&path);
}

static void show_failure(const settings *s, const gen_profile *p, uint64_t seed, const char *text, const check_options *o,
                         const check_report *r) {
  printf("FAILED: %s: %s\n", check_kind_text(r->kind), r->detail);
  if (s->n_files == 0) {
    strbuf name = {0};
    sb_printf(&name, "cross-%s-%llu.ivl", p->name, (unsigned long long)seed);
    save(s, sb_text(&name), text);
    sb_fini(&name);
    printf("to repeat: cross --profile %s --seed %llu --count 1\n", p->name, (unsigned long long)seed);
  }
  // A wait of many seconds for each attempt is not worth it, and a rejected program shrinks to nonsense.
  if (s->no_shrink || r->kind == CHECK_TIME || r->kind == CHECK_PARSE) return;
  shrink_job j = {s, o, r->kind};
  char *small = shrink(text, same_failure, &j, 1500);
  check_report again;
  check_text(s, small, strlen(small), o, false, &again);
  printf("shrunk: %s: %s\n%s\n", check_kind_text(again.kind), again.detail, small);
  if (s->n_files == 0) {
    strbuf name = {0};
    sb_printf(&name, "cross-%s-%llu-small.ivl", p->name, (unsigned long long)seed);
    save(s, sb_text(&name), small);
    sb_fini(&name);
  }
  mem_free(small);
}

typedef struct totals { uint64_t programs, safe, unsafe, skipped, failed, ranged, configs, undecided; } totals;

static void check_one(const settings *s, const gen_profile *p, uint64_t seed, const char *text, size_t len, totals *t,
                      char *plant, size_t plant_size) {
  bool random = s->n_files == 0;
  check_options o = {.max_runs = s->max_runs,
                     .reread = !random || seed % 4 == 0,
                     .cyclic = p->cyclic,
                     .deadlock = s->deadlock || (random && seed % 5 == 1),
                     .multi = s->multi || (random && seed % 7 == 2),
                     .every_config = s->every_config,
                     .seed = seed};
  check_report r;
  check_text(s, text, len, &o, false, &r);
  t->programs++;
  if (r.kind == CHECK_SKIPPED) {
    t->skipped++;
  } else if (r.kind != CHECK_OK) {
    t->failed++;
    show_failure(s, p, seed, text, &o, &r);
  } else if (r.unsafe) {
    t->unsafe++;
  } else {
    t->safe++;
  }
  t->ranged += r.naive_needs_range;
  t->configs += r.configs;
  t->undecided += r.undecided;
  if (plant != NULL) snprintf(plant, plant_size, "%s", r.plant);
  if (s->verbose) {
    printf("%s %llu: %s, %s, %llu runs\n", p->name, (unsigned long long)seed, check_kind_text(r.kind),
           r.unsafe ? "unsafe" : "safe", (unsigned long long)r.runs);
  }
}

static bool check_file(const settings *s, const char *path, totals *t) {
  size_t len = 0;
  const char *why = NULL;
  char *text = file_read(path, (size_t)1 << 20, &len, &why);
  if (text == NULL) {
    fprintf(stderr, "cross: %s: %s\n", path, why);
    return false;
  }
  check_one(s, s->profile != NULL ? s->profile : gen_profile_find("small"), s->seed, text, len, t, NULL, 0);
  mem_free(text);
  return true;
}

// Without a profile the valid ones take turns; a seed then names profile and program.
static const gen_profile *profile_for(const settings *s, uint64_t seed) {
  static const char *const turns[] = {"small", "schedules", "small", "inputs", "large", "small", "cyclic", "inputs"};
  return s->profile != NULL ? s->profile : gen_profile_find(turns[seed % 8]);
}

// A safe program with several end states is checked once more with an assertion that only one of them violates: few
// schedules and inputs lead there.
static void check_random(const settings *s, totals *t) {
  for (uint64_t i = 0; i < s->count; i++) {
    uint64_t seed = s->seed + i;
    const gen_profile *p = profile_for(s, seed);
    strbuf text = {0};
    gen_ivl(seed, p, &text);
    if (s->print) {
      fputs(sb_text(&text), stdout);
    } else {
      char plant[sizeof ((check_report *)0)->plant] = "";
      check_one(s, p, seed, sb_text(&text), text.len, t, plant, sizeof plant);
      if (plant[0] != '\0') {  // main ends with "}\n"
        text.len -= 2;
        sb_printf(&text, "%s}\n", plant);
        check_one(s, p, seed, sb_text(&text), text.len, t, NULL, 0);
      }
    }
    sb_fini(&text);
  }
}

int main(int argc, char **argv) {
  settings s = {.seed = 1, .count = 100, .max_runs = 20000, .seconds = 20, .keep = "."};
  totals t = {0};
  if (!parse_arguments(argc, argv, &s)) return 64;
  setvbuf(stdout, NULL, _IOLBF, 0);
  for (int i = 0; i < s.n_files; i++) {
    if (s.verbose) printf("%s\n", s.files[i]);
    if (!check_file(&s, s.files[i], &t)) return 66;
  }
  if (s.n_files == 0) check_random(&s, &t);
  if (s.print) return 0;
  printf("%llu programs: %llu safe, %llu unsafe, %llu skipped (too large), %llu with an input range for naive\n",
         (unsigned long long)t.programs, (unsigned long long)t.safe, (unsigned long long)t.unsafe,
         (unsigned long long)t.skipped, (unsigned long long)t.ranged);
  printf("%llu runs of engines with a reduction or matching, %llu of them undecided\n", (unsigned long long)t.configs,
         (unsigned long long)t.undecided);
  printf("%llu passed, %llu failed\n", (unsigned long long)(t.programs - t.failed), (unsigned long long)t.failed);
  return t.failed > 0 ? 1 : 0;
}
