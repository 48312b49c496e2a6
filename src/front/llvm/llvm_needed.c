// Links the models that a program needs. What that is follows from tables, before any bitcode is read (llvm_models.h): members without a
// part in it cost nothing, and of the others only the functions that are needed are read.
#include "front/llvm/llvm_needed.h"

#include <llvm-c/BitReader.h>
#include <string.h>

#include "base/bitset.h"
#include "base/vec.h"
#include "front/llvm/llvm_link.h"

typedef struct choice {
  const llvm_library *library;
  LLVMModuleRef program;
  bitset symbols, members;
  VEC(uint32_t) open;
} choice;

static const char *name_of(const llvm_library *l, uint32_t symbol) { return l->names + l->symbols[symbol].name; }

static bool find_symbol(const llvm_library *l, const char *name, uint32_t *out) {
  for (uint32_t low = 0, high = l->head.n_symbols; low < high;) {
    uint32_t middle = low + (high - low) / 2;
    int order = strcmp(name, name_of(l, middle));
    *out = middle;
    if (!order) return true;
    if (order < 0)
      high = middle;
    else
      low = middle + 1;
  }
  return false;
}

// A copy of what others define is no definition.
static bool is_open(LLVMValueRef v) {
  return LLVMIsDeclaration(v) || LLVMGetLinkage(v) == LLVMAvailableExternallyLinkage;
}

static bool is_local(LLVMValueRef v) {
  return LLVMGetLinkage(v) == LLVMInternalLinkage || LLVMGetLinkage(v) == LLVMPrivateLinkage;
}

// The program's own definition counts; a static one is nobody else's.
static bool has_own(LLVMModuleRef m, const char *name) {
  LLVMValueRef f = LLVMGetNamedFunction(m, name), g = f ? NULL : LLVMGetNamedGlobal(m, name);
  if (f || g) return !is_open(f ? f : g) && !is_local(f ? f : g);
  LLVMValueRef alias = LLVMGetNamedGlobalAlias(m, name, strlen(name));
  return alias && !is_local(alias);
}

static void need(choice *c, uint32_t symbol) {
  if (bitset_has(&c->symbols, symbol) || has_own(c->program, name_of(c->library, symbol))) return;
  bitset_add(&c->symbols, symbol);
  bitset_add(&c->members, c->library->symbols[symbol].member);
  vec_push(&c->open, symbol);
}

static void need_name(choice *c, const char *name) {
  uint32_t symbol;
  if (find_symbol(c->library, name, &symbol)) need(c, symbol);
}

static void follow_needs(choice *c) {
  while (c->open.len) {
    const llvm_library_symbol *s = &c->library->symbols[vec_pop(&c->open)];
    for (uint32_t i = 0; i < s->n_needs; i++) need(c, c->library->needs[s->needs + i]);
  }
}

static bool needs_some(const choice *c, const char *const *names) {
  uint32_t symbol;
  for (; *names; names++)
    if (find_symbol(c->library, *names, &symbol) && bitset_has(&c->symbols, symbol)) return true;
  return llvm_mentions(c->program, names);
}

// What the program mentions and does not have, and what the lowering calls where exceptions are caught, and when the program ends.
static void choose(choice *c) {
  size_t len;
  bool catches = false;
  for (LLVMValueRef f = LLVMGetFirstFunction(c->program); f; f = LLVMGetNextFunction(f)) {
    if (is_open(f)) need_name(c, LLVMGetValueName2(f, &len));
    catches |= LLVMHasPersonalityFn(f);
  }
  for (LLVMValueRef g = LLVMGetFirstGlobal(c->program); g; g = LLVMGetNextGlobal(g))
    if (is_open(g)) need_name(c, LLVMGetValueName2(g, &len));
  if (catches) need_name(c, LLVM_CATCHES);
  follow_needs(c);
  if (needs_some(c, llvm_exit_handlers) || llvm_has_global_ends(c->program)) need_name(c, LLVM_AT_EXIT);
  follow_needs(c);
}

// The standard streams are made before main only if the program names one. The library of SystemC has objects of its own.
static bool names_stream(LLVMModuleRef m) {
  static const char *const streams[] = {"_ZSt3cin", "_ZSt4cout", "_ZSt4cerr", "_ZSt4clog", "_ZSt4wcin", "_ZSt5wcout"};
  if (llvm_has_sc_main(m)) return true;
  for (size_t i = 0; i < sizeof streams / sizeof streams[0]; i++)
    if (LLVMGetNamedGlobal(m, streams[i])) return true;
  return false;
}

// Functions are read when something needs them.
static LLVMModuleRef read_member(const choice *c, uint32_t member, diags *d) {
  const llvm_library_member *at = &c->library->members[member];
  LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRange(c->library->bytes + at->at, at->len, "runtime",
                                                                     false);
  LLVMModuleRef m = NULL;
  if (LLVMGetBitcodeModuleInContext2(LLVMGetModuleContext(c->program), buffer, &m)) {
    diag_error(d, (place){.file = "runtime"}, DIAG_LLVM_READ, "not LLVM");
    return NULL;
  }
  LLVMValueRef list = LLVMGetNamedGlobal(m, "llvm.global_ctors");
  if (list && !names_stream(c->program)) LLVMDeleteGlobal(list);
  // The program's own words for target and layout count; they differ in nothing that matters to the models.
  LLVMSetTarget(m, LLVMGetTarget(c->program));
  LLVMSetDataLayout(m, LLVMGetDataLayoutStr(c->program));
  return m;
}

// A definition that counts where it is needed is taken in any case, or is one of the former kind again.
static void set_taken(LLVMModuleRef m, const char *name, bool taken) {
  LLVMValueRef v = LLVMGetNamedFunction(m, name);
  if (!v) v = LLVMGetNamedGlobal(m, name);
  if (!v || LLVMIsDeclaration(v)) return;
  LLVMLinkage old = LLVMGetLinkage(v);
  bool odr = old == LLVMLinkOnceODRLinkage || old == LLVMWeakODRLinkage;
  if (taken)
    LLVMSetLinkage(v, odr ? LLVMWeakODRLinkage : LLVMWeakAnyLinkage);
  else
    LLVMSetLinkage(v, odr ? LLVMLinkOnceODRLinkage : LLVMLinkOnceAnyLinkage);
}

// `member`: of which the symbols are meant; n_members: all.
static void set_needed(const choice *c, LLVMModuleRef m, uint32_t member, bool taken) {
  for (uint32_t i = 0; i < c->library->head.n_symbols; i++)
    if (bitset_has(&c->symbols, i) && (member == c->library->head.n_members || c->library->symbols[i].member == member))
      set_taken(m, name_of(c->library, i), taken);
}

// What the lowering alone calls.
static void keep_unmentioned(const choice *c, LLVMModuleRef m) {
  static const char *const names[] = {LLVM_CATCHES, LLVM_AT_EXIT};
  uint32_t symbol;
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    if (find_symbol(c->library, names[i], &symbol) && bitset_has(&c->symbols, symbol)) set_taken(m, names[i], true);
}

// The members are linked with each other first: each is read once, and the program is walked through once.
static LLVMModuleRef link_members(const choice *c, diags *d) {
  uint32_t n = c->library->head.n_members, chosen = 0, last = 0;
  for (uint32_t i = 0; i < n; i++)
    if (bitset_has(&c->members, i)) chosen++, last = i;
  if (chosen == 1) {
    LLVMModuleRef m = read_member(c, last, d);
    if (m) keep_unmentioned(c, m);
    return m;
  }
  LLVMModuleRef all = LLVMModuleCreateWithNameInContext("runtime", LLVMGetModuleContext(c->program));
  LLVMSetTarget(all, LLVMGetTarget(c->program));
  LLVMSetDataLayout(all, LLVMGetDataLayoutStr(c->program));
  bool ok = true;
  for (uint32_t i = 0; i < n && ok; i++) {
    if (!bitset_has(&c->members, i)) continue;
    LLVMModuleRef m = read_member(c, i, d);
    if (m) set_needed(c, m, i, true);
    ok = m && llvm_link(all, m, "runtime", d);
  }
  set_needed(c, all, n, false);
  keep_unmentioned(c, all);
  return ok ? all : NULL;
}

bool llvm_link_needed(LLVMModuleRef program, llvm_library library, diags *d) {
  choice c = {.library = &library, .program = program};
  c.symbols = bitset_new(library.head.n_symbols);
  c.members = bitset_new(library.head.n_members);
  choose(&c);
  LLVMModuleRef models = link_members(&c, d);
  bitset_fini(&c.symbols);
  bitset_fini(&c.members);
  vec_free(&c.open);
  return models && llvm_link(program, models, "runtime", d);
}
