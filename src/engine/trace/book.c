#include "engine/trace/book.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/str.h"

struct trace_book {
  keyset seen;
  canon form;
  VEC(canon_event) events;
  VEC(uint32_t) made;
  bool texts;  // the printed forms are wanted
  VEC(char *) lines;
  uint64_t added;
};

trace_book *trace_book_new(const engine_ctx *ctx) {
  const char *file = ctx->options->trace_set;
  bool texts = file && *file;
  if (!ctx->options->count_traces && !texts) return NULL;
  trace_book *b = MEM_NEW(trace_book);
  b->texts = texts;
  keyset_init(&b->seen);
  return b;
}

bool trace_book_add_bytes(trace_book *b, const uint8_t *bytes, size_t len) {
  bool is_new;
  keyset_add(&b->seen, bytes, len, &is_new);
  b->added++;
  if (!is_new || !b->texts) return is_new;
  strbuf text = {0};
  canon_print(bytes, len, &text);
  vec_push(&b->lines, sb_take(&text));
  return true;
}

bool trace_book_add(trace_book *b, const canon_event *events, size_t n) {
  canon_make(&b->form, events, n);
  return trace_book_add_bytes(b, b->form.bytes.data, b->form.bytes.len);
}

bool trace_book_add_trace(trace_book *b, const trace *t) {
  vec_clear(&b->events);
  vec_clear(&b->made);
  for (size_t i = 0; i < t->events.len; i++) {
    proc_id p = t->events.data[i].proc;
    while (b->made.len <= p) vec_push(&b->made, 0u);
    if (p == PROC_KERNEL || b->made.data[p]++ == 0) continue;
    vec_push(&b->events, ((canon_event){p, t->events.data[i].touched}));
  }
  return trace_book_add(b, b->events.data, b->events.len);
}

static void drop_lines(trace_book *b) {
  for (size_t i = 0; i < b->lines.len; i++) mem_free(b->lines.data[i]);
  vec_clear(&b->lines);
}

void trace_book_clear(trace_book *b) {
  drop_lines(b);
  keyset_fini(&b->seen);
  keyset_init(&b->seen);
  b->added = 0;
}

static int by_text(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static void write_lines(trace_book *b, engine_ctx *ctx) {
  if (b->lines.len) qsort(b->lines.data, b->lines.len, sizeof *b->lines.data, by_text);
  strbuf text = {0};
  const char *path = ctx->options->trace_set, *why = "";
  for (size_t i = 0; i < b->lines.len; i++) sb_printf(&text, "%s\n", b->lines.data[i]);
  if (!file_write(path, sb_text(&text), text.len, &why)) result_add_unwritten(ctx->result, path, why);
  sb_fini(&text);
}

void trace_book_close(trace_book *b, engine_ctx *ctx) {
  if (!b) return;
  ctx->result->counters.traces = keyset_count(&b->seen);
  if (b->texts) write_lines(b, ctx);
  drop_lines(b);
  vec_free(&b->lines);
  vec_free(&b->events);
  vec_free(&b->made);
  canon_fini(&b->form);
  keyset_fini(&b->seen);
  mem_free(b);
}
