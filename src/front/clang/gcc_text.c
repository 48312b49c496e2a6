#define _GNU_SOURCE  // memmem
#include "front/clang/gcc_text.h"

#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/str.h"
#include "front/clang/clang_run.h"

enum { TEXT_MAX = 64 << 20 };

// The attribute with an argument: `__malloc__ (free, 1)`, not `(__malloc__)`.
static bool names_deallocator(const char *text) {
  static const char word[] = "__malloc__";
  for (const char *at = text; (at = strstr(at, word));) {
    at += strlen(word);
    while (*at == ' ') at++;
    if (*at == '(') return true;
  }
  return false;
}

// gcc's atomic_flag is an atomic struct, which clang cannot initialise. Its operations work on the struct inside.
static void make_flag_plain(char *text) {
  static const char begin[] = "typedef _Atomic struct";
  char *end = strstr(text, "} atomic_flag;"), *found = NULL;
  for (char *at = text; end && (at = strstr(at, begin)) && at < end; at++) found = at;
  if (found) memset(found + strlen("typedef "), ' ', strlen("_Atomic"));
}

// `# 1 "/usr/lib/gcc/.../include/xmmintrin.h" 1 3 4`: what follows comes from there.
static bool is_intrinsics_line(const char *line) {
  size_t len = strcspn(line, "\n");
  const char *quote = memchr(line, '"', len);
  if (line[0] != '#' || line[1] != ' ' || !quote) return false;
  const char *end = memchr(quote + 1, '"', len - (size_t)(quote + 1 - line));
  if (!end || !memmem(quote, (size_t)(end - quote), "/gcc/", 5)) return false;
  static const char *const endings[] = {"intrin.h", "/mm_malloc.h", "/mm3dnow.h", NULL};
  for (const char *const *e = endings; *e; e++)
    if ((size_t)(end - quote) > strlen(*e) && !memcmp(end - strlen(*e), *e, strlen(*e))) return true;
  return false;
}

// Blanks out what comes from headers of machine instructions. True: there was some.
static bool drop_intrinsics(char *text) {
  bool inside = false, any = false;
  for (char *line = text; *line;) {
    char *end = line + strcspn(line, "\n");
    bool marker = line[0] == '#' && line[1] == ' ' && line[2] >= '0' && line[2] <= '9';
    if (marker) inside = is_intrinsics_line(line);
    any |= inside;
    if (inside && !marker) memset(line, ' ', (size_t)(end - line));
    line = end + (*end == '\n');
  }
  return any;
}

static int as_file(const char *name, const char *text, size_t len) {
  strbuf head = {0};
  sb_printf(&head, "# 1 \"%s\"\n", name);
  int fd = clang_text_file(sb_text(&head), text, len);
  sb_fini(&head);
  return fd;
}

gcc_text gcc_text_look(const char *file) {
  gcc_text g = {.fd = -1};
  size_t len;
  const char *why;
  char *text = str_ends(file, ".i") ? file_read(file, TEXT_MAX, &len, &why) : NULL;
  if (!text) return g;
  bool declared = strstr(text, "typedef float _Float32") || strstr(text, "typedef double _Float64");
  g.floats = !declared && (strstr(text, "_Float32") || strstr(text, "_Float64") || strstr(text, "_Float128"));
  g.intrinsics = strstr(text, "__builtin_ia32_") && drop_intrinsics(text);
  g.made = g.floats || g.intrinsics || names_deallocator(text) || strstr(text, "__builtin_va_arg_pack") ||
           strstr(text, "__auto_type __atomic_") || strstr(text, "} atomic_flag;");
  if (g.made) {
    make_flag_plain(text);
    g.fd = as_file(file, text, len);
    g.made = g.fd >= 0;
  }
  mem_free(text);
  return g;
}
