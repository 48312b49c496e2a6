// Files that the program reads in `simulate` (runtime/files.h): a table of names and contents is part of the module.
// It has every text of the program that names a file, and the names that are passed directly to what opens one, with
// the word that there is no such file.
#include <llvm-c/Target.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/vec.h"
#include "front/llvm/llvm_link.h"

enum { NAME_MAX_BYTES = 4096, FILE_MAX_BYTES = 4 << 20 };

typedef struct file_table {
  LLVMModuleRef module;
  LLVMTypeRef entry;
  VEC(LLVMValueRef) entries;
  VEC(const char *) names;  // texts of the module
} file_table;

// The text of a constant with a zero at its end and nowhere else.
static const char *text_of(LLVMValueRef v) {
  if (!v || !LLVMIsAGlobalVariable(v) || !LLVMIsGlobalConstant(v)) return NULL;
  LLVMValueRef bytes = LLVMGetInitializer(v);
  if (!bytes || !LLVMIsAConstantDataSequential(bytes) || !LLVMIsConstantString(bytes)) return NULL;
  size_t n;
  const char *text = LLVMGetAsString(bytes, &n);
  return n > 1 && n <= NAME_MAX_BYTES && strlen(text) + 1 == n ? text : NULL;
}

static LLVMValueRef bytes_of(file_table *t, const char *bytes, size_t n) {
  LLVMValueRef value = LLVMConstStringInContext2(LLVMGetModuleContext(t->module), bytes, n, false);
  LLVMValueRef g = LLVMAddGlobal(t->module, LLVMTypeOf(value), "file");
  LLVMSetInitializer(g, value);
  LLVMSetLinkage(g, LLVMPrivateLinkage);
  LLVMSetGlobalConstant(g, true);
  return g;
}

static void push_entry(file_table *t, LLVMValueRef name, LLVMValueRef bytes, size_t size) {
  LLVMContextRef context = LLVMGetModuleContext(t->module);
  LLVMTypeRef word = LLVMIntPtrTypeInContext(context, LLVMGetModuleDataLayout(t->module));
  LLVMValueRef fields[] = {name, bytes, LLVMConstInt(word, size, false)};
  vec_push(&t->entries, LLVMConstStructInContext(context, fields, 3, false));
}

// `asked`: it is a name for sure, so that there is no such file is worth an entry.
static void add_name(file_table *t, LLVMValueRef name, bool asked) {
  const char *text = text_of(name), *why;
  if (!text) return;
  for (size_t i = 0; i < t->names.len; i++)
    if (strcmp(t->names.data[i], text) == 0) return;
  LLVMValueRef none = LLVMConstPointerNull(LLVMPointerTypeInContext(LLVMGetModuleContext(t->module), 0));
  struct stat about;
  size_t len;
  char *bytes = NULL;
  bool exists = stat(text, &about) == 0;
  if (exists && S_ISREG(about.st_mode)) bytes = file_read(text, FILE_MAX_BYTES, &len, &why);
  if (bytes)
    push_entry(t, name, bytes_of(t, bytes, len), len);
  else if (asked && !exists)
    push_entry(t, name, none, 0);
  else
    return;
  vec_push(&t->names, text);
  mem_free(bytes);
}

static bool opens_file(LLVMValueRef f) {
  size_t len;
  const char *name = LLVMGetValueName2(f, &len);
  return strcmp(name, "fopen") == 0 || strstr(name, "basic_ifstream") || strstr(name, "basic_fstream");
}

static void add_asked(file_table *t) {
  for (LLVMValueRef f = LLVMGetFirstFunction(t->module); f; f = LLVMGetNextFunction(f)) {
    if (!opens_file(f)) continue;
    for (LLVMUseRef u = LLVMGetFirstUse(f); u; u = LLVMGetNextUse(u)) {
      LLVMValueRef call = LLVMGetUser(u);
      if (!LLVMIsACallInst(call) && !LLVMIsAInvokeInst(call)) continue;
      for (unsigned i = 0; i < LLVMGetNumArgOperands(call) && i < 2; i++) add_name(t, LLVMGetOperand(call, i), true);
    }
  }
}

void llvm_add_files(LLVMModuleRef m, bool readable) {
  LLVMValueRef old = LLVMGetNamedGlobal(m, "__allways_file_table");
  if (!old) return;
  LLVMContextRef context = LLVMGetModuleContext(m);
  LLVMTypeRef text = LLVMPointerTypeInContext(context, 0);
  LLVMTypeRef fields[] = {text, text, LLVMIntPtrTypeInContext(context, LLVMGetModuleDataLayout(m))};
  file_table t = {.module = m, .entry = LLVMStructTypeInContext(context, fields, 3, false)};
  if (readable) {
    add_asked(&t);
    VEC(LLVMValueRef) globals = {0};  // beforehand: entries are globals too
    for (LLVMValueRef g = LLVMGetFirstGlobal(m); g; g = LLVMGetNextGlobal(g)) vec_push(&globals, g);
    for (size_t i = 0; i < globals.len; i++) add_name(&t, globals.data[i], false);
    vec_free(&globals);
  }
  vec_push(&t.entries, LLVMConstNull(t.entry));
  LLVMValueRef table = LLVMConstArray2(t.entry, t.entries.data, t.entries.len);
  LLVMValueRef made = LLVMAddGlobal(m, LLVMTypeOf(table), "__allways_file_entries");
  LLVMSetInitializer(made, table);
  LLVMSetLinkage(made, LLVMInternalLinkage);
  LLVMSetGlobalConstant(made, true);
  LLVMReplaceAllUsesWith(old, made);
  LLVMDeleteGlobal(old);
  vec_free(&t.entries);
  vec_free(&t.names);
}
