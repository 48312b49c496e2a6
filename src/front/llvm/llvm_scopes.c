// Lives that clang does not mark: of compound literals of C, of variables whose declaration a jump passes by, or that stand between `switch` and the
// first `case`. They end with their block.
//
// Which block that is, and which instructions belong to it, is known from what clang tells the debugger. The life ends on each way from an instruction
// of the block to one outside of it. That of a literal begins where it gets its first value, that of a variable where the block is entered. This is
// right for code as clang makes it, before any pass has moved instructions.
#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "base/map64.h"
#include "base/str.h"
#include "base/vec.h"
#include "front/llvm/llvm_link.h"

enum { OPERAND_SCOPE = 1, DEPTH_MAX = 1000 };

static LLVMMetadataRef scope_of(LLVMValueRef i) {
  LLVMMetadataRef at = LLVMInstructionGetDebugLoc(i);
  return at ? LLVMDILocationGetScope(at) : NULL;
}

// What is around a block; NULL around a function.
static LLVMMetadataRef around(LLVMContextRef context, LLVMMetadataRef scope) {
  unsigned kind = LLVMGetMetadataKind(scope);
  if (kind != LLVMDILexicalBlockMetadataKind && kind != LLVMDILexicalBlockFileMetadataKind) return NULL;
  LLVMValueRef node = LLVMMetadataAsValue(context, scope), operands[8] = {0};
  if (LLVMGetMDNodeNumOperands(node) > 8) return NULL;
  LLVMGetMDNodeOperands(node, operands);
  return operands[OPERAND_SCOPE] ? LLVMValueAsMetadata(operands[OPERAND_SCOPE]) : NULL;
}

static unsigned depth_of(LLVMContextRef context, LLVMMetadataRef scope) {
  unsigned n = 0;
  while (scope && n < DEPTH_MAX) scope = around(context, scope), n++;
  return n;
}

static bool is_inside(LLVMContextRef context, LLVMMetadataRef scope, LLVMMetadataRef block) {
  for (unsigned n = 0; scope && n < DEPTH_MAX; n++, scope = around(context, scope))
    if (scope == block) return true;
  return false;
}

typedef struct scoped {
  LLVMModuleRef m;
  LLVMContextRef context;
  LLVMBuilderRef b;
  LLVMValueRef variable, first;  // first: of a literal, the first instruction that has to do with it
  LLVMMetadataRef block;
  map64 leaves_inside;  // basic blocks at whose end control is in the block
} scoped;

static bool uses(LLVMValueRef i, LLVMValueRef v) {
  int n = LLVMGetNumOperands(i);
  for (int k = 0; k < n; k++)
    if (LLVMGetOperand(i, (unsigned)k) == v) return true;
  return false;
}

// The least deep of the places where the literal is used by its name, for a value in it may be computed in blocks of its own.
static void find_block(scoped *l, LLVMValueRef f) {
  unsigned least = DEPTH_MAX;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      LLVMMetadataRef scope = uses(i, l->variable) ? scope_of(i) : NULL;
      if (!scope) continue;
      if (!l->first) l->first = i;
      unsigned depth = depth_of(l->context, scope);
      if (depth < least) l->block = scope, least = depth;
    }
  // The file may change within a block.
  while (l->block && LLVMGetMetadataKind(l->block) == LLVMDILexicalBlockFileMetadataKind)
    l->block = around(l->context, l->block);
}

static void mark(scoped *l, const char *what, LLVMValueRef before) {
  LLVMTypeRef types[] = {LLVMTypeOf(l->variable)};
  LLVMValueRef f = LLVMGetIntrinsicDeclaration(l->m, LLVMLookupIntrinsicID(what, strlen(what)), types, 1);
  LLVMPositionBuilderBefore(l->b, before);
  LLVMSetCurrentDebugLocation2(l->b, LLVMInstructionGetDebugLoc(before));
  LLVMValueRef args[] = {LLVMConstAllOnes(LLVMInt64TypeInContext(l->context)), l->variable};
  LLVMBuildCall2(l->b, LLVMGlobalGetValueType(f), f, args, 2, "");
}

static bool was_inside(const scoped *l, LLVMBasicBlockRef b) {
  uint64_t known;
  return map64_get(&l->leaves_inside, (uint64_t)(uintptr_t)b, &known) && known;
}

static bool comes_from_inside(const scoped *l, LLVMBasicBlockRef b) {
  for (LLVMUseRef u = LLVMGetFirstUse(LLVMBasicBlockAsValue(b)); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef jump = LLVMGetUser(u);
    if (LLVMIsATerminatorInst(jump) && was_inside(l, LLVMGetInstructionParent(jump))) return true;
  }
  return false;
}

// Follows one basic block; with `marks` it sets the ends. Is control in the block of the source at its end?
static bool follow(scoped *l, LLVMBasicBlockRef b, bool marks) {
  bool inside = comes_from_inside(l, b);
  for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
    LLVMMetadataRef scope = scope_of(i);
    if (LLVMIsAPHINode(i) || LLVMIsALandingPadInst(i) || !scope) continue;
    bool now = is_inside(l->context, scope, l->block);
    if (marks && inside && !now) mark(l, "llvm.lifetime.end", i);
    inside = now;
  }
  return inside;
}

static LLVMMetadataRef first_scope(LLVMBasicBlockRef b) {
  LLVMMetadataRef scope = NULL;
  for (LLVMValueRef i = LLVMGetFirstInstruction(b); i && !scope; i = LLVMGetNextInstruction(i))
    if (!LLVMIsAPHINode(i) && !LLVMIsALandingPadInst(i)) scope = scope_of(i);
  return scope;
}

// The block of the source is entered within basic blocks and on edges. A begin stands before the jump: where it goes elsewhere, the variable is nobody's.
static void begin_on_entry(scoped *l, LLVMValueRef f) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b)) {
    bool inside = true, enters = false;
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      LLVMMetadataRef scope = scope_of(i);
      if (LLVMIsAPHINode(i) || LLVMIsALandingPadInst(i) || !scope) continue;
      bool now = is_inside(l->context, scope, l->block);
      if (!inside && now) mark(l, "llvm.lifetime.start", i);
      inside = now;
    }
    if (was_inside(l, b)) continue;
    LLVMValueRef jump = LLVMGetBasicBlockTerminator(b);
    for (unsigned k = 0; k < LLVMGetNumSuccessors(jump); k++) {
      LLVMMetadataRef scope = first_scope(LLVMGetSuccessor(jump, k));
      enters |= scope && is_inside(l->context, scope, l->block);
    }
    if (enters) mark(l, "llvm.lifetime.start", jump);
  }
}

static void set_marks(scoped *l, LLVMValueRef f) {
  for (bool changed = true; changed;) {
    changed = false;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b)) {
      if (was_inside(l, b) || !follow(l, b, false)) continue;
      map64_put(&l->leaves_inside, (uint64_t)(uintptr_t)b, 1);
      changed = true;
    }
  }
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b)) follow(l, b, true);
  if (l->first)
    mark(l, "llvm.lifetime.start", l->first);
  else
    begin_on_entry(l, f);
}

static bool is_literal(LLVMValueRef i) {
  size_t len;
  return LLVMIsAAllocaInst(i) && str_starts(LLVMGetValueName2(i, &len), ".compoundliteral");
}

static void end_literal(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef f, LLVMValueRef variable) {
  scoped l = {.m = m, .context = LLVMGetModuleContext(m), .b = b, .variable = variable};
  find_block(&l, f);
  if (l.block && around(l.context, l.block)) set_marks(&l, f);
  map64_fini(&l.leaves_inside);
}

// --- variables that jumps pass by

typedef struct declared {
  LLVMValueRef variable;
  LLVMMetadataRef block;
} declared;
typedef VEC(declared) declared_vec;

// Blocks of which it is not known where they belong: then ways cannot be told apart.
static bool is_plain(LLVMValueRef f) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
    if (!first_scope(b)) return false;
  return true;
}

// A variable that is returned may be made where the caller looks for the result: it outlives its block.
static bool is_result(LLVMValueRef variable) {
  size_t len;
  return !strcmp(LLVMGetValueName2(variable, &len), "retval");
}

static void find_declared(LLVMContextRef context, LLVMValueRef f, declared_vec *out) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      LLVMValueRef variable = llvm_declared_variable(i), operands[16] = {0};
      if (!variable || llvm_has_life_marks(variable) || is_result(variable)) continue;
      if (!LLVMIsAConstantInt(LLVMGetOperand(variable, 0))) continue;  // of variable length: made where it is declared
      LLVMValueRef node = LLVMGetOperand(i, 1);
      if (LLVMGetMDNodeNumOperands(node) > 16) continue;
      LLVMGetMDNodeOperands(node, operands);
      LLVMMetadataRef block = operands[0] ? LLVMValueAsMetadata(operands[0]) : NULL;
      if (block && around(context, block)) vec_push(out, ((declared){variable, block}));
    }
}

static void end_declared(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef f) {
  declared_vec found = {0};
  LLVMContextRef context = LLVMGetModuleContext(m);
  find_declared(context, f, &found);
  bool plain = found.len && is_plain(f);
  for (size_t k = 0; k < found.len && plain; k++) {
    scoped l = {.m = m, .context = context, .b = b, .variable = found.data[k].variable, .block = found.data[k].block};
    set_marks(&l, f);
    map64_fini(&l.leaves_inside);
  }
  vec_free(&found);
}

// --- variables between `switch` and the first `case`

// Nothing comes to the declaration, so that clang does not describe it. The variable belongs to the body of the switch, at least if there are no labels
// that a jump may go to past another declaration.

static bool is_label(LLVMBasicBlockRef b) {
  static const char *const clangs[] = {"entry", "return", "cleanup",   "unreachable",
                                       "lpad",  "catch",  "terminate", "nrvo"};
  const char *name = LLVMGetBasicBlockName(b);
  bool own = strchr(name, '.') != NULL;
  for (size_t k = 0; k < sizeof clangs / sizeof *clangs; k++) own |= str_starts(name, clangs[k]);
  return !own;
}

// Adds the body of the switch: of the blocks around its label the one that stands where the switch does.
static void add_body(LLVMContextRef context, LLVMMetadataRef around_switch, LLVMBasicBlockRef label, map64 *bodies) {
  if (str_starts(LLVMGetBasicBlockName(label), "sw.epilog")) return;  // no label: behind the switch
  for (LLVMMetadataRef scope = first_scope(label); scope; scope = around(context, scope))
    if (around(context, scope) == around_switch) map64_put(bodies, (uint64_t)(uintptr_t)scope, 1);
}

// The bodies of all switches. False: there are none, or labels.
static bool find_bodies(LLVMContextRef context, LLVMValueRef f, map64 *bodies) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b)) {
    LLVMValueRef jump = LLVMGetBasicBlockTerminator(b);
    LLVMMetadataRef scope = LLVMIsASwitchInst(jump) ? scope_of(jump) : NULL;
    for (unsigned k = 0; scope && k < LLVMGetNumSuccessors(jump); k++)
      add_body(context, scope, LLVMGetSuccessor(jump, k), bodies);
    if (is_label(b)) return false;
  }
  return bodies->len > 0;
}

// The innermost block around both.
static LLVMMetadataRef around_both(LLVMContextRef context, LLVMMetadataRef a, LLVMMetadataRef b) {
  while (a && !is_inside(context, b, a)) a = around(context, a);
  return a;
}

// The outermost block around all uses of the variable that is the body of a switch; NULL: there is none.
static LLVMMetadataRef body_around(LLVMContextRef context, LLVMValueRef variable, const map64 *bodies) {
  LLVMMetadataRef all = NULL, body = NULL;
  for (LLVMUseRef u = LLVMGetFirstUse(variable); u; u = LLVMGetNextUse(u)) {
    LLVMMetadataRef scope = scope_of(LLVMGetUser(u));
    if (!scope) return NULL;
    all = all ? around_both(context, all, scope) : scope;
  }
  for (; all; all = around(context, all)) {
    uint64_t known;
    if (map64_get(bodies, (uint64_t)(uintptr_t)all, &known)) body = all;
  }
  return body;
}

static bool is_declared(LLVMValueRef f, LLVMValueRef variable) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
      if (llvm_declared_variable(i) == variable) return true;
  return false;
}

static void end_undeclared(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef f) {
  map64 bodies = {0};
  LLVMContextRef context = LLVMGetModuleContext(m);
  bool some = find_bodies(context, f, &bodies) && is_plain(f);
  for (LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(f)); some && i; i = LLVMGetNextInstruction(i)) {
    if (!LLVMIsAAllocaInst(i) || !LLVMIsAConstantInt(LLVMGetOperand(i, 0)) || is_literal(i)) continue;
    if (llvm_has_life_marks(i) || is_declared(f, i)) continue;
    scoped l = {.m = m, .context = context, .b = b, .variable = i, .block = body_around(context, i, &bodies)};
    if (l.block) set_marks(&l, f);
    map64_fini(&l.leaves_inside);
  }
  map64_fini(&bodies);
}

// --- variables of which nothing is known

// Where a jump passes by a declaration that nothing comes to, and there are labels, the block of the variable is not known.

static bool has_labels(LLVMValueRef f) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
    if (is_label(b)) return true;
  return false;
}

static bool is_users(LLVMValueRef variable) {
  static const char *const clangs[] = {"retval", "tmp",     "saved_stack", "coerce", "result",
                                       "varet",  "cleanup", "ref",         "nrvo"};
  size_t len;
  const char *name = LLVMGetValueName2(variable, &len);
  bool own = !len || strpbrk(name, ".-") != NULL || str_starts(name, "__");
  for (size_t k = 0; k < sizeof clangs / sizeof *clangs; k++) own |= str_starts(name, clangs[k]);
  return !own;
}

// The first use that hands on the address; NULL: it is only read and written by its name.
static LLVMValueRef escape_of(LLVMValueRef address) {
  LLVMValueRef found = NULL;
  for (LLVMUseRef u = LLVMGetFirstUse(address); u && !found; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (LLVMIsAGetElementPtrInst(user))
      found = escape_of(user);
    else if (!LLVMIsALoadInst(user) && (!LLVMIsAStoreInst(user) || LLVMGetOperand(user, 0) == address))
      found = user;
  }
  return found;
}

static void refuse_unknown(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef f) {
  if (!has_labels(f)) return;
  for (LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(f)); i; i = LLVMGetNextInstruction(i)) {
    if (!LLVMIsAAllocaInst(i) || !LLVMIsAConstantInt(LLVMGetOperand(i, 0)) || !is_users(i)) continue;
    if (llvm_has_life_marks(i) || is_declared(f, i)) continue;
    LLVMValueRef use = escape_of(i);
    if (use)
      llvm_refuse_before(m, b, use, "the address of a variable whose declaration no way comes to, beside labels");
  }
}

void llvm_end_scopes(LLVMModuleRef m) {
  LLVMSetIsNewDbgInfoFormat(m, false);  // declarations are calls that can be found
  LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(m));
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
    if (LLVMIsDeclaration(f)) continue;
    llvm_spread_computed_jumps(b, f);
    end_declared(m, b, f);
    end_undeclared(m, b, f);
    refuse_unknown(m, b, f);
    for (LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(f)); i; i = LLVMGetNextInstruction(i))
      if (is_literal(i)) end_literal(m, b, f, i);
  }
  LLVMDisposeBuilder(b);
}
