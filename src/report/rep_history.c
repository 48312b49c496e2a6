// The history of a run as a chart: a row for each client, calls as bars, time runs to the right; and why no order explains it.
#include <string.h>

#include "base/mem.h"
#include "report/rep_history.h"
#include "result/history.h"

enum { MOST_ORDERS = 12 };  // that are shown

static void put_label(const history_call *c, strbuf *out) {
  sb_puts(out, c->text);
  if (c->result) sb_printf(out, " = %s", c->result);
  if (!c->returned) sb_puts(out, " ...");
}

static size_t label_width(const history_call *c) {
  strbuf label = {0};
  put_label(c, &label);
  size_t width = label.len;
  sb_fini(&label);
  return width;
}

static uint32_t last_event(const result *res) { return res->history_events + 1; }

// Columns of the events, so that each bar holds its label.
static size_t *place_events(const result *res) {
  size_t *columns = MEM_NEW_N(size_t, last_event(res) + 1);
  for (uint32_t e = 1; e <= last_event(res); e++) {
    columns[e] = columns[e - 1] + 1;
    for (size_t i = 0; i < res->history.len; i++) {
      const history_call *c = &res->history.data[i];
      uint32_t end = c->returned ? c->returned : last_event(res);
      size_t least = columns[c->called] + label_width(c) + 3;
      if (end == e && columns[e] < least) columns[e] = least;
    }
  }
  return columns;
}

static void pad(strbuf *out, size_t from, size_t width, char with) {
  while (out->len < from + width) sb_putc(out, with);
}

static void put_client(const result *res, uint32_t client, const size_t *columns, strbuf *out) {
  sb_printf(out, "  client_%u  ", client);
  size_t from = out->len;
  for (size_t i = 0; i < res->history.len; i++) {
    const history_call *c = &res->history.data[i];
    if (c->client != client) continue;
    pad(out, from, columns[c->called], ' ');
    sb_puts(out, "|-");
    put_label(c, out);
    pad(out, from, columns[c->returned ? c->returned : last_event(res)], '-');
    if (c->returned) sb_putc(out, '|');
  }
  sb_putc(out, '\n');
}

static bool differs(const history_call *c, long long expected) {
  char text[32];
  snprintf(text, sizeof text, "%lld", expected);
  return c->result && strcmp(c->result, text) != 0;
}

// A call that is over and that the order does not come to, since a call before it waits for ever.
static const history_call *left_out(const result *res, const history_order *o) {
  for (size_t i = 0; i < res->history.len; i++) {
    const history_call *c = &res->history.data[i];
    bool comes = !c->returned;
    for (size_t k = 0; k < o->n && !comes; k++) comes = history_at(res, o, k) == c;
    if (!comes) return c;
  }
  return NULL;
}

static bool differs_there(const history_call *c, const history_expected *e, const history_call *left) {
  if (e->waits) return c->returned || left;
  return !c->returned || differs(c, e->result);
}

static void put_difference(const history_call *c, const history_expected *e, const history_call *left, strbuf *out) {
  sb_printf(out, "%s of client_%u ", c->text, c->client);
  if (e->waits && (c->returned || !left))
    sb_puts(out, "waits for ever");
  else if (e->waits)
    sb_printf(out, "waits for ever before %s", left->text);
  else if (!c->returned)
    sb_puts(out, "does not wait for ever");
  else
    sb_printf(out, "returns %lld, not %s", e->result, c->result);
}

// The calls up to the first one that would have done something else. Those that nobody came to are not looked at.
static void put_order(const result *res, const history_order *o, strbuf *out) {
  const history_call *left = left_out(res, o);
  for (size_t i = 0; i < o->n; i++) {
    const history_call *c = history_at(res, o, i);
    if (!c) break;
    bool other = differs_there(c, &o->calls[i], left);
    sb_puts(out, i ? other ? ", then " : ", " : "  ");
    if (other) put_difference(c, &o->calls[i], left, out);
    if (other) break;
    put_label(c, out);
  }
  sb_putc(out, '\n');
}

// Orders that differ behind the first difference read the same: each text once.
static void put_orders(const result *res, strbuf *out) {
  strbuf all = {0};
  size_t n = 0;
  for (size_t i = 0; i < res->orders.len; i++) {
    strbuf line = {0};
    sb_puts(&line, "\n");
    put_order(res, &res->orders.data[i], &line);
    bool told = all.len && strstr(sb_text(&all), sb_text(&line));
    if (!all.len) sb_puts(&all, "\n");
    if (!told && n++ < MOST_ORDERS) sb_puts(&all, sb_text(&line) + 1);
    sb_fini(&line);
  }
  if (all.len) sb_puts(out, sb_text(&all) + 1);
  if (n > MOST_ORDERS) sb_printf(out, "  and %zu more\n", n - MOST_ORDERS);
  sb_fini(&all);
}

void report_history(const report *r, strbuf *out) {
  const result *res = r->result;
  if (!res->history.len) return;
  uint32_t clients = 0;
  for (size_t i = 0; i < res->history.len; i++)
    if (res->history.data[i].client > clients) clients = res->history.data[i].client;
  size_t *columns = place_events(res);
  sb_puts(out, "\nHistory\n");
  for (uint32_t c = 1; c <= clients; c++) put_client(res, c, columns, out);
  mem_free(columns);
  if (res->orders.len)
    sb_printf(out, "%s\n",
              res->orders.len == 1 ? "The only order that is allowed does not explain it:"
                                   : "None of the orders that are allowed explains it:");
  put_orders(res, out);
}
