#include "base/diag.h"

#include <stdarg.h>
#include <string.h>

#include "base/arena.h"
#include "base/check.h"
#include "base/intern.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/vec.h"

enum {
  MAX_ERRORS = 20,
  MAX_WARNINGS = 50,
  MAX_MESSAGE = 400,  // bytes of one message: a token quoted from the input may be megabytes long
  TAB_WIDTH = 4,
  WINDOW = 110,       // columns of the source line that are shown
  BEFORE_CARET = 60,  // of these, left of the caret when the line is clipped
};

static const struct {
  const char *name, *format, *hint;
} table[] = {
#define DIAG(id, format, hint) {#id, format, hint},
#include "config/diag.def"
#undef DIAG
};

typedef struct message {
  place at;
  diag_id id;
  bool is_error;
  char *text;
} message;

typedef struct source {
  const char *file, *text;
  size_t len;
} source;

// Messages are printed when front ends and their modules may be gone: texts and file names are copies.
struct diags {
  arena *texts;
  interner *files;
  VEC(message) messages;
  VEC(source) sources;
  size_t errors, warnings;
};

diags *diags_new(void) {
  diags *d = MEM_NEW(diags);
  d->texts = arena_new();
  d->files = interner_new();
  return d;
}

void diags_free(diags *d) {
  if (!d) return;
  for (size_t i = 0; i < d->messages.len; i++) mem_free(d->messages.data[i].text);
  vec_free(&d->messages);
  vec_free(&d->sources);
  arena_free(d->texts);
  interner_free(d->files);
  mem_free(d);
}

void diags_add_source(diags *d, const char *file, const char *text, size_t len) {
  vec_push(&d->sources, ((source){intern(d->files, file), arena_copy(d->texts, text, len), len}));
}

size_t diags_errors(const diags *d) { return d->errors; }
bool diags_full(const diags *d) { return d->errors >= MAX_ERRORS; }

const char *diag_name(diag_id id) {
  CHECK(id < DIAG_COUNT, "diagnostics are lines of config/diag.def");
  return table[id].name;
}

// --- making text fit for a terminal ---------------------------------------------------------------------------------

// Length of the valid UTF-8 sequence at s (1 for ASCII), 0 if there is none within n bytes.
static size_t utf8_len(const char *s, size_t n) {
  unsigned char lead = (unsigned char)s[0];
  if (lead < 0x80) return 1;
  size_t len = lead >= 0xf0 && lead <= 0xf4 ? 4 : lead >= 0xe0 && lead < 0xf0 ? 3 : lead >= 0xc2 && lead < 0xe0 ? 2 : 0;
  if (len > n) return 0;
  for (size_t i = 1; i < len; i++)
    if (((unsigned char)s[i] & 0xc0) != 0x80) return 0;
  // C1 control characters (U+0080..U+009F) act on terminals like escape sequences.
  if (lead == 0xc2 && (unsigned char)s[1] < 0xa0) return 0;
  return len;
}

// Appends the character at s as one printable column and returns how many bytes of s it took.
static size_t put_printable(strbuf *out, const char *s, size_t n) {
  unsigned char c = (unsigned char)s[0];
  size_t len = utf8_len(s, n);
  if (len == 0 || c < 0x20 || c == 0x7f) {
    sb_putc(out, '?');
    return 1;
  }
  sb_putn(out, s, len);
  return len;
}

static void put_all_printable(strbuf *out, const char *s, size_t n) {
  for (size_t i = 0; i < n;) i += put_printable(out, s + i, n - i);
}

// --- collecting -----------------------------------------------------------------------------------------------------

static void report(diags *d, place at, diag_id id, bool is_error, va_list ap) {
  CHECK(id < DIAG_COUNT, "diagnostics are lines of config/diag.def");
  char text[MAX_MESSAGE];
  int len = vsnprintf(text, sizeof text, table[id].format, ap);
  strbuf clean = {0};
  if (len < 0)
    sb_puts(&clean, table[id].format);
  else
    put_all_printable(&clean, text, strlen(text));
  if (len >= MAX_MESSAGE) sb_puts(&clean, "...");
  if (at.file) at.file = intern(d->files, at.file);
  message m = {at, id, is_error, sb_take(&clean)};
  vec_push(&d->messages, m);
}

void diag_error(diags *d, place at, diag_id id, ...) {
  if (diags_full(d)) return;
  d->errors++;
  va_list ap;
  va_start(ap, id);
  report(d, at, id, true, ap);
  va_end(ap);
}

void diag_warning(diags *d, place at, diag_id id, ...) {
  if (d->warnings >= MAX_WARNINGS) return;
  d->warnings++;
  va_list ap;
  va_start(ap, id);
  report(d, at, id, false, ap);
  va_end(ap);
}

// --- printing -------------------------------------------------------------------------------------------------------

static const source *find_source(const diags *d, const char *file) {
  for (size_t i = 0; file && i < d->sources.len; i++)
    if (d->sources.data[i].file == file || strcmp(d->sources.data[i].file, file) == 0) return &d->sources.data[i];
  return NULL;
}

// Line number `line` (from 1) of a source, without its end; false if the source has fewer lines.
static bool find_line(const source *s, size_t line, const char **text, size_t *len) {
  if (!s->len) return false;
  const char *at = s->text, *end = s->text + s->len;
  for (size_t i = 1; i < line; i++) {
    const char *newline = memchr(at, '\n', (size_t)(end - at));
    if (!newline) return false;
    at = newline + 1;
  }
  const char *newline = memchr(at, '\n', (size_t)(end - at));
  *text = at;
  *len = (size_t)((newline ? newline : end) - at);
  if (*len && at[*len - 1] == '\r') --*len;
  return true;
}

// The first byte of text that fits into `columns` columns before byte `caret`; tabs count at their widest.
static size_t go_back(const char *text, size_t caret, size_t columns) {
  size_t from = caret;
  for (size_t used = 0; from > 0; from--) {
    used += text[from - 1] == '\t' ? TAB_WIDTH : 1;
    if (used > columns) break;
  }
  return from;
}

// The source line and a caret under byte `col` (from 1; 0 = no caret). Only a window of the line around the caret is
// looked at, so the cost does not grow with its length.
static void put_line(strbuf *out, const char *text, size_t len, size_t col) {
  size_t caret = col ? col - 1 : 0;
  if (caret > len) caret = len;
  size_t from = go_back(text, caret, WINDOW - 10);
  if (from) from = go_back(text, caret, BEFORE_CARET);
  // Do not begin inside a UTF-8 sequence.
  for (int i = 0; i < 3 && from > 0 && from < len && ((unsigned char)text[from] & 0xc0) == 0x80; i++) from--;
  sb_puts(out, from ? "  ..." : "  ");
  size_t columns = from ? 3 : 0, caret_column = 0, i = from;
  while (i < len && columns < WINDOW) {
    if (i <= caret) caret_column = columns;
    if (text[i] == '\t') {
      size_t stop = (columns / TAB_WIDTH + 1) * TAB_WIDTH;
      for (; columns < stop; columns++) sb_putc(out, ' ');
      i++;
    } else {
      i += put_printable(out, text + i, len - i);
      columns++;
    }
  }
  if (i <= caret) caret_column = columns;  // just behind the end of the line
  if (i < len) sb_puts(out, "...");
  sb_putc(out, '\n');
  if (!col) return;
  sb_puts(out, "  ");
  for (size_t k = 0; k < caret_column; k++) sb_putc(out, ' ');
  sb_puts(out, "^\n");
}

static void put_message(strbuf *out, const diags *d, const message *m) {
  if (m->at.file) {
    put_all_printable(out, m->at.file, strlen(m->at.file));
    if (m->at.line) sb_printf(out, ":%u", m->at.line);
    if (m->at.line && m->at.col) sb_printf(out, ":%u", m->at.col);
    sb_puts(out, ": ");
  }
  sb_printf(out, "%s: %s\n", m->is_error ? "error" : "warning", m->text);
  const source *s = m->at.line ? find_source(d, m->at.file) : NULL;
  const char *line;
  size_t len;
  if (s && find_line(s, m->at.line, &line, &len)) put_line(out, line, len, m->at.col);
  if (table[m->id].hint[0]) sb_printf(out, "  hint: %s\n", table[m->id].hint);
}

void diags_print(const diags *d, FILE *out) {
  strbuf text = {0};
  for (size_t i = 0; i < d->messages.len; i++) put_message(&text, d, &d->messages.data[i]);
  if (diags_full(d)) sb_printf(&text, "stopped after %d errors\n", MAX_ERRORS);
  fputs(sb_text(&text), out);
  sb_fini(&text);
}
