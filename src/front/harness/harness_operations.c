// Operations that clients draw: a function for each, a switch over all, and the clients.
#include <string.h>

#include "base/mem.h"
#include "front/harness/harness_int.h"

operations harness_operations(const harness *h) {
  operations o = {0};
  harness_split("--operations", h->operations, ',', &o.texts);
  o.holes = MEM_NEW_N(harness_holes, o.texts.len);
  for (size_t i = 0; i < o.texts.len; i++) {
    harness_find_holes(&o.texts.data[i], &o.holes[i]);
    if (o.holes[i].len > o.most_holes) o.most_holes = o.holes[i].len;
  }
  return o;
}

void harness_free_operations(operations *o) {
  for (size_t i = 0; i < o->texts.len; i++) vec_free(&o->holes[i]);
  mem_free(o->holes);
  vec_free(&o->texts);
}

// The expression, with arguments in the place of its holes; what is behind a hole has its column again.
static void put_expression(writer *w, const operations *o, size_t i) {
  const harness_piece *p = &o->texts.data[i];
  size_t at = p->from;
  harness_put_line(w, p, at);
  for (size_t k = 0; k < o->holes[i].len; k++) {
    const harness_hole *hole = &o->holes[i].data[k];
    harness_put(w, "%.*sharness_arguments[%zu]", (int)(hole->from - at), p->text + at, k);
    at = hole->to;
    if (!w->h->printed) harness_put(w, "\n");
    harness_put_line(w, p, at);
  }
  harness_put(w, "%.*s\n", (int)(p->to - at), p->text + at);
  harness_put_own_line(w);
}

// A result is void or an integer. C tells which by the compiler's functions on types, C++ by templates.
static const char c_results[] =
    "#define HARNESS_IS_VOID(T) __builtin_types_compatible_p(T, void)\n"
    "#define HARNESS_CLASS(T) __builtin_classify_type(*(__typeof__(__builtin_choose_expr(HARNESS_IS_VOID(T), (int *)0, "
    "(T *)0)))0)\n"
    "#define HARNESS_FITS(T) (HARNESS_IS_VOID(T) || (HARNESS_CLASS(T) >= 1 && HARNESS_CLASS(T) <= 4 && sizeof(T) <= "
    "8))\n";
static const char cxx_results[] =
    "struct harness_nothing {};\n"
    "static inline long long harness_value(harness_nothing) { return 0; }\n"
    "template <class T> inline long long harness_value(T value) { return (long long)value; }\n"
    "template <class T> inline T operator,(T value, harness_nothing) { return value; }\n"
    "template <class T> struct harness_result {\n"
    "  static const bool is_void = false, fits = (__is_integral(T) || __is_enum(T)) && sizeof(T) <= 8;\n"
    "};\n"
    "template <> struct harness_result<void> { static const bool is_void = true, fits = true; };\n"
    "#define HARNESS_IS_VOID(T) harness_result<T>::is_void\n"
    "#define HARNESS_FITS(T) harness_result<T>::fits\n"
    "#define _Static_assert static_assert\n";

static void put_type(writer *w, const operations *o, size_t i) {
  harness_put(w, "  typedef __typeof__(\n");
  put_expression(w, o, i);
  harness_put(w, "  ) result;\n");
}

static void put_call(writer *w, const operations *o, size_t i) {
  harness_put(w, "\nstatic long long call_%zu(const long long *harness_arguments) {\n", i + 1);
  put_type(w, o, i);
  harness_put(w, "  _Static_assert(\n");
  harness_put_line(w, &o->texts.data[i], o->texts.data[i].from);
  harness_put(w, "HARNESS_FITS(result)\n");
  harness_put_own_line(w);
  harness_put(w, "  , \"the result of an operation is void or an integer\");\n");
  if (w->h->cxx) {
    harness_put(w, "  return harness_value(((\n");
    put_expression(w, o, i);
    harness_put(w, "  ), harness_nothing()));\n}\n");
    return;
  }
  harness_put(w, "  return (long long)__builtin_choose_expr(HARNESS_IS_VOID(result), ((\n");
  put_expression(w, o, i);
  harness_put(w, "  ), 0), (\n");
  put_expression(w, o, i);
  harness_put(w, "  ));\n}\n");
}

void harness_put_voids(writer *w, const operations *o) {
  for (size_t i = 0; i < o->texts.len; i++) {
    harness_put(w, "HARNESS_OWN int harness_is_void_%zu(const long long *harness_arguments) {\n", i);
    put_type(w, o, i);
    harness_put(w, "  return HARNESS_IS_VOID(result);\n}\n");
  }
  harness_put(w, "HARNESS_OWN int (*const harness_is_void[])(const long long *) = {");
  for (size_t i = 0; i < o->texts.len; i++) harness_put(w, "%sharness_is_void_%zu", i ? ", " : "", i);
  harness_put(w, "};\n");
}

// A driver to be read needs no results.
static void put_printed_call(writer *w, const operations *o, size_t i) {
  harness_put(w, "\nstatic void call_%zu(const long long *harness_arguments) {\n  (void)harness_arguments;\n  ", i + 1);
  put_expression(w, o, i);
  harness_put(w, "  ;\n}\n");
}

void harness_put_calls(writer *w, const operations *o) {
  bool printed = w->h->printed;
  if (!printed) harness_put(w, "\n%s", w->h->cxx ? cxx_results : c_results);
  for (size_t i = 0; i < o->texts.len; i++) {
    if (printed)
      put_printed_call(w, o, i);
    else
      put_call(w, o, i);
  }
  harness_put(w, "\nstatic %s perform(int operation, const long long *arguments) {\n  switch (operation) {\n",
              printed ? "void" : "long long");
  for (size_t i = 0; i + 1 < o->texts.len; i++)
    harness_put(w, "  case %zu: %scall_%zu(arguments);%s\n", i, printed ? "" : "return ", i + 1,
                printed ? " break;" : "");
  harness_put(w, "  default: %scall_%zu(arguments);\n  }\n}\n", printed ? "" : "return ", o->texts.len);
}

// Text inside of a literal that is a format.
void harness_put_literal(writer *w, const char *text, size_t from, size_t to) {
  for (size_t i = from; i < to; i++) {
    char c = text[i];
    if (c == '\n')
      harness_put(w, " ");
    else if (c == '%')
      harness_put(w, "%%%%");
    else
      harness_put(w, c == '"' || c == '\\' ? "\\%c" : "%c", c);
  }
}

static void put_draw(writer *w, const operations *o, size_t i, size_t k, size_t client, size_t call) {
  const harness_hole *hole = &o->holes[i].data[k];
  harness_put(w, "arguments[%zu] = ", k);
  if (hole->ranged)
    harness_put(w, "allways_any_longlong(%lld, %lld, ", hole->lo, hole->hi);
  else
    harness_put(w, "allways_nondet_longlong(");
  harness_put(w, "\"argument of call %zu of client_%zu\"); ", call, client);
}

void harness_put_drawn(writer *w, const operations *o, size_t client, size_t call) {
  harness_put(w, "    operation = ");
  for (size_t i = 0; i + 1 < o->texts.len; i++) {
    harness_put(w, "allways_nondet_bool(\"call %zu of client_%zu is ", call, client);
    harness_put_literal(w, o->texts.data[i].text, o->texts.data[i].from, o->texts.data[i].to);
    harness_put(w, "\") ? %zu : ", i);
  }
  harness_put(w, "%zu;\n    switch (operation) {\n", o->texts.len - 1);
  for (size_t i = 0; i < o->texts.len; i++) {
    harness_put(w, "    case %zu: ", i);
    for (size_t k = 0; k < o->holes[i].len; k++) put_draw(w, o, i, k, client, call);
    harness_put(w, "break;\n");
  }
  harness_put(w, "    }\n");
}

// What reports show of a history (result/history.h): the call as it is made.
static void put_shown(writer *w, const operations *o, size_t i) {
  const harness_piece *p = &o->texts.data[i];
  size_t at = p->from;
  for (size_t k = 0; k < o->holes[i].len; k++) {
    harness_put_literal(w, p->text, at, o->holes[i].data[k].from);
    harness_put(w, "%%lld");
    at = o->holes[i].data[k].to;
  }
  harness_put_literal(w, p->text, at, p->to);
}

void harness_put_show(writer *w, const operations *o) {
  harness_put(w, "HARNESS_OWN void harness_show(int client, int call) {\n"
                 "  const long long *a = harness_argument[client - 1][call - 1];\n"
                 "  switch (harness_operation[client - 1][call - 1]) {\n");
  for (size_t i = 0; i < o->texts.len; i++) {
    harness_put(w, "  case %zu: __allways_output(\"\\1C %%d %%d ", i);
    put_shown(w, o, i);
    harness_put(w, "\\n\", client, call");
    for (size_t k = 0; k < o->holes[i].len; k++) harness_put(w, ", a[%zu]", k);
    harness_put(w, "); break;\n");
  }
  harness_put(w, "  }\n  (void)a;\n}\n");
}

static void put_free_client(writer *w, const operations *o, size_t client) {
  harness_put(w, "\nstatic void *client_%zu(void *unused) {\n  int operation;\n  long long arguments[%zu] = {0};\n",
              client, o->most_holes + 1);
  for (size_t call = 1; call <= w->h->calls; call++) {
    harness_put(w, "  {\n");
    harness_put_drawn(w, o, client, call);
    harness_put(w, "    perform(operation, arguments);\n  }\n");
  }
  harness_put(w, "  return unused;\n}\n");
}

void harness_put_clients(writer *w, const operations *o) {
  if (!w->h->asked) harness_put(w, "\n#include <allways.h>\n");
  for (size_t client = 1; client <= w->h->clients; client++) {
    if (w->h->asked)
      harness_put_recording_client(w, client);
    else
      put_free_client(w, o, client);
  }
}
