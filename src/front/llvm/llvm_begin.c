// In which order the files of a program initialise their variables is open in C++, and so is the order of functions with the attribute
// `constructor` of one priority. Where what one file does before main may matter to another, the model allways_begin_files chooses.
#include <string.h>

#include "base/map64.h"
#include "base/str.h"
#include "base/vec.h"
#include "front/llvm/llvm_link.h"

#define MARK_FILE "allways-file"

typedef VEC(LLVMValueRef) value_vec;

static LLVMValueRef list_of(LLVMModuleRef m) {
  LLVMValueRef g = LLVMGetNamedGlobal(m, "llvm.global_ctors"), list = g ? LLVMGetInitializer(g) : NULL;
  return list && !LLVMIsNull(list) ? list : NULL;
}

static LLVMValueRef function_of(LLVMValueRef entry) {
  LLVMValueRef f = LLVMGetAggregateElement(entry, 1);
  return LLVMIsAFunction(f) ? f : NULL;
}

static unsigned long long priority_of(LLVMValueRef entry) {
  return LLVMConstIntGetZExtValue(LLVMGetAggregateElement(entry, 0));
}

void llvm_note_file(LLVMModuleRef m, unsigned number) {
  LLVMValueRef list = list_of(m);
  LLVMContextRef context = LLVMGetModuleContext(m);
  strbuf digits = {0};
  sb_printf(&digits, "%u", number);
  LLVMAttributeRef mark = LLVMCreateStringAttribute(context, MARK_FILE, strlen(MARK_FILE), sb_text(&digits),
                                                    (unsigned)digits.len);
  for (unsigned i = 0; list && i < LLVMGetArrayLength2(LLVMTypeOf(list)); i++) {
    LLVMValueRef f = function_of(LLVMGetAggregateElement(list, i));
    if (f) LLVMAddAttributeAtIndex(f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, mark);
  }
  sb_fini(&digits);
}

static const char *file_of(LLVMValueRef f) {
  LLVMAttributeRef mark = LLVMGetStringAttributeAtIndex(f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, MARK_FILE,
                                                        strlen(MARK_FILE));
  unsigned len;
  return mark ? LLVMGetStringAttributeValue(mark, &len) : "";
}

// --- what a file may have to do with

typedef struct file {
  const char *number;
  value_vec functions;
  map64 reached;  // variables and functions
  bool matters;   // to another file
} file;

static void reach(file *f, value_vec *open, LLVMValueRef v) {
  bool known = LLVMIsAFunction(v) || LLVMIsAGlobalVariable(v) || LLVMIsAConstantExpr(v) || LLVMIsAGlobalAlias(v) ||
               LLVMIsAConstantStruct(v) || LLVMIsAConstantArray(v) || LLVMIsAConstantVector(v);
  if (known && map64_put(&f->reached, (uint64_t)(uintptr_t)v, 0)) vec_push(open, v);
}

static void reach_operands(file *f, value_vec *open, LLVMValueRef user) {
  for (int k = 0; k < LLVMGetNumOperands(user); k++) {
    LLVMValueRef v = LLVMGetOperand(user, (unsigned)k);
    if (v && !LLVMIsABasicBlock(v)) reach(f, open, v);
  }
}

// All that what the file does before main names, and what that names.
static void reach_all(file *f) {
  value_vec open = {0};
  for (size_t i = 0; i < f->functions.len; i++) reach(f, &open, f->functions.data[i]);
  while (open.len) {
    LLVMValueRef v = vec_pop(&open);
    if (!LLVMIsAFunction(v)) reach_operands(f, &open, v);
    if (!LLVMIsAFunction(v)) continue;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(v); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) reach_operands(f, &open, i);
  }
  vec_free(&open);
}

static bool share_variables(const file *a, const file *b) {
  for (size_t i = 0; i < a->reached.len; i++) {
    LLVMValueRef v = (LLVMValueRef)(uintptr_t)a->reached.entries[i].key;
    size_t len;
    bool variable = LLVMIsAGlobalVariable(v) && !LLVMIsGlobalConstant(v);
    if (!variable || strcmp(LLVMGetValueName2(v, &len), "__dso_handle") == 0) continue;
    if (map64_get(&b->reached, a->reached.entries[i].key, NULL)) return true;
  }
  return false;
}

// --- the choice

typedef VEC(file) file_vec;

static file *file_named(file_vec *files, const char *number) {
  for (size_t i = 0; i < files->len; i++)
    if (strcmp(files->data[i].number, number) == 0) return &files->data[i];
  vec_push(files, (file){.number = number});
  return &files->data[files->len - 1];
}

static LLVMTypeRef type_of_begin(LLVMContextRef c) {
  return LLVMFunctionType(LLVMVoidTypeInContext(c), NULL, 0, false);
}

static LLVMValueRef add_function(LLVMModuleRef m, LLVMBuilderRef b, const char *name) {
  LLVMContextRef c = LLVMGetModuleContext(m);
  LLVMValueRef f = LLVMAddFunction(m, name, type_of_begin(c));
  LLVMSetLinkage(f, LLVMInternalLinkage);
  LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(c, f, ""));
  LLVMSetCurrentDebugLocation2(b, NULL);
  return f;
}

static LLVMValueRef begin_of(LLVMModuleRef m, LLVMBuilderRef b, const file *f) {
  if (f->functions.len == 1) return f->functions.data[0];
  LLVMValueRef made = add_function(m, b, "__allways_begin_file");
  for (size_t i = 0; i < f->functions.len; i++)
    LLVMBuildCall2(b, type_of_begin(LLVMGetModuleContext(m)), f->functions.data[i], NULL, 0, "");
  LLVMBuildRetVoid(b);
  return made;
}

static LLVMValueRef chooser(LLVMModuleRef m, LLVMBuilderRef b, const file_vec *files) {
  LLVMContextRef c = LLVMGetModuleContext(m);
  LLVMTypeRef pointer = LLVMPointerTypeInContext(c, 0), number = LLVMInt32TypeInContext(c);
  value_vec begins = {0};
  for (size_t i = 0; i < files->len; i++)
    if (files->data[i].matters) vec_push(&begins, begin_of(m, b, &files->data[i]));
  LLVMValueRef table = LLVMConstArray2(pointer, begins.data, begins.len);
  LLVMValueRef all = LLVMAddGlobal(m, LLVMTypeOf(table), "__allways_begin_table");
  LLVMSetInitializer(all, table);
  LLVMSetGlobalConstant(all, true);
  LLVMSetLinkage(all, LLVMInternalLinkage);
  LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(c), (LLVMTypeRef[]){pointer, number}, 2, false);
  LLVMValueRef model = LLVMGetNamedFunction(m, "allways_begin_files");
  if (!model) model = LLVMAddFunction(m, "allways_begin_files", type);
  LLVMValueRef made = add_function(m, b, "__allways_begin_files");
  LLVMBuildCall2(b, type, model, (LLVMValueRef[]){all, LLVMConstInt(number, begins.len, false)}, 2, "");
  LLVMBuildRetVoid(b);
  vec_free(&begins);
  return made;
}

// The first entry of those files calls all, the others nothing.
static void replace(value_vec *entries, file_vec *files, unsigned long long priority, LLVMValueRef all) {
  LLVMValueRef none = LLVMConstNull(LLVMTypeOf(all));
  for (size_t i = 0; i < entries->len; i++) {
    LLVMValueRef e = entries->data[i], f = function_of(e);
    if (!f || priority_of(e) != priority || !file_named(files, file_of(f))->matters) continue;
    LLVMValueRef parts[] = {LLVMGetAggregateElement(e, 0), all, LLVMGetAggregateElement(e, 2)};
    entries->data[i] = LLVMConstNamedStruct(LLVMTypeOf(e), parts, 3);
    all = none;
  }
}

static void choose(LLVMModuleRef m, LLVMBuilderRef b, value_vec *entries, unsigned long long priority) {
  file_vec files = {0};
  bool any = false;
  for (size_t i = 0; i < entries->len; i++) {
    LLVMValueRef f = function_of(entries->data[i]);
    file *its = f && priority_of(entries->data[i]) == priority ? file_named(&files, file_of(f)) : NULL;
    if (its) vec_push(&its->functions, f);
  }
  for (size_t i = 0; i < files.len && files.len > 1; i++) reach_all(&files.data[i]);
  for (size_t i = 0; i < files.len; i++)
    for (size_t k = 0; k < i; k++) {
      if (!share_variables(&files.data[k], &files.data[i])) continue;
      any = files.data[k].matters = files.data[i].matters = true;
    }
  if (any) replace(entries, &files, priority, chooser(m, b, &files));
  for (size_t i = 0; i < files.len; i++) {
    vec_free(&files.data[i].functions);
    map64_fini(&files.data[i].reached);
  }
  vec_free(&files);
}

void llvm_order_files(LLVMModuleRef m, LLVMBuilderRef b) {
  LLVMValueRef list = list_of(m);
  value_vec entries = {0};
  unsigned n = list ? (unsigned)LLVMGetArrayLength2(LLVMTypeOf(list)) : 0;
  for (unsigned i = 0; i < n; i++) vec_push(&entries, LLVMGetAggregateElement(list, i));
  map64 done = {0};
  for (unsigned i = 0; i < n; i++) {
    unsigned long long priority = priority_of(entries.data[i]);
    if (map64_put(&done, priority, 0)) choose(m, b, &entries, priority);
  }
  if (n)
    LLVMSetInitializer(LLVMGetNamedGlobal(m, "llvm.global_ctors"),
                       LLVMConstArray2(LLVMTypeOf(entries.data[0]), entries.data, n));
  map64_fini(&done);
  vec_free(&entries);
}
