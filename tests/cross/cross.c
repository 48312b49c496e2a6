// cross: random programs through everything that can run them; any disagreement is shrunk and shown.
//
// Programs run in child processes, many in each, so that a crash or an endless loop is a finding like any other: the
// child reports after each program, and when it dies the program after its last report is to blame.
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "base/mem.h"
#include "cross/check.h"
#include "cross/prints.h"
#include "cross/starve.h"
#include "gen/gen_ivl.h"
#include "gen/shrink.h"

typedef struct settings {
  uint64_t seed, count, max_runs;
  unsigned seconds;            // for one program
  const gen_profile *profile;  // NULL: all but the invalid ones in turn
  const char *keep, *prints;
  char **files;  // instead of random programs
  int n_files;
  bool verbose, print, no_fork, no_shrink, every_config, deadlock, multi, determinism, starvation;
} settings;

static const char usage[] =
    "usage: cross [options] [FILE...]   random programs, or these (--profile cyclic: their runs do not end)\n"
    "  --seed N       first seed (1)          --count N      programs (100)\n"
    "  --profile P    kind of program (all)   --max-runs N   of the enumeration (20000)\n"
    "  --seconds N    for one program (20)    --keep DIR     where failing programs go (.)\n"
    "  --print        only print the programs --verbose      one line for each program\n"
    "  --no-fork      in this process, for a debugger         --no-shrink\n"
    "  --every-config engines with every reduction and every matching, not two chosen by the seed\n"
    "  --determinism  does the order within evaluation phases decide? That question instead of all others\n"
    "  --prints TEXT  only: is what the file TEXT holds among what FILE prints, over all schedules?\n"
    "  --starvation   only: which threads of FILE may wait for ever? (at most --max-runs states)\n"
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
  if (strcmp(name, "--prints") == 0) return s->prints = value, true;
  if (strcmp(name, "--seconds") == 0 && number(value, &n)) return s->seconds = (unsigned)n, true;
  if (strcmp(name, "--profile") == 0) return (s->profile = gen_profile_find(value)) != NULL;
  return false;
}

static bool take_switch(settings *s, const char *name) {
  const struct {
    const char *name;
    bool *flag;
  } switches[] = {{"--verbose", &s->verbose},
                  {"--print", &s->print},
                  {"--no-fork", &s->no_fork},
                  {"--no-shrink", &s->no_shrink},
                  {"--every-config", &s->every_config},
                  {"--deadlock", &s->deadlock},
                  {"--multi", &s->multi},
                  {"--determinism", &s->determinism},
                  {"--starvation", &s->starvation}};
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

static bool send_report(int fd, const check_report *r) { return write(fd, r, sizeof *r) == (ssize_t)sizeof *r; }

static bool receive_report(int fd, check_report *r) {
  size_t have = 0;
  ssize_t n = 0;
  while (have < sizeof *r && (n = read(fd, (char *)r + have, sizeof *r - have)) > 0) have += (size_t)n;
  return have == sizeof *r;
}

// Seconds of work, because other processes may slow this one down; many more on the clock for one that waits for ever.
static void limit_time(const settings *s) {
  struct itimerval work = {.it_value = {.tv_sec = (time_t)s->seconds}};
  setitimer(ITIMER_PROF, &work, NULL);
  alarm(200 * s->seconds);
}

// What the end of a child says about the program it was at.
static void blame(const settings *s, int status, check_report *r) {
  *r = (check_report){.kind = CHECK_CRASH};
  if (WIFSIGNALED(status) && (WTERMSIG(status) == SIGPROF || WTERMSIG(status) == SIGALRM)) {
    r->kind = CHECK_TIME;
    snprintf(r->detail, sizeof r->detail, "more than %u s", s->seconds);
  } else {
    snprintf(r->detail, sizeof r->detail, "ended by %s %d", WIFSIGNALED(status) ? "signal" : "exit status",
             WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
  }
}

typedef struct child {
  pid_t pid;
  int fd;
} child;

// In the child *c has pid 0 and the end to write to.
static child start_child(void) {
  int fds[2];
  fflush(NULL);
  if (pipe(fds) != 0) abort();
  child c = {.pid = fork()};
  if (c.pid < 0) abort();
  c.fd = fds[c.pid == 0 ? 1 : 0];
  close(fds[c.pid == 0 ? 0 : 1]);
  return c;
}

static int end_of_child(child c) {
  int status = 0;
  close(c.fd);
  waitpid(c.pid, &status, 0);
  return status;
}

static void run_apart(const settings *s, const char *text, size_t len, const check_options *o, bool quiet,
                      check_report *r) {
  child c = start_child();
  if (c.pid == 0) {
    if (quiet && freopen("/dev/null", "w", stderr) == NULL) _exit(1);
    limit_time(s);
    check_program(text, len, o, r);
    _exit(send_report(c.fd, r) ? 0 : 1);
  }
  bool complete = receive_report(c.fd, r);
  int status = end_of_child(c);
  if (!complete) blame(s, status, r);
}

static void check_text(const settings *s, const char *text, size_t len, const check_options *o, bool quiet,
                       check_report *r) {
  if (s->no_fork) {
    check_program(text, len, o, r);
  } else {
    run_apart(s, text, len, o, quiet, r);
  }
}

typedef struct shrink_job {
  const settings *s;
  const check_options *o;
  check_kind kind;
} shrink_job;

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

static void show_failure(const settings *s, const gen_profile *p, uint64_t seed, const char *text,
                         const check_options *o, const check_report *r) {
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

typedef struct totals {
  uint64_t programs, safe, unsafe, skipped, failed, ranged, configs, undecided;
} totals;

static check_options options_for(const settings *s, const gen_profile *p, uint64_t seed) {
  bool random = s->n_files == 0;
  return (check_options){.max_runs = s->max_runs,
                         .reread = !random || seed % 4 == 0,
                         .cyclic = p->cyclic,
                         .deadlock = s->deadlock || (random && seed % 5 == 1),
                         .multi = s->multi || (random && seed % 7 == 2),
                         .determinism = s->determinism,
                         .every_config = s->every_config,
                         .seed = seed};
}

static void account(const settings *s, const gen_profile *p, uint64_t seed, const char *text, const check_report *r,
                    totals *t) {
  t->programs++;
  t->ranged += r->naive_needs_range;
  t->configs += r->configs;
  t->undecided += r->undecided;
  if (r->kind == CHECK_SKIPPED) {
    t->skipped++;
  } else if (r->kind != CHECK_OK) {
    check_options o = options_for(s, p, seed);
    t->failed++;
    show_failure(s, p, seed, text, &o, r);
  } else if (r->unsafe) {
    t->unsafe++;
  } else {
    t->safe++;
  }
  if (s->verbose) {
    printf("%s %llu: %s, %s, %llu runs\n", p->name, (unsigned long long)seed, check_kind_text(r->kind),
           r->unsafe ? "unsafe" : "safe", (unsigned long long)r->runs);
  }
}

static bool check_file(const settings *s, const char *path, totals *t) {
  size_t len = 0;
  const char *why = NULL;
  char *text = file_read(path, (size_t)4 << 20, &len, &why);
  if (text == NULL) {
    fprintf(stderr, "cross: %s: %s\n", path, why);
    return false;
  }
  const gen_profile *p = s->profile != NULL ? s->profile : gen_profile_find("small");
  check_options o = options_for(s, p, s->seed);
  check_report r;
  check_text(s, text, len, &o, false, &r);
  account(s, p, s->seed, text, &r, t);
  mem_free(text);
  return true;
}

// --- random programs -------------------------------------------------------------------------------------------------

// Without a profile the valid ones take turns; a seed then names profile and program.
static const gen_profile *profile_for(const settings *s, uint64_t seed) {
  static const char *const turns[] = {"small", "schedules", "kernel", "inputs", "large",
                                      "small", "cyclic",    "inputs", "kernel"};
  const gen_profile *p = gen_profile_find(turns[seed % (sizeof turns / sizeof *turns)]);
  if (s->determinism && p->cyclic) p = gen_profile_find("inputs");  // all runs must end
  return s->profile != NULL ? s->profile : p;
}

// The program of a seed; with a plant at the end of main, if there is one.
static void make_text(const settings *s, uint64_t seed, const char *plant, strbuf *out) {
  gen_ivl(seed, profile_for(s, seed), out);
  if (plant[0] == '\0') return;
  out->len -= 2;  // main ends with "}\n"
  sb_printf(out, "%s}\n", plant);
}

// A safe program with several end states is checked once more with an assertion that only one of them violates: few
// schedules and inputs lead there. Fills one report, or two.
static void check_seed(const settings *s, uint64_t seed, void (*each)(void *arg, const check_report *r), void *arg) {
  check_options o = options_for(s, profile_for(s, seed), seed);
  check_report r = {0};
  do {
    strbuf text = {0};
    make_text(s, seed, r.plant, &text);
    bool planted = r.plant[0] != '\0';
    check_program(sb_text(&text), text.len, &o, &r);
    sb_fini(&text);
    if (planted) r.plant[0] = '\0';
    each(arg, &r);
  } while (r.plant[0] != '\0');
}

static void send_each(void *arg, const check_report *r) {
  if (!send_report(*(int *)arg, r)) _exit(1);
}

// Where the parent is: the program of which the next report speaks.
typedef struct progress {
  const settings *s;
  totals *t;
  uint64_t seed;
  char plant[sizeof((check_report *)0)->plant];
} progress;

static void take_report(void *arg, const check_report *r) {
  progress *at = arg;
  strbuf text = {0};
  make_text(at->s, at->seed, at->plant, &text);
  account(at->s, profile_for(at->s, at->seed), at->seed, sb_text(&text), r, at->t);
  sb_fini(&text);
  memcpy(at->plant, r->plant, sizeof at->plant);
  if (at->plant[0] == '\0') at->seed++;
}

// Programs up to `last` in one child, or up to the one that ends it.
static void check_batch(progress *at, uint64_t last) {
  const settings *s = at->s;
  child c = start_child();
  if (c.pid == 0) {
    for (uint64_t seed = at->seed; seed <= last; seed++) {
      limit_time(s);
      check_seed(s, seed, send_each, &c.fd);
    }
    fflush(NULL);
    _exit(0);
  }
  check_report r;
  while (at->seed <= last && receive_report(c.fd, &r)) take_report(at, &r);
  int status = end_of_child(c);
  if (at->seed > last) return;
  blame(s, status, &r);
  take_report(at, &r);
}

static void check_random(const settings *s, totals *t) {
  enum { BATCH = 40 };
  progress at = {.s = s, .t = t, .seed = s->seed};
  uint64_t end = s->seed + s->count;
  while (at.seed < end) {
    if (s->print) {
      strbuf text = {0};
      make_text(s, at.seed++, "", &text);
      fputs(sb_text(&text), stdout);
      sb_fini(&text);
    } else if (s->no_fork) {
      check_seed(s, at.seed, take_report, &at);
    } else {
      check_batch(&at, at.seed + BATCH < end ? at.seed + BATCH - 1 : end - 1);
    }
  }
}

int main(int argc, char **argv) {
  settings s = {.seed = 1, .count = 100, .max_runs = 20000, .seconds = 20, .keep = "."};
  totals t = {0};
  if (!parse_arguments(argc, argv, &s)) return 64;
  setvbuf(stdout, NULL, _IOLBF, 0);
  if (s.starvation) return s.n_files == 1 && starve_names(s.files[0], s.max_runs) ? 0 : 66;
  if (s.prints != NULL) return s.n_files == 1 && prints_among(s.files[0], s.prints, s.max_runs) ? 0 : 66;
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
