// Which members of classes are `mutable`. The debugger is not told: the declaration in the source tells.
#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/place.h"
#include "base/str.h"
#include "front/llvm/llvm_link.h"

enum { LARGEST_SOURCE = 1 << 24 };

bool llvm_read_source(llvm_source *s, LLVMMetadataRef file) {
  unsigned len, folder_len;
  const char *name = LLVMDIFileGetFilename(file, &len), *folder = LLVMDIFileGetDirectory(file, &folder_len), *why;
  if (name == s->name) return s->text != NULL;
  strbuf path = {0};
  if (len && *name != '/' && folder_len) sb_printf(&path, "%.*s/", (int)folder_len, folder);
  sb_printf(&path, "%.*s", (int)len, name);
  mem_free(s->text);
  s->library = place_in_library(sb_text(&path));
  s->text = file_read(sb_text(&path), LARGEST_SOURCE, &(size_t){0}, &why);
  s->name = name;
  sb_fini(&path);
  return s->text != NULL;
}

const char *llvm_line_of(const char *text, unsigned line) {
  while (--line && text) text = (text = strchr(text, '\n')) ? text + 1 : NULL;
  return text;
}

bool llvm_is_of_word(char ch) {
  return ch == '_' || (ch >= '0' && ch <= '9') || ((ch | 32) >= 'a' && (ch | 32) <= 'z');
}

static bool is_defined(const char *text, const char *word, size_t len) {
  static const char DEFINE[] = "define";
  for (const char *d = text; (d = strstr(d, DEFINE));) {
    d += strlen(DEFINE);
    d += strspn(d, " \t");
    if (strncmp(d, word, len) == 0 && !llvm_is_of_word(d[len])) return true;
  }
  return false;
}

// Only capitals, as macros have by custom: others may be defined in another file.
static bool looks_like_macro(const char *word, size_t len) {
  bool letters = false;
  for (size_t k = 0; k < len; k++) {
    if (word[k] >= 'a' && word[k] <= 'z') return false;
    letters |= word[k] >= 'A';
  }
  return letters && len > 1;
}

// Where the declaration begins that goes on in this line: behind what ends another one, or a line for the preprocessor.
static const char *declaration_in(const char *text, const char *at) {
  const char *begin = at;
  while (at > text && !strchr(";{}", at[-1])) {
    at--;
    if (at > text && at[-1] != '\n') continue;
    if (at[strspn(at, " \t")] == '#') return begin;
    begin = at;
  }
  return at;
}

// From behind what stands before the declaration up to the end of its line: does it have the word, or a macro that may stand for it?
bool llvm_may_be_mutable(llvm_source *s, LLVMMetadataRef file, unsigned line) {
  static const char WORD[] = "mutable";
  if (!line || !file || !llvm_read_source(s, file)) return true;
  const char *at = llvm_line_of(s->text, line);
  if (!at) return true;
  const char *end = at + strcspn(at, "\n");
  at = declaration_in(s->text, at);
  while (at < end) {
    size_t len = 0;
    while (at + len < end && llvm_is_of_word(at[len])) len++;
    if (len == strlen(WORD) && strncmp(at, WORD, len) == 0) return true;
    const char *behind = at + len + strspn(at + len, " \t");
    bool name = strchr(";=[{,:", *behind) != NULL;
    if (len && !s->library && ((!name && looks_like_macro(at, len)) || is_defined(s->text, at, len))) return true;
    at += len ? len : 1;
  }
  return false;
}

bool llvm_is_result(LLVMValueRef alloca) {
  size_t len;
  return strcmp(LLVMGetValueName2(alloca, &len), "retval") == 0;
}

void llvm_drop_source(llvm_source *s) { mem_free(s->text); }
