#include "result/history.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MARK = '\1' };

static history_call *find_call(result *r, unsigned client, unsigned call) {
  for (size_t i = 0; i < r->history.len; i++)
    if (r->history.data[i].client == client && r->history.data[i].call == call) return &r->history.data[i];
  return NULL;
}

const history_call *history_at(const result *r, const history_order *o, size_t i) {
  return find_call((result *)r, o->calls[i].client, o->calls[i].call);
}

// "1 2 text": the rest behind the two numbers, or NULL.
static const char *read_numbers(const char *line, unsigned *client, unsigned *call) {
  int used = 0;
  if (sscanf(line, "%u %u%n", client, call, &used) < 2) return NULL;
  return line + used + (line[used] == ' ');
}

static void take_order(result *r, const char *line) {
  VEC(history_expected) calls = {0};
  history_expected e = {0};
  int used = 0;
  while (sscanf(line, " %u.%u=%lld%n", &e.client, &e.call, &e.result, &used) == 3) {
    vec_push(&calls, e);
    line += used;
  }
  e.result = 0;
  e.waits = sscanf(line, " %u.%u=w%n", &e.client, &e.call, &used) == 2 && used;
  if (e.waits) vec_push(&calls, e);
  history_order o = {arena_copy(r->mem, calls.data, calls.len * sizeof *calls.data), calls.len};
  if (calls.len) vec_push(&r->orders, o);
  vec_free(&calls);
}

static void take_event(result *r, const char *line, uint32_t step) {
  unsigned client, call;
  const char *rest = line[0] && line[0] != 'O' ? read_numbers(line + 2, &client, &call) : NULL;
  if (line[0] == 'O') take_order(r, line + 1);
  if (!rest) return;
  if (line[0] == 'C')
    vec_push(&r->history, ((history_call){.client = client, .call = call, .text = rest, .from = step}));
  history_call *known = line[0] == 'R' ? find_call(r, client, call) : NULL;
  if (!known) return;
  known->to = step;
  known->returned = ++r->history_events;
  if (*rest) known->result = rest;
}

// The output without the lines of the history.
static const char *take_lines(result *r, const char *output, uint32_t step) {
  strbuf left = {0};
  for (const char *at = output; *at;) {
    size_t len = strcspn(at, "\n"), behind = len + (at[len] == '\n');
    if (*at == MARK) {
      size_t n = r->history.len;
      take_event(r, arena_strndup(r->mem, at + 1, len - 1), step);
      if (r->history.len > n) r->history.data[n].called = ++r->history_events;
    } else {
      sb_putn(&left, at, behind);
    }
    at += behind;
  }
  const char *kept = left.len ? arena_strdup(r->mem, sb_text(&left)) : NULL;
  sb_fini(&left);
  return kept;
}

void history_take(result *r) {
  vec_clear(&r->history);
  vec_clear(&r->orders);
  r->history_events = 0;
  for (size_t i = 0; i < r->trace.len; i++) {
    trace_step *s = &r->trace.data[i];
    if (s->output && strchr(s->output, MARK)) s->output = take_lines(r, s->output, (uint32_t)i + 1);
  }
}
