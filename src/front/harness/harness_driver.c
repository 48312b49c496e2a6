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

// What follows is in the driver's own text again.
static void own_place(writer *w) {
  if (!w->h->printed) harness_put(w, "#line %u \"%s\"\n", w->line + 2, HARNESS_DRIVER);
}

// As a statement of its own. What ends with a comment ends with its line.
static void put_printed(writer *w, const harness_piece *p) {
  size_t len = p->to - p->from;
  char last = len ? p->text[p->to - 1] : ';';
  const char *end = last == ';' || last == '}' ? "" : memchr(p->text + p->from, '/', len) ? "\n  ;" : ";";
  harness_put(w, "  %.*s%s\n", (int)len, p->text + p->from, end);
}

void harness_put_piece(writer *w, const harness_piece *p) {
  size_t line = 1, column = 0;
  for (size_t i = 0; i < p->from; i++) {
    bool end = p->text[i] == '\n';
    line += end;
    column = end ? 0 : column + 1;
  }
  harness_put(w, "#line %zu \"%s\"\n", line, p->option);
  harness_put(w, "%*s%.*s\n", (int)column, "", (int)(p->to - p->from), p->text + p->from);
  own_place(w);
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
    own_place(w);
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

void harness_driver(const harness *h, strbuf *out) {
  harness_pieces parts = {0};
  writer w = {.h = h, .out = out, .line = 0, .thread = "thread_"};
  harness_split("--threads", h->threads, '|', &parts);
  harness_put_library(&w, h->file);
  harness_put_variables(&w);
  harness_put_function(&w, "static void setup_of_driver(void)", "--setup", h->setup);
  put_threads(&w, &parts);
  harness_put_function(&w, "static void finally_of_driver(void)", "--finally", h->finally);
  harness_put(&w, "\nint main(void) {\n  setup_of_driver();\n");
  harness_put_start(&w, parts.len);
  harness_put(&w, "  finally_of_driver();\n  return 0;\n}\n");
  vec_free(&parts);
}

void harness_probe(const harness *h, const harness_variables *variables, strbuf *out) {
  writer w = {.h = h, .out = out};
  harness_put(&w, "#undef main\n%s\nvoid harness_probe(void) {\n", h->decl);
  for (size_t i = 0; i < variables->len; i++) harness_put(&w, "  (void)%s;\n", variables->data[i].name);
  harness_put(&w, "}\n");
}
