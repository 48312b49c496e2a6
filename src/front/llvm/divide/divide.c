// The tool `allways-divide` of the build: bitcode of the models becomes a library (front/llvm/llvm_models.h).
//   allways-divide [--promote] LIBRARY FILE.bc...
// What can be done once is done here: each definition has its mark and counts only where it is needed and the program has none of its own,
// and with --promote local variables become values.
#include <llvm-c/BitWriter.h>
#include <llvm-c/Error.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/map64.h"
#include "base/str.h"
#include "base/vec.h"
#include "front/llvm/llvm_link.h"
#include "front/llvm/llvm_models.h"

typedef struct symbol {
  const char *name;
  LLVMValueRef value;
  uint32_t member;
} symbol;

typedef VEC(symbol) symbol_vec;
typedef VEC(LLVMValueRef) value_vec;
typedef VEC(uint32_t) number_vec;

static void fail(const char *what, const char *why) {
  fprintf(stderr, "allways-divide: %s: %s\n", what, why);
  exit(1);
}

static LLVMModuleRef read_module(const char *path) {
  LLVMMemoryBufferRef buffer;
  LLVMModuleRef m;
  char *message = NULL;
  if (LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, &message)) fail(path, message);
  if (LLVMParseIRInContext(LLVMContextCreate(), buffer, &m, &message)) fail(path, message);
  return m;
}

static void promote(LLVMModuleRef m, const char *path) {
  LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
  LLVMErrorRef error = LLVMRunPasses(m, "mem2reg", NULL, options);
  if (error) fail(path, LLVMGetErrorMessage(error));
  LLVMDisposePassBuilderOptions(options);
}

// --- definitions ----------------------------------------------------------------------------------------------------

static bool is_local(LLVMValueRef v) {
  LLVMLinkage linkage = LLVMGetLinkage(v);
  return linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage;
}

static bool is_definition(LLVMValueRef v) {
  return !LLVMIsDeclaration(v) && LLVMGetLinkage(v) != LLVMAvailableExternallyLinkage && !is_local(v) &&
         LLVMGetLinkage(v) != LLVMAppendingLinkage;
}

static void note_symbol(LLVMValueRef v, uint32_t member, symbol_vec *out) {
  size_t len;
  if (!is_definition(v)) return;
  if (LLVMGetLinkage(v) == LLVMExternalLinkage) LLVMSetLinkage(v, LLVMLinkOnceAnyLinkage);
  vec_push(out, ((symbol){LLVMGetValueName2(v, &len), v, member}));
}

static void note_symbols(LLVMModuleRef m, uint32_t member, symbol_vec *out) {
  LLVMContextRef context = LLVMGetModuleContext(m);
  LLVMAttributeRef mark = LLVMCreateStringAttribute(context, LLVM_MARK_MODEL, strlen(LLVM_MARK_MODEL), "", 0);
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
    if (!LLVMIsDeclaration(f)) LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex, mark);
    note_symbol(f, member, out);
  }
  for (LLVMValueRef g = LLVMGetFirstGlobal(m); g; g = LLVMGetNextGlobal(g)) note_symbol(g, member, out);
  if (LLVMGetFirstGlobalAlias(m)) fail("the models", "an alias, which nobody would link");
}

static int by_name(const void *a, const void *b) {
  const symbol *x = a, *y = b;
  int names = strcmp(x->name, y->name);
  return names ? names : x->member < y->member ? -1 : x->member > y->member;
}

// Of inline functions that several members have, that of the first counts.
static void sort_symbols(symbol_vec *all) {
  size_t n = 0;
  if (all->len) qsort(all->data, all->len, sizeof *all->data, by_name);
  for (size_t i = 0; i < all->len; i++)
    if (!n || strcmp(all->data[n - 1].name, all->data[i].name) != 0) all->data[n++] = all->data[i];
  all->len = n;
}

// --- what they need -------------------------------------------------------------------------------------------------

typedef struct walk {
  const symbol_vec *all;
  map64 seen;
  value_vec open;
  number_vec *needs;
} walk;

static void need_name(walk *w, const char *name) {
  symbol key = {.name = name};
  for (size_t low = 0, high = w->all->len; low < high;) {
    size_t middle = (low + high) / 2;
    int order = strcmp(key.name, w->all->data[middle].name);
    if (!order) vec_push(w->needs, (uint32_t)middle);
    if (!order) return;
    if (order < 0)
      high = middle;
    else
      low = middle + 1;
  }
}

static void meet(walk *w, LLVMValueRef v) {
  size_t len;
  if (!v || LLVMIsABasicBlock(v) || LLVMGetValueKind(v) == LLVMMetadataAsValueValueKind) return;
  if (!LLVMIsAConstant(v) || !map64_put(&w->seen, (uint64_t)(uintptr_t)v, 1)) return;
  if (LLVMIsAGlobalValue(v) && !is_local(v)) need_name(w, LLVMGetValueName2(v, &len));
  vec_push(&w->open, v);
}

// Who catches by type asks a function of the models (lower_func.c).
static void enter_function(walk *w, LLVMValueRef f) {
  if (LLVMHasPersonalityFn(f)) meet(w, LLVMGetPersonalityFn(f));
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      if (LLVMIsALandingPadInst(i) && LLVMGetNumClauses(i)) need_name(w, LLVM_CATCHES);
      for (int k = 0; k < LLVMGetNumOperands(i); k++) meet(w, LLVMGetOperand(i, (unsigned)k));
    }
}

// A plain definition that others can name has needs of its own; inline functions of headers are linked from the member that mentions them.
static bool stands_apart(LLVMValueRef v) { return LLVMGetLinkage(v) == LLVMLinkOnceAnyLinkage; }

static void enter(walk *w, LLVMValueRef v) {
  if (LLVMIsAFunction(v))
    enter_function(w, v);
  else if (LLVMIsAGlobalVariable(v))
    meet(w, LLVMGetInitializer(v));
  else
    for (int k = 0; k < LLVMGetNumOperands(v); k++) meet(w, LLVMGetOperand(v, (unsigned)k));
}

// Variables may get their values before main: whoever needs one needs what runs then.
static void needs_of(const symbol_vec *all, const symbol *s, number_vec *out) {
  walk w = {.all = all, .needs = out};
  map64_put(&w.seen, (uint64_t)(uintptr_t)s->value, 1);
  enter(&w, s->value);
  if (LLVMIsAGlobalVariable(s->value)) meet(&w, LLVMGetNamedGlobal(LLVMGetGlobalParent(s->value), "llvm.global_ctors"));
  while (w.open.len) {
    LLVMValueRef v = vec_pop(&w.open);
    if (!LLVMIsAGlobalValue(v) || !stands_apart(v)) enter(&w, v);
  }
  map64_fini(&w.seen);
  vec_free(&w.open);
}

// --- the library ----------------------------------------------------------------------------------------------------

static void add(strbuf *out, const void *bytes, size_t len) { sb_putn(out, bytes, len); }

static void add_symbols(strbuf *out, const symbol_vec *all, uint32_t n_members, strbuf *modules, number_vec *ends) {
  number_vec needs = {0};
  strbuf symbols = {0}, names = {0};
  for (size_t i = 0; i < all->len; i++) {
    llvm_library_symbol s = {(uint32_t)names.len, all->data[i].member, (uint32_t)needs.len, 0};
    needs_of(all, &all->data[i], &needs);
    s.n_needs = (uint32_t)needs.len - s.needs;
    add(&symbols, &s, sizeof s);
    add(&names, all->data[i].name, strlen(all->data[i].name) + 1);
  }
  while (names.len % 4) sb_putc(&names, '\0');
  llvm_library_head head = {n_members, (uint32_t)all->len, (uint32_t)needs.len, (uint32_t)names.len};
  uint32_t begin = (uint32_t)(sizeof head + n_members * sizeof(llvm_library_member) + symbols.len +
                              needs.len * sizeof(uint32_t) + names.len);
  add(out, &head, sizeof head);
  for (uint32_t i = 0, at = 0; i < n_members; at = ends->data[i++])
    add(out, &(llvm_library_member){begin + at, ends->data[i] - at}, sizeof(llvm_library_member));
  add(out, sb_text(&symbols), symbols.len);
  if (needs.len) add(out, needs.data, needs.len * sizeof(uint32_t));
  add(out, sb_text(&names), names.len);
  add(out, sb_text(modules), modules->len);
}

int main(int argc, char **argv) {
  bool promotes = argc > 1 && strcmp(argv[1], "--promote") == 0;
  int first = promotes ? 2 : 1;
  if (argc < first + 2) fail("usage", "allways-divide [--promote] LIBRARY FILE.bc...");
  symbol_vec all = {0};
  strbuf modules = {0}, out = {0};
  number_vec ends = {0};
  for (int i = first + 1; i < argc; i++) {
    LLVMModuleRef m = read_module(argv[i]);
    if (promotes) promote(m, argv[i]);
    note_symbols(m, (uint32_t)ends.len, &all);
    LLVMMemoryBufferRef buffer = LLVMWriteBitcodeToMemoryBuffer(m);
    add(&modules, LLVMGetBufferStart(buffer), LLVMGetBufferSize(buffer));
    while (modules.len % 4) sb_putc(&modules, '\0');
    vec_push(&ends, (uint32_t)modules.len);
  }
  sort_symbols(&all);
  add_symbols(&out, &all, (uint32_t)ends.len, &modules, &ends);
  const char *why = NULL;
  if (!file_write(argv[first], sb_text(&out), out.len, &why)) fail(argv[first], why);
  _exit(0);  // what LLVM holds is not taken apart first
}
