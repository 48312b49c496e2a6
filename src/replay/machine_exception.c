// What is said about an exception that nobody catches: its type, and its text if it is one of a library.
// Thrown C++ objects have a header in front of them, see `struct exception` in runtime/cxx/abi.h: text, type, then five
// pointers and two ints; the thrown value points behind these, at the part that the compiler knows.
#include <stdlib.h>
#include <string.h>

#include "replay/machine_int.h"

enum { HEADER_POINTERS = 7, HEADER_INTS = 2, MOST_TEXT = 4096 };

static cell pointer_at(machine *m, cell p) {
  uint32_t size = m->ir->pointer_bits / 8;
  const object *o = memory_object(m, p.obj);
  if (!o || p.bits > o->size || o->size - p.bits < size || !o->bytes) return CELL_INT(0);
  uint64_t bits = 0;
  for (uint32_t i = 0; i < size; i++) bits |= (uint64_t)o->bytes[p.bits + i] << (8 * i);
  return (cell){bits, o->origin ? o->origin[p.bits] : OBJ_NONE};
}

static bool text_at(machine *m, cell p, strbuf *out) {
  const object *o = memory_object(m, p.obj);
  if (!o || !o->bytes) return false;
  for (uint64_t i = p.bits; i < o->size && i - p.bits < MOST_TEXT; i++) {
    if (!o->bytes[i]) return true;
    sb_putc(out, (char)o->bytes[i]);
  }
  return false;
}

// --- names of types: Itanium C++ ABI 5.1, without templates ---------------------------------------------------------

static const char *builtin_name(char c) {
  static const char *const names[] = {"b=bool",  "c=char",           "a=signed char", "h=unsigned char",
                                      "s=short", "t=unsigned short", "i=int",         "j=unsigned int",
                                      "l=long",  "m=unsigned long",  "x=long long",   "y=unsigned long long",
                                      "f=float", "d=double",         "e=long double", "v=void"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (names[i][0] == c) return names[i] + 2;
  return NULL;
}

static bool put_identifier(const char **at, strbuf *out) {
  char *end;
  if (**at < '1' || **at > '9') return false;
  unsigned long n = strtoul(*at, &end, 10);
  if (n > strlen(end)) return false;
  if (!strncmp(end, "_GLOBAL__N", 10))
    sb_puts(out, "(anonymous namespace)");
  else
    sb_putn(out, end, n);
  *at = end + n;
  return true;
}

static bool put_class(const char **at, strbuf *out) {
  bool nested = **at == 'N';
  if (nested) ++*at;
  if (!strncmp(*at, "St", 2)) {
    sb_puts(out, "std::");
    *at += 2;
  }
  if (!put_identifier(at, out)) return false;
  while (nested && **at != 'E') {
    sb_puts(out, "::");
    if (!put_identifier(at, out)) return false;
  }
  if (nested) ++*at;
  return !**at;
}

static void put_type(const char *mangled, strbuf *out) {
  const char *at = mangled;
  strbuf name = {0}, behind = {0};
  for (; *at == 'P' || *at == 'K'; at++)
    if (*at == 'P')
      sb_puts(&behind, "*");
    else
      sb_puts(&name, "const ");
  const char *builtin = *at && !at[1] ? builtin_name(*at) : NULL;
  if (builtin) {
    sb_puts(&name, builtin);
    at = "";
  }
  bool ok = builtin || put_class(&at, &name);
  sb_puts(out, ok ? sb_text(&name) : mangled);
  if (ok) sb_puts(out, sb_text(&behind));
  sb_fini(&name);
  sb_fini(&behind);
}

// The type of a thrown C++ object, and what it says (nothing, if it is of no library).
static bool put_parts(machine *m, cell thrown, strbuf *type, strbuf *text) {
  uint32_t size = m->ir->pointer_bits / 8, header = HEADER_POINTERS * size + HEADER_INTS * 4;
  if (!m->ir->language || strcmp(m->ir->language, "c++") || !memory_object(m, thrown.obj)) return false;
  if (thrown.bits != header) return false;
  cell info = pointer_at(m, (cell){size, thrown.obj});
  strbuf name = {0};
  bool ok = text_at(m, pointer_at(m, (cell){info.bits + size, info.obj}), &name);
  if (ok) put_type(*sb_text(&name) == '*' ? sb_text(&name) + 1 : sb_text(&name), type);
  if (!text_at(m, pointer_at(m, (cell){0, thrown.obj}), text)) sb_clear(text);
  sb_fini(&name);
  return ok;
}

bool machine_exception_text(machine *m, cell thrown, strbuf *out) {
  strbuf type = {0}, text = {0};
  bool ok = put_parts(m, thrown, &type, &text);
  if (ok) sb_printf(out, "exception is not caught: %s", sb_text(&type));
  if (ok && text.len)
    sb_printf(out, ": %.*s", (int)strcspn(sb_text(&text), "\n"), sb_text(&text));  // the rest says where
  sb_fini(&type);
  sb_fini(&text);
  return ok;
}

// As the reference library prints it: its own reports as they are, all else as one of its errors.
bool machine_last_words(machine *m, strbuf *out) {
  if (machine_interleaves(m) || m->status != MACHINE_VIOLATION || m->check != IR_CHECK_EXCEPTION) return false;
  strbuf type = {0}, text = {0};
  bool ok = put_parts(m, m->uncaught, &type, &text);
  if (ok && !strcmp(sb_text(&type), "sc_core::sc_report")) {
    sb_printf(out, "\n%s\n", sb_text(&text));
  } else if (ok) {
    if (!strcmp(sb_text(&type), "const char*")) text_at(m, pointer_at(m, m->uncaught), &text);
    sb_printf(out, "\nError: (E549) uncaught exception: %s\n", text.len ? sb_text(&text) : "UNKNOWN EXCEPTION");
    if (m->running) {
      sb_printf(out, "In process: %s @ ", machine_proc_name(m, m->running));
      machine_time_text(m, machine_time(m), out);
      sb_puts(out, "\n");
    }
  }
  if (ok && m->farewell) sb_puts(out, m->farewell);
  sb_fini(&type);
  sb_fini(&text);
  return ok;
}
