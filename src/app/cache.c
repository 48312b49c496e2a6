#include "app/cache.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "app/driver.h"
#include "app/output.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/mem.h"
#include "ir/ir_print.h"

enum { ENTRY_MAX = 1 << 30, EXECUTABLE_MAX = 1 << 30 };
#define MAGIC "allways result 1\n"

const char *cache_objection(const options *o) {
  static const option_id others[] = {OPTION_log,       OPTION_smt_log,    OPTION_trace_set,    OPTION_graph,
                                     OPTION_distances, OPTION_predicates, OPTION_memory_config};
  if (!o->given[OPTION_cache_dir]) return NULL;
  for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
    if (o->given[others[i]]) return option_get(others[i])->name;
  return NULL;
}

bool cache_begin(cache *c, const options *o) {
  memset(c, 0, sizeof *c);
  if (!o->given[OPTION_cache_dir]) return true;
  struct stat s;
  bool ok = mkdir(o->cache_dir, 0777) == 0 || errno == EEXIST;
  if (ok && stat(o->cache_dir, &s) == 0 && !S_ISDIR(s.st_mode)) {
    ok = false;
    errno = ENOTDIR;
  }
  ok = ok && access(o->cache_dir, R_OK | W_OK | X_OK) == 0;
  if (!ok) fprintf(stderr, "allways: --cache-dir: %s cannot be used: %s\n", o->cache_dir, strerror(errno));
  c->folder = ok ? o->cache_dir : NULL;
  return ok;
}

void cache_end(cache *c) { sb_fini(&c->printed); }

// --- the key --------------------------------------------------------------------------------------------------------

// Options that say where and how long, not what.
static bool is_left_out(option_id id) {
  return id == OPTION_cache_dir || id == OPTION_timeout || id == OPTION_memory || id == OPTION_report ||
         id == OPTION_color || id == OPTION_progress;
}

static void put_list(const opt_list *list, strbuf *out) {
  for (size_t i = 0; i < list->len; i++) sb_printf(out, " %zu:%s", strlen(list->items[i]), list->items[i]);
}

static void put_option(const options *o, option_id id, strbuf *out) {
  const option_info *info = option_get(id);
  const void *field = (const char *)o + info->offset;
  sb_printf(out, "%s=", info->name);
  switch (info->type) {
  case OPTION_BOOL: sb_printf(out, "%d", *(const bool *)field); break;
  case OPTION_UINT: sb_printf(out, "%llu", (unsigned long long)*(const uint64_t *)field); break;
  case OPTION_REAL: sb_printf(out, "%a", *(const double *)field); break;
  case OPTION_ENUM: sb_printf(out, "%d", *(const int *)field); break;
  case OPTION_TEXT: sb_puts(out, *(const char *const *)field); break;
  case OPTION_RANGE: {
    const opt_range *r = field;
    sb_printf(out, "%d %lld %lld", r->set, (long long)r->lo, (long long)r->hi);
    break;
  }
  case OPTION_LIST: put_list(field, out); break;
  }
  sb_printf(out, " %d\n", o->given[id]);
}

// Of the terminal, as far as the text depends on it.
static void put_terminal(const options *o, strbuf *out) {
  struct winsize w = {0};
  bool terminal = isatty(STDOUT_FILENO);
  if (terminal) ioctl(STDOUT_FILENO, TIOCGWINSZ, &w);
  bool color = o->color == OPT_ALWAYS || (o->color == OPT_AUTO && terminal);
  static const char *const variables[] = {"COLUMNS", "NO_COLOR", "TERM", NULL};
  sb_printf(out, "terminal %d %d %u\n", terminal, color, w.ws_col);
  for (const char *const *v = variables; *v; v++) sb_printf(out, "%s=%s\n", *v, getenv(*v) ? getenv(*v) : "");
}

static bool put_executable(strbuf *out) {
  size_t len;
  const char *why;
  char *bytes = file_read("/proc/self/exe", EXECUTABLE_MAX, &len, &why);
  if (!bytes) return false;
  sb_printf(out, "allways %s %zu %llx\n", ALLWAYS_VERSION, len, (unsigned long long)hash_bytes(bytes, len, 0));
  mem_free(bytes);
  return true;
}

static void make_key(cache *c, const session *s) {
  strbuf all = {0};
  const options *o = s->options;
  if (put_executable(&all)) {
    sb_printf(&all, "file %s\nchecks %x\n", s->file, s->checks);
    for (size_t i = 0; i < OPTION_COUNT; i++)
      if (!is_left_out((option_id)i)) put_option(o, (option_id)i, &all);
    for (size_t i = 0; i < o->report.len; i++) sb_printf(&all, "report %s\n", report_find(o->report.items[i])->ending);
    put_terminal(o, &all);
    ir_print(s->ir, &all);
    sha256_text(sb_text(&all), all.len, c->key);
  }
  sb_fini(&all);
}

// --- entries --------------------------------------------------------------------------------------------------------

static void put_path(const cache *c, strbuf *out) { sb_printf(out, "%s/%s.result", c->folder, c->key); }

typedef struct entry {
  int status;
  char made[32];
  VEC(strbuf) parts;  // what was printed, then the reports
} entry;

static void entry_fini(entry *e) {
  for (size_t i = 0; i < e->parts.len; i++) sb_fini(&e->parts.data[i]);
  vec_free(&e->parts);
}

// Header, parts with their lengths, and the digest of all that stands before it.
static bool read_entry(const cache *c, const char *text, size_t len, size_t n_parts, entry *e) {
  char key[SHA256_TEXT], digest[SHA256_TEXT];
  size_t tail = SHA256_TEXT - 1;
  int used = 0;
  if (len < tail || !str_starts(text, MAGIC)) return false;
  sha256_text(text, len - tail, digest);
  if (memcmp(digest, text + len - tail, tail) != 0) return false;
  const char *at = text + strlen(MAGIC), *end = text + len - tail;
  if (sscanf(at, "key %64s\nstatus %d\nmade %31[^\n]%n", key, &e->status, e->made, &used) != 3 ||
      strcmp(key, c->key) != 0)
    return false;
  at += used + 1;
  while (at < end) {
    size_t size = 0;
    used = 0;
    if (sscanf(at, "part %zu%n", &size, &used) != 1 || size >= (size_t)(end - at) - (size_t)used) return false;
    strbuf part = {0};
    sb_putn(&part, at + used + 1, size);
    vec_push(&e->parts, part);
    at += (size_t)used + 1 + size;
  }
  return e->parts.len == n_parts &&
         (e->status == STATUS_SAFE || e->status == STATUS_UNSAFE || e->status == STATUS_UNKNOWN);
}

// --- answering ------------------------------------------------------------------------------------------------------

// A JSON result says in itself that it was stored; of a text stderr says so.
static bool print_stored(const entry *e, bool json, const char *path) {
  const strbuf *text = &e->parts.data[0];
  if (!json) {
    fwrite(sb_text(text), 1, text->len, stdout);
    fflush(stdout);
    fprintf(stderr, "allways: stored result of %s (%s)\n", e->made, path);
    return true;
  }
  json_t *all = json_loadb(sb_text(text), text->len, 0, NULL);
  if (!json_is_object(all)) {
    json_decref(all);
    return false;
  }
  json_object_set_new(all, "stored", json_string(e->made));
  json_dumpf(all, stdout, JSON_INDENT(1));
  fputc('\n', stdout);
  json_decref(all);
  return true;
}

static bool write_stored_reports(const entry *e, const opt_list *reports) {
  bool ok = true;
  for (size_t i = 0; i < reports->len; i++) {
    const strbuf *part = &e->parts.data[i + 1];
    const char *why = "";
    if (file_write(reports->items[i], sb_text(part), part->len, &why)) continue;
    fprintf(stderr, "allways: %s is not written: %s\n", reports->items[i], why);
    ok = false;
  }
  return ok;
}

bool cache_answer(cache *c, const session *s, int *status) {
  if (!c->folder) return false;
  if (!*c->key) make_key(c, s);
  if (!*c->key) return false;
  strbuf path = {0};
  put_path(c, &path);
  size_t len;
  const char *why;
  bool there = access(sb_text(&path), F_OK) == 0, answered = false;
  char *text = there ? file_read(sb_text(&path), ENTRY_MAX, &len, &why) : NULL;
  entry e = {0};
  if (text && read_entry(c, text, len, s->options->report.len + 1, &e) &&
      print_stored(&e, s->options->json, sb_text(&path))) {
    output_check();
    answered = true;
    *status = write_stored_reports(&e, &s->options->report) ? e.status : STATUS_IO;
  } else if (there) {
    fprintf(stderr, "allways: %s is not a stored result of this task, it is ignored\n", sb_text(&path));
  }
  entry_fini(&e);
  mem_free(text);
  sb_fini(&path);
  return answered;
}

// --- keeping --------------------------------------------------------------------------------------------------------

// Would the same run with more time or memory answer the same?
static bool is_final(const session *s, int status) {
  if (status != STATUS_SAFE && status != STATUS_UNSAFE && status != STATUS_UNKNOWN) return false;
  bool limited = s->options->timeout > 0 || s->options->memory || s->stopped;
  return status != STATUS_UNKNOWN || !limited;
}

// False: one of the reports cannot be read back, so there is nothing whole to keep.
static bool make_entry(const cache *c, const session *s, int status, strbuf *out) {
  char made[32];
  time_t now = time(NULL);
  struct tm parts;
  strftime(made, sizeof made, "%Y-%m-%d %H:%M:%S UTC", gmtime_r(&now, &parts));
  sb_printf(out, MAGIC "key %s\nstatus %d\nmade %s\n", c->key, status, made);
  sb_printf(out, "part %zu\n", c->printed.len);
  sb_putn(out, sb_text(&c->printed), c->printed.len);
  const opt_list *reports = &s->options->report;
  for (size_t i = 0; i < reports->len; i++) {
    size_t len;
    const char *why;
    char *text = file_read(reports->items[i], ENTRY_MAX, &len, &why);
    if (!text) return false;
    sb_printf(out, "part %zu\n", len);
    sb_putn(out, text, len);
    mem_free(text);
  }
  char digest[SHA256_TEXT];
  sha256_text(sb_text(out), out->len, digest);
  sb_puts(out, digest);
  return true;
}

// The name of an entry is never seen without all of it.
static bool put_in_place(const cache *c, const strbuf *text) {
  strbuf path = {0}, made = {0};
  put_path(c, &path);
  sb_printf(&made, "%s/making-XXXXXX", c->folder);
  int fd = mkstemp(made.text);
  FILE *f = fd >= 0 ? fdopen(fd, "w") : NULL;
  bool ok = f && fwrite(sb_text(text), 1, text->len, f) == text->len;
  if (f && fclose(f) != 0) ok = false;
  if (fd >= 0 && !f) close(fd);
  ok = ok && chmod(sb_text(&made), 0644) == 0 && rename(sb_text(&made), sb_text(&path)) == 0;
  int why = errno;
  if (!ok && fd >= 0) unlink(sb_text(&made));
  if (!ok) fprintf(stderr, "allways: --cache-dir: %s is not written: %s\n", sb_text(&path), strerror(why));
  sb_fini(&path);
  sb_fini(&made);
  return ok;
}

int cache_keep(cache *c, session *s, int status) {
  if (!c->folder || !*c->key || s->unreported || !is_final(s, status)) return status;
  strbuf text = {0};
  bool ok = !make_entry(c, s, status, &text) || put_in_place(c, &text);
  sb_fini(&text);
  return ok ? status : STATUS_IO;
}
