// The text of the driver.
#include <string.h>

#include "base/mem.h"
#include "front/harness/harness.h"
#include "front/harness/harness_int.h"

void harness_put(writer *w, const char *fmt, ...) {
  size_t from = w->out->len;
  va_list ap;
  va_start(ap, fmt);
  sb_vprintf(w->out, fmt, ap);
  va_end(ap);
  for (const char *at = sb_text(w->out) + from; *at; at++) w->line += *at == '\n';
}

void harness_put_own_line(writer *w) {
  if (!w->h->printed) harness_put(w, "#line %u \"%s\"\n", w->line + 2, HARNESS_DRIVER);
}

// As a statement of its own. What ends with a comment ends with its line.
static void put_printed(writer *w, const harness_piece *p) {
  size_t len = p->to - p->from;
  char last = len ? p->text[p->to - 1] : ';';
  const char *end = last == ';' || last == '}' ? "" : memchr(p->text + p->from, '/', len) ? "\n  ;" : ";";
  harness_put(w, "  %.*s%s\n", (int)len, p->text + p->from, end);
}

void harness_put_line(writer *w, const harness_piece *p, size_t at) {
  size_t line = 1, column = 0;
  for (size_t i = 0; i < at; i++) {
    bool end = p->text[i] == '\n';
    line += end;
    column = end ? 0 : column + 1;
  }
  if (!w->h->printed) harness_put(w, "#line %zu \"%s\"\n%*s", line, p->option, (int)column, "");
}

void harness_put_piece(writer *w, const harness_piece *p) {
  harness_put_line(w, p, p->from);
  harness_put(w, "%.*s\n", (int)(p->to - p->from), p->text + p->from);
  harness_put_own_line(w);
}

void harness_put_statements(writer *w, const harness_piece *p) {
  if (w->h->printed) {
    put_printed(w, p);
  } else {
    harness_put_piece(w, p);
    harness_put(w, ";\n");
  }
}

void harness_put_text(writer *w, const char *option, const char *text) {
  harness_piece all = {option, text, 0, strlen(text)};
  if (*text) harness_put_statements(w, &all);
}

void harness_put_library(writer *w, const char *file) {
  const harness *h = w->h;
  if (h->printed) {
    harness_put(w, "#define main main_of_the_library  // it is not called\n#include \"%s\"\n#undef main\n", file);
  } else {
    harness_put(w, "#undef main\n");
    harness_put_own_line(w);
  }
  // A function that nobody declares is a mistake of the texts here.
  if (!h->cxx && !h->printed) harness_put(w, "#pragma clang diagnostic error \"-Wimplicit-function-declaration\"\n");
  harness_put(w, "#undef NDEBUG\n#include <assert.h>\n#include <pthread.h>\n\n");
}

static bool is_declared(const harness *h, const char *name) {
  for (size_t i = 0; i < h->n_known; i++)
    if (strcmp(h->known[i], name) == 0) return true;
  return false;
}

void harness_put_variables(writer *w) {
  arena *mem = arena_new();
  harness_variables all = {0};
  harness_put_text(w, "--decl", w->h->decl);
  harness_assigned(w->h, mem, &all);
  for (size_t i = 0; i < all.len; i++) {
    const harness_variable *v = &all.data[i];
    if (is_declared(w->h, v->name)) continue;
    if (w->h->printed) {
      harness_put(w, "__typeof__(%.*s) %s;\n", (int)(v->value.to - v->value.from), v->value.text + v->value.from,
                  v->name);
      continue;
    }
    harness_put(w, "__typeof_unqual__(\n");
    harness_put_piece(w, &v->value);
    harness_put(w, ") %s;\n", v->name);
  }
  vec_free(&all);
  arena_free(mem);
}

void harness_put_function(writer *w, const char *head, const char *option, const char *text) {
  harness_put(w, "\n%s {\n", head);
  harness_put_text(w, option, text);
  harness_put(w, "}\n");
}

static void put_threads(writer *w, const harness_pieces *parts) {
  for (size_t i = 0; i < parts->len; i++) {
    harness_put(w, "\nstatic void *%s%zu(void *unused) {\n", w->thread, i + 1);
    harness_put_statements(w, &parts->data[i]);
    harness_put(w, "  return unused;\n}\n");
  }
}

void harness_put_start(writer *w, size_t n) {
  harness_put(w, "  pthread_t threads[%zu];\n", n);
  for (size_t i = 0; i < n; i++)
    harness_put(w, "  if (pthread_create(&threads[%zu], 0, %s%zu, 0)) return 0;\n", i, w->thread, i + 1);
  for (size_t i = 0; i < n; i++) harness_put(w, "  pthread_join(threads[%zu], 0);\n", i);
}

static void put_threads_driver(writer *w) {
  harness_pieces parts = {0};
  harness_split("--threads", w->h->threads, '|', &parts);
  w->thread = "thread_";
  put_threads(w, &parts);
  harness_put_function(w, "static void finally_of_driver(void)", "--finally", w->h->finally);
  harness_put(w, "\nint main(void) {\n  setup_of_driver();\n");
  harness_put_start(w, parts.len);
  harness_put(w, "  finally_of_driver();\n  return 0;\n}\n");
  vec_free(&parts);
}

static void put_operations_driver(writer *w) {
  operations o = harness_operations(w->h);
  w->thread = "client_";
  harness_put_calls(w, &o);
  if (w->h->asked) harness_put_history(w, &o);
  harness_put_clients(w, &o);
  harness_put_function(w, "static void finally_of_driver(void)", "--finally", w->h->finally);
  if (w->h->asked) harness_put_comparison(w, &o);
  harness_put(w, "\nint main(void) {\n");
  if (w->h->asked) harness_put(w, "  harness_draw();\n  harness_collect();\n");
  harness_put(w, "  setup_of_driver();\n");
  if (w->h->asked) harness_put(w, "  harness_running = 1;\n");
  harness_put_start(w, w->h->clients);
  if (w->h->asked) harness_put(w, "  allways_when_stuck();\n  harness_running = 0;\n");
  harness_put(w, "  finally_of_driver();\n  return 0;\n}\n");
  harness_free_operations(&o);
}

void harness_driver(const harness *h, strbuf *out) {
  writer w = {.h = h, .out = out};
  harness_put_library(&w, h->file);
  harness_put_variables(&w);
  harness_put_function(&w, "static void setup_of_driver(void)", "--setup", h->setup);
  if (*h->threads)
    put_threads_driver(&w);
  else
    put_operations_driver(&w);
}

void harness_specification(const harness *h, strbuf *out) {
  writer w = {.h = h, .out = out};
  operations o = harness_operations(h);
  harness_put_library(&w, h->file);
  harness_put_variables(&w);
  harness_put_calls(&w, &o);
  const char *c = h->cxx ? "extern \"C\" " : "";
  harness_put(&w, "%slong long harness_spec_call(int operation, const long long *arguments);\n", c);
  harness_put(&w, "%svoid harness_spec_setup(void);\n", c);
  harness_put(&w, "long long harness_spec_call(int operation, const long long *arguments) {\n"
                  "  return perform(operation, arguments);\n}\n");
  harness_put_function(&w, "void harness_spec_setup(void)", "--setup", h->setup);
  harness_free_operations(&o);
}

void harness_probe(const harness *h, const harness_variables *variables, strbuf *out) {
  writer w = {.h = h, .out = out};
  harness_put(&w, "#undef main\n%s\nvoid harness_probe(void) {\n", h->decl);
  for (size_t i = 0; i < variables->len; i++) harness_put(&w, "  (void)%s;\n", variables->data[i].name);
  harness_put(&w, "}\n");
}
