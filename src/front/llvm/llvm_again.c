// Objects that are made in the place of others (new with a place): constant members of the object that was there are written, and the memory of
// one class holds another one then; both are allowed in C++.
//
// Where no constructor does it the code has nothing but stores, as an assignment has. The text tells: the statement has the word `new`, or a
// macro stands there whose text has it or is not known here.
#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/place.h"
#include "base/str.h"
#include "base/vec.h"
#include "front/llvm/llvm_link.h"

enum { LARGEST_SOURCE = 1 << 24, LONGEST_STATEMENT = 4000 };

typedef struct text {
  const char *name;  // of the file
  char *all;
  VEC(const char *) lines;
  bool places;  // an expression makes an object at a place
  bool shares;  // memory may hold one class or another
  bool macros;  // a macro has the word `new`
} text;

static bool is_of_word(char ch) {
  return ch == '_' || (ch >= '0' && ch <= '9') || ((ch | 32) >= 'a' && (ch | 32) <= 'z');
}

static const char *find_word(const char *from, const char *to, const char *word) {
  size_t len = strlen(word);
  for (const char *p = from; p + len <= to; p++)
    if (memcmp(p, word, len) == 0 && (p == from || !is_of_word(p[-1])) && (p + len == to || !is_of_word(p[len])))
      return p;
  return NULL;
}

// Behind a comment or a literal that begins here.
static const char *behind_blind(const char *p) {
  if (p[0] == '/' && p[1] == '/') return p + strcspn(p, "\n");
  if (p[0] == '/' && p[1] == '*') return (p = strstr(p + 2, "*/")) ? p + 2 : NULL;
  if (*p != '"') return p;
  for (p++; *p && *p != '"' && *p != '\n'; p++) p += *p == '\\' && p[1];
  return *p == '"' ? p + 1 : p;
}

// "new (place) T", at the bracket. new (std::nothrow) T makes it in memory of its own.
static bool is_placing(const char *p) {
  const char *from = p;
  int depth = 0;
  do {
    depth += *p == '(' ? 1 : *p == ')' ? -1 : 0;
  } while (*p && p++ && depth);
  if (depth || find_word(from, p, "nothrow") || find_word(from, p, "align_val_t")) return false;
  p += strspn(p, " \t\r\n");
  return is_of_word(*p) || *p == ':' || *p == '(';
}

static bool has_placing(const char *all) {
  static const char NEW[] = "new", CONSTRUCT[] = "construct_at";
  for (const char *p = all, *next; p && *p; p = next) {
    next = behind_blind(p);
    if (next != p) continue;
    next = p + 1;
    if (p > all && is_of_word(p[-1])) continue;
    if (str_starts(p, CONSTRUCT)) return true;
    if (!str_starts(p, NEW) || is_of_word(p[strlen(NEW)])) continue;
    const char *open = p + strlen(NEW) + strspn(p + strlen(NEW), " \t\r\n");
    if (*open == '(' && is_placing(open)) return true;
  }
  return false;
}

static bool has_macro(const char *all) {
  static const char DEFINE[] = "#define";
  for (const char *p = all; (p = strstr(p, DEFINE));) {
    const char *end = p + strcspn(p, "\n");
    while (*end && end[-1] == '\\') end += 1 + strcspn(end + 1, "\n");
    if (find_word(p, end, "new")) return true;
    p = end;
  }
  return false;
}

static void read_text(text *t, LLVMValueRef function) {
  LLVMMetadataRef file = LLVMDIScopeGetFile(LLVMGetSubprogram(function));
  unsigned len = 0, folder_len = 0;
  const char *name = file ? LLVMDIFileGetFilename(file, &len) : NULL, *why;
  const char *folder = file ? LLVMDIFileGetDirectory(file, &folder_len) : NULL;
  if (name && name == t->name) return;
  mem_free(t->all);
  vec_clear(&t->lines);
  *t = (text){.name = name, .lines = t->lines};
  if (!name || !len || place_in_library(name)) return;
  strbuf path = {0};
  if (*name != '/' && folder && folder_len) sb_printf(&path, "%.*s/", (int)folder_len, folder);
  sb_putn(&path, name, len);
  t->all = file_read(sb_text(&path), LARGEST_SOURCE, &(size_t){0}, &why);
  sb_fini(&path);
  if (!t->all) return;
  for (const char *p = t->all; p; p = (p = strchr(p, '\n')) ? p + 1 : NULL) vec_push(&t->lines, p);
  t->places = has_placing(t->all);
  t->shares = find_word(t->all, strchr(t->all, 0), "union") || find_word(t->all, strchr(t->all, 0), "variant");
  t->macros = has_macro(t->all);
}

static const char *text_at(const text *t, LLVMValueRef i) {
  LLVMMetadataRef at = LLVMInstructionGetDebugLoc(i);
  unsigned line = at ? LLVMDILocationGetLine(at) : 0, column = at ? LLVMDILocationGetColumn(at) : 0;
  if (!line || !column || line > t->lines.len) return NULL;
  const char *begin = t->lines.data[line - 1];
  return column - 1 < strcspn(begin, "\n") ? begin + column - 1 : NULL;
}

// A macro that may have the word, or one that another file defines.
static bool may_be_macro(const text *t, const char *p) {
  size_t len = 0;
  while (is_of_word(p[len])) len++;
  const char *behind = p + len + strspn(p + len, " \t");
  if (!len || *behind != '(' || t->macros) return len && *behind == '(';
  static const char DEFINE[] = "#define";
  for (const char *d = t->all; (d = strstr(d, DEFINE));) {
    d += strlen(DEFINE);
    d += strspn(d, " \t");
    if (strncmp(d, p, len) == 0 && !is_of_word(d[len])) return false;
  }
  return true;
}

static bool is_making(const text *t, LLVMValueRef write) {
  const char *p = t->all ? text_at(t, write) : NULL, *from = p;
  if (!p) return false;
  while (from > t->all && from[-1] != ';' && p - from < LONGEST_STATEMENT) from--;
  return find_word(from, p, "new") || may_be_macro(t, p);
}

// Where an object of a class may be made, or a part of it.
static bool writes_elsewhere(LLVMValueRef i) {
  size_t len;
  if (LLVMIsAStoreInst(i)) return !LLVMIsAAllocaInst(LLVMGetOperand(i, 1));
  return LLVMIsACallInst(i) && str_starts(LLVMGetValueName2(LLVMGetCalledValue(i), &len), "llvm.mem");
}

static void note_writes(const text *t, LLVMContextRef context, LLVMValueRef f, bool all) {
  unsigned kind = LLVMGetMDKindIDInContext(context, LLVM_MARK_AGAIN, strlen(LLVM_MARK_AGAIN));
  for (LLVMBasicBlockRef k = LLVMGetFirstBasicBlock(f); k; k = LLVMGetNextBasicBlock(k))
    for (LLVMValueRef i = LLVMGetFirstInstruction(k); i; i = LLVMGetNextInstruction(i))
      if (writes_elsewhere(i) && (all || is_making(t, i)))
        LLVMSetMetadata(i, kind, LLVMMetadataAsValue(context, LLVMMDNodeInContext2(context, NULL, 0)));
}

// C++ alone assumes of functions that they go on.
bool llvm_is_of_cxx(LLVMValueRef f) {
  size_t len;
  static const char GOES_ON[] = "mustprogress";
  unsigned kind = LLVMGetEnumAttributeKindForName(GOES_ON, strlen(GOES_ON));
  return str_starts(LLVMGetValueName2(f, &len), "_Z") ||
         LLVMGetEnumAttributeAtIndex(f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, kind);
}

// std::construct_at, std::_Construct, construct of allocators and of their traits; not swap, of which the type names is_move_constructible.
static bool constructs(const char *name) {
  static const char *const parts[] = {"12construct_at", "10_Construct", "9construct", "12_S_construct", "_M_construct"};
  bool found = false;
  for (size_t k = 0; k < sizeof parts / sizeof parts[0]; k++) found |= strstr(name, parts[k]) != NULL;
  return found;
}

void llvm_note_made_again(LLVMModuleRef m) {
  text t = {0};
  size_t len;
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
    const char *name = LLVMGetValueName2(f, &len);
    if (!LLVMGetFirstBasicBlock(f) || !LLVMGetSubprogram(f) || !llvm_is_of_cxx(f)) continue;
    LLVMGetOrInsertNamedMetadata(m, LLVM_MARK_CXX, strlen(LLVM_MARK_CXX));
    read_text(&t, f);
    bool library = t.name && place_in_library(t.name) && constructs(name);
    note_writes(&t, LLVMGetModuleContext(m), f, library);
    if (t.shares) LLVMGetOrInsertNamedMetadata(m, LLVM_MARK_SHARES, strlen(LLVM_MARK_SHARES));
    if (t.places) LLVMGetOrInsertNamedMetadata(m, LLVM_MARK_PLACES, strlen(LLVM_MARK_PLACES));
  }
  mem_free(t.all);
  vec_free(&t.lines);
}
