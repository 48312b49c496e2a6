// Histories: the driver draws all calls, collects what the specification returns in every order of them, lets the clients make them,
// and asks whether one of the orders explains what they got. Line-Up (Burckhardt, Dill, Musuvathi, Tan 2010) first has the sequential
// behaviours, too; here they are terms over the arguments.
//
// Of the order of calls and returns is recorded what a condition needs. Linearizability: when a call begins, how many calls of each
// other client are over: one word per client, written by it when a call returns, so that reductions see no other conflict. It is read and
// written by relaxed atomics, which order nothing of what the library does.
#include <stdio.h>

#include "base/mem.h"
#include "front/harness/harness_int.h"

// --- orders ---------------------------------------------------------------------------------------------------------

typedef struct orders {
  const harness *h;
  bool any;        // permutations, not only those that keep the order of each client
  size_t n;        // found so far
  uint8_t *calls;  // of one order: client * calls + call
  bool *taken;
  VEC(uint8_t) all;
} orders;

static bool wants(const harness *h, harness_condition c) { return h->asked >> c & 1; }

static size_t n_calls(const harness *h) { return (size_t)h->clients * h->calls; }

static void enumerate(orders *o, size_t at) {
  size_t n = n_calls(o->h);
  if (o->n > HARNESS_MOST_ORDERS) return;
  if (at == n) {
    o->n++;
    for (size_t i = 0; i < n; i++) vec_push(&o->all, o->calls[i]);
    return;
  }
  for (size_t c = 0; c < n; c++) {
    bool first = c % o->h->calls == 0 || o->taken[c - 1];
    if (o->taken[c] || (!o->any && !first)) continue;
    o->taken[c] = true;
    o->calls[at] = (uint8_t)c;
    enumerate(o, at + 1);
    o->taken[c] = false;
  }
}

static orders find_orders(const harness *h) {
  size_t n = n_calls(h);
  orders o = {.h = h, .any = wants(h, HARNESS_QUIESCENT), .calls = MEM_NEW_N(uint8_t, n), .taken = MEM_NEW_N(bool, n)};
  enumerate(&o, 0);
  return o;
}

static void free_orders(orders *o) {
  vec_free(&o->all);
  mem_free(o->calls);
  mem_free(o->taken);
}

size_t harness_count_orders(const harness *h) {
  if (n_calls(h) > 64) return HARNESS_MOST_ORDERS + 1;
  orders o = find_orders(h);
  size_t n = o.n;
  free_orders(&o);
  return n;
}

// --- what is recorded -----------------------------------------------------------------------------------------------

void harness_put_history(writer *w, const operations *o) {
  const harness *h = w->h;
  const char *c = h->cxx ? "extern \"C\" " : "";
  harness_put(w, "\n#include <allways.h>\n#define HARNESS_OWN static __attribute__((nodebug))\n");
  harness_put(w, "%svoid __allways_check(%s, const char *, const char *);\n", c, h->cxx ? "bool" : "_Bool");
  harness_put(w, "%svoid __allways_output(const char *, ...);\n", c);
  harness_put(w, "%svoid __allways_atomic_begin(void);\n%svoid __allways_atomic_end(void);\n", c, c);
  harness_put(w, "%slong long harness_spec_call(int, const long long *);\n%svoid harness_spec_setup(void);\n", c, c);
  harness_put(w, "%svoid harness_spec_reset(void);\n", c);
  harness_put(w, "enum { CLIENTS = %u, CALLS = %u };\n", h->clients, h->calls);
  harness_put(w, "HARNESS_OWN int harness_operation[CLIENTS][CALLS];\n");
  harness_put(w, "HARNESS_OWN long long harness_argument[CLIENTS][CALLS][%zu];\n", o->most_holes + 1);
  if (wants(h, HARNESS_QUIESCENT)) harness_put(w, "HARNESS_OWN int harness_active, harness_epoch;\n");
  for (size_t i = 1; i <= h->clients; i++) {
    harness_put(w, "HARNESS_OWN long long harness_result_%zu[CALLS];\n", i);
    harness_put(w, "HARNESS_OWN int harness_seen_%zu[CALLS][CLIENTS], harness_done_%zu;\n", i, i);
    if (wants(h, HARNESS_QUIESCENT)) harness_put(w, "HARNESS_OWN int harness_epoch_%zu[CALLS];\n", i);
  }
  harness_put_voids(w, o);
  harness_put_show(w, o);
  harness_put(w, "HARNESS_OWN void harness_show_result(int client, int call, long long result) {\n"
                 "  if (harness_is_void[harness_operation[client - 1][call - 1]](0))\n"
                 "    __allways_output(\"\\1R %%d %%d\\n\", client, call);\n"
                 "  else\n"
                 "    __allways_output(\"\\1R %%d %%d %%lld\\n\", client, call, result);\n}\n");
}

static void put_begin(writer *w, size_t client, size_t call) {
  for (size_t other = 1; other <= w->h->clients; other++)
    if (other != client && wants(w->h, HARNESS_LINEARIZABLE))
      harness_put(w, "  harness_seen_%zu[%zu][%zu] = __atomic_load_n(&harness_done_%zu, __ATOMIC_RELAXED);\n", client,
                  call - 1, other - 1, other);
  if (wants(w->h, HARNESS_QUIESCENT))
    harness_put(w,
                "  __allways_atomic_begin();\n  if (!harness_active++) harness_epoch++;\n"
                "  harness_epoch_%zu[%zu] = harness_epoch;\n  __allways_atomic_end();\n",
                client, call - 1);
  harness_put(w, "  harness_show(%zu, %zu);\n", client, call);
}

static void put_end(writer *w, size_t client, size_t call) {
  if (wants(w->h, HARNESS_LINEARIZABLE))
    harness_put(w, "  __atomic_store_n(&harness_done_%zu, %zu, __ATOMIC_RELAXED);\n", client, call);
  else
    harness_put(w, "  harness_done_%zu = %zu;\n", client, call);
  if (wants(w->h, HARNESS_QUIESCENT))
    harness_put(w, "  __allways_atomic_begin();\n  harness_active--;\n  __allways_atomic_end();\n");
  harness_put(w, "  harness_show_result(%zu, %zu, harness_result_%zu[%zu]);\n", client, call, client, call - 1);
}

void harness_put_recording_client(writer *w, size_t client) {
  harness_put(w, "\nstatic void *client_%zu(void *unused) {\n", client);
  for (size_t call = 1; call <= w->h->calls; call++) {
    put_begin(w, client, call);
    harness_put(w, "  harness_result_%zu[%zu] = perform(harness_operation[%zu][%zu], harness_argument[%zu][%zu]);\n",
                client, call - 1, client - 1, call - 1, client - 1, call - 1);
    put_end(w, client, call);
  }
  harness_put(w, "  return unused;\n}\n");
}

// --- the comparison -------------------------------------------------------------------------------------------------

static void put_drawing(writer *w, const operations *o) {
  harness_put(w, "\nstatic void harness_draw(void) {\n");
  for (size_t client = 1; client <= w->h->clients; client++)
    for (size_t call = 1; call <= w->h->calls; call++) {
      harness_put(w, "  {\n    int operation;\n    long long *arguments = harness_argument[%zu][%zu];\n", client - 1,
                  call - 1);
      harness_put_drawn(w, o, client, call);
      harness_put(w, "    (void)arguments;\n    harness_operation[%zu][%zu] = operation;\n  }\n", client - 1, call - 1);
    }
  harness_put(w, "}\n");
}

// Each order as calls, as places of the calls, and as how many calls of each client stand before a call.
static void put_tables(writer *w, const orders *o) {
  const harness *h = w->h;
  size_t n = n_calls(h), *place = MEM_NEW_N(size_t, n);
  harness_put(w, "\nenum { ORDERS = %zu, HARNESS_CALLS = CLIENTS * CALLS };\n", o->n);
  harness_put(w, "typedef struct { unsigned char calls[HARNESS_CALLS], place[HARNESS_CALLS], "
                 "before[HARNESS_CALLS][CLIENTS], kept; } harness_order;\n");
  harness_put(w, "HARNESS_OWN const harness_order harness_orders[ORDERS] = {\n");
  for (size_t k = 0; k < o->n; k++) {
    const uint8_t *calls = o->all.data + k * n;
    for (size_t i = 0; i < n; i++) place[calls[i]] = i;
    bool kept = true;
    harness_put(w, "  {{");
    for (size_t i = 0; i < n; i++) harness_put(w, "%u,", calls[i]);
    harness_put(w, "}, {");
    for (size_t c = 0; c < n; c++) harness_put(w, "%zu,", place[c]);
    harness_put(w, "}, {");
    for (size_t c = 0; c < n; c++) {
      harness_put(w, "{");
      for (size_t client = 0; client < h->clients; client++) {
        size_t before = 0;
        for (size_t i = 0; i < place[c]; i++) before += calls[i] / h->calls == client;
        harness_put(w, "%zu,", before);
      }
      harness_put(w, "},");
      if (c % h->calls && place[c] < place[c - 1]) kept = false;
    }
    harness_put(w, "}, %d},\n", kept);
  }
  harness_put(w, "};\nHARNESS_OWN long long harness_expected[ORDERS][CLIENTS][CALLS];\n");
  mem_free(place);
}

static void put_pointers(writer *w, const char *head, const char *name) {
  harness_put(w, "%s = {", head);
  for (size_t i = 1; i <= w->h->clients; i++) harness_put(w, "%s%s_%zu", i > 1 ? ", " : "", name, i);
  harness_put(w, "};\n");
}

// What all conditions have in common. A specification that may be in several states would need a choice of them: it has one. An order ends
// with a call that waits for ever: allways_try comes back with 1 (analysis/waiting.h).
static const char shared[] =
    "HARNESS_OWN int harness_length[ORDERS], harness_running;\n"
    "__attribute__((noinline)) int allways_try(int o, int c, int k) {\n"
    "  harness_expected[o][c][k] = harness_spec_call(harness_operation[c][k], harness_argument[c][k]);\n"
    "  return 0;\n"
    "}\n"
    "static void harness_collect(void) {\n"
    "  for (int o = 0; o < ORDERS; o++) {\n"
    "    harness_spec_reset();\n"
    "    harness_spec_setup();\n"
    "    harness_length[o] = HARNESS_CALLS;\n"
    "    for (int i = 0; i < harness_length[o]; i++) {\n"
    "      int c = harness_orders[o].calls[i] / CALLS, k = harness_orders[o].calls[i] % CALLS;\n"
    "      if (allways_try(o, c, k)) harness_length[o] = i;\n"
    "    }\n"
    "  }\n"
    "}\n"
    "HARNESS_OWN int harness_is_over(int c) { return c % CALLS < *harness_done[c / CALLS]; }\n"
    "HARNESS_OWN int harness_some_wait(void) {\n"
    "  for (int c = 0; c < CLIENTS; c++)\n"
    "    if (*harness_done[c] < CALLS) return 1;\n"
    "  return 0;\n"
    "}\n"
    "HARNESS_OWN int harness_explains(int o, int length) {\n"
    "  int same = 1;\n"
    "  for (int i = 0; i < length; i++) {\n"
    "    int call = harness_orders[o].calls[i], c = call / CALLS, k = call % CALLS;\n"
    "    if (harness_is_over(call)) same &= harness_expected[o][c][k] == harness_results[c][k];\n"
    "  }\n"
    "  return same;\n"
    "}\n"
    "HARNESS_OWN int harness_waits_at(int o, int call) {\n"
    "  if (harness_length[o] != harness_orders[o].place[call]) return 0;\n"
    "  for (int c = 0; c < HARNESS_CALLS; c++) {\n"
    "    int before = harness_orders[o].place[c] < harness_length[o];\n"
    "    if (before ? c % CALLS > *harness_done[c / CALLS] : harness_is_over(c)) return 0;\n"
    "  }\n"
    "  return 1;\n"
    "}\n"
    "HARNESS_OWN void harness_show_order(int o) {\n"
    "  __allways_output(\"\\1O\");\n"
    "  for (int i = 0; i < HARNESS_CALLS && i <= harness_length[o]; i++) {\n"
    "    int c = harness_orders[o].calls[i] / CALLS, k = harness_orders[o].calls[i] % CALLS;\n"
    "    if (i == harness_length[o])\n"
    "      __allways_output(\" %d.%d=w\", c + 1, k + 1);\n"
    "    else\n"
    "      __allways_output(\" %d.%d=%lld\", c + 1, k + 1, harness_expected[o][c][k]);\n"
    "  }\n"
    "  __allways_output(\"\\n\");\n"
    "}\n";

// Which orders a condition allows, of their first n calls.
static const char *const allows[] = {
    [HARNESS_LINEARIZABLE] =
        "  if (!harness_orders[o].kept) return 0;\n"
        "  for (int c = 0; c < HARNESS_CALLS; c++)\n"
        "    for (int i = 0; i < CLIENTS && harness_orders[o].place[c] < n; i++)\n"
        "      if (harness_orders[o].before[c][i] < harness_seen[c / CALLS][c % CALLS][i]) return 0;\n",
    [HARNESS_SEQUENTIAL] = "  if (!harness_orders[o].kept || !n) return 0;\n",
    [HARNESS_QUIESCENT] = "  for (int a = 0; a < HARNESS_CALLS; a++)\n"
                          "    for (int b = 0; b < HARNESS_CALLS; b++)\n"
                          "      if (harness_orders[o].place[a] < n &&\n"
                          "          harness_epochs[a / CALLS][a % CALLS] < harness_epochs[b / CALLS][b % CALLS] &&\n"
                          "          harness_orders[o].place[a] > harness_orders[o].place[b])\n"
                          "        return 0;\n"};
static const char *const kinds[] = {"linearizable", "sequential", "quiescent"};

// A call that waits for ever does so in some order behind all that are over; others that wait may be behind it, or before it and have an effect
// (Line-Up; Herlihy and Wing complete or drop pending calls).
static void put_condition(writer *w, harness_condition c) {
  harness_put(w, "HARNESS_OWN int harness_allows_%d(int o, int n) {\n%s  return 1;\n}\n", c, allows[c]);
  harness_put(w,
              "HARNESS_OWN int harness_explains_waiting_%d(int call) {\n  int found = 0;\n"
              "  for (int o = 0; o < ORDERS; o++)\n"
              "    if (harness_waits_at(o, call) && harness_allows_%d(o, harness_length[o] + 1))\n"
              "      found |= harness_explains(o, harness_length[o]);\n  return found;\n}\n",
              c, c);
  harness_put(w,
              "HARNESS_OWN int harness_holds_%d(void) {\n  int found = 0;\n"
              "  for (int o = 0; o < ORDERS; o++)\n"
              "    if (harness_length[o] == HARNESS_CALLS && harness_allows_%d(o, HARNESS_CALLS))\n"
              "      found |= harness_explains(o, HARNESS_CALLS);\n"
              "  if (harness_some_wait()) found = 1;\n"
              "  for (int c = 0; c < CLIENTS; c++)\n"
              "    if (*harness_done[c] < CALLS) found &= harness_explains_waiting_%d(c * CALLS + *harness_done[c]);\n",
              c, c, c);
  harness_put(w,
              "  if (found) return 1;\n  for (int o = 0; o < ORDERS; o++)\n"
              "    if (harness_allows_%d(o, HARNESS_CALLS)) harness_show_order(o);\n  return 0;\n}\n",
              c);
}

static void put_check(writer *w, const operations *op, size_t c, const char *holds, const char *why) {
  harness_put_line(w, &op->texts.data[0], op->texts.data[0].from);
  harness_put(w, "__allways_check(%s, \"%s\", \"%s\");\n", holds, kinds[c], why);
  harness_put_own_line(w);
}

static void put_checks(writer *w, const operations *op) {
  bool first = true;
  for (size_t c = 0; c < sizeof kinds / sizeof kinds[0]; c++) {
    if (!wants(w->h, (harness_condition)c)) continue;
    char holds[32];
    snprintf(holds, sizeof holds, "harness_holds_%zu()", c);
    if (first) put_check(w, op, c, "harness_running", "what is done before or behind the calls waits for ever");
    first = false;
    harness_put(w, "  if (harness_some_wait())\n");
    put_check(w, op, c, holds, "a call waits for ever, and no order of the calls explains that");
    harness_put(w, "  else\n");
    put_check(w, op, c, holds, "no order of the calls explains their results");
  }
}

void harness_put_comparison(writer *w, const operations *op) {
  const harness *h = w->h;
  orders o = find_orders(h);
  put_drawing(w, op);
  put_tables(w, &o);
  const char *c = h->cxx ? "extern \"C\" " : "";
  put_pointers(w, "HARNESS_OWN const long long *const harness_results[CLIENTS]", "harness_result");
  put_pointers(w, "HARNESS_OWN int (*const harness_seen[CLIENTS])[CLIENTS]", "harness_seen");
  put_pointers(w, "HARNESS_OWN const int *const harness_done[CLIENTS]", "&harness_done");
  if (wants(h, HARNESS_QUIESCENT))
    put_pointers(w, "HARNESS_OWN const int *const harness_epochs[CLIENTS]", "harness_epoch");
  harness_put(w, "%sint allways_try(int, int, int);\n%svoid allways_when_stuck(void);\n%s", c, c, shared);
  for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++)
    if (wants(h, (harness_condition)k)) put_condition(w, (harness_condition)k);
  harness_put(w, "void allways_when_stuck(void) {\n");
  put_checks(w, op);
  harness_put(w, "}\n");
  free_orders(&o);
}
