// Ends of the lives of locals, and the blocks that clang makes for them.
//
// Where a block of the source is left in several ways (`return`, `break`, its end), clang leads all of them through one block that
// ends the lives of its variables, and a switch on a number set before finds the way again. Ways that were apart would
// meet there. So such blocks are followed edge by edge: the number is a constant then, and the switch is decided.
#include "front/llvm/lower_int.h"

enum { PATH_MAX_BLOCKS = 64 };

// --- ends of lives

// From the marker on there is nothing but the end of the function: the object ends with the frame.
bool low_ends_with_function(LLVMValueRef marker) {
  enum { BLOCKS_MAX = 8 };
  LLVMValueRef i = LLVMGetNextInstruction(marker);
  for (unsigned n = 0; n < BLOCKS_MAX; n++) {
    while (i && (LLVMIsAPHINode(i) || (LLVMIsACallInst(i) && low_is_marker(i)))) i = LLVMGetNextInstruction(i);
    if (!i || LLVMIsAReturnInst(i)) return i != NULL;
    if (!LLVMIsABranchInst(i) || LLVMIsConditional(i)) return false;
    i = LLVMGetFirstInstruction(LLVMGetSuccessor(i, 0));
  }
  return false;
}

// Locals of library code are its own business.
bool low_ends_frame_part(low *L, LLVMValueRef marker) {
  place at = low_function_place(L, L->f);
  return !(at.file && place_in_library(at.file)) && !low_ends_with_function(marker);
}

bool low_ends_something(low *L, LLVMValueRef marker) {
  if (!low_is_end_of_life(marker) || !LLVMIsAAllocaInst(LLVMGetOperand(marker, 1))) return false;
  return low_ends_frame_part(L, marker);
}

void low_end_of_life(low *L, LLVMValueRef marker) {
  LLVMValueRef local = LLVMGetOperand(marker, 1);
  uint64_t known;
  if (!low_ends_something(L, marker) || !map64_get(&L->values, (uint64_t)(uintptr_t)local, &known)) return;
  ir_operand object = low_scalar(L, local);
  low_do(L, IR_END, 0, &object, 1);
}

// --- ways through blocks that end lives

typedef struct constant {
  LLVMValueRef phi, value;
} constant;
typedef VEC(constant) constant_vec;

static LLVMValueRef constant_of(const constant_vec *known, LLVMValueRef v) {
  if (LLVMIsAConstantInt(v)) return v;
  for (size_t k = known->len; k--;)
    if (known->data[k].phi == v) return known->data[k].value;
  return NULL;
}

// The constants that the phis of a block get on this edge.
static void learn(LLVMBasicBlockRef from, LLVMBasicBlockRef to, constant_vec *known) {
  constant_vec fresh = {0};
  for (LLVMValueRef i = LLVMGetFirstInstruction(to); i && LLVMIsAPHINode(i); i = LLVMGetNextInstruction(i))
    for (unsigned k = 0; k < LLVMCountIncoming(i); k++)
      if (LLVMGetIncomingBlock(i, k) == from) {
        LLVMValueRef value = constant_of(known, LLVMGetIncomingValue(i, k));
        vec_push(&fresh, ((constant){i, value}));
        break;
      }
  for (size_t k = 0; k < fresh.len; k++) vec_push(known, fresh.data[k]);
  vec_free(&fresh);
}

// The terminator of a block that has nothing else than phis and marks, or NULL.
static LLVMValueRef only_terminator(LLVMBasicBlockRef b) {
  LLVMValueRef i = LLVMGetFirstInstruction(b);
  while (i && (LLVMIsAPHINode(i) || (LLVMIsACallInst(i) && low_is_marker(i)))) i = LLVMGetNextInstruction(i);
  return i && LLVMIsATerminatorInst(i) ? i : NULL;
}

static LLVMBasicBlockRef switch_target(LLVMValueRef s, LLVMValueRef value) {
  for (int k = 2; k + 1 < LLVMGetNumOperands(s); k += 2)
    if (LLVMGetOperand(s, (unsigned)k) == value) return LLVMValueAsBasicBlock(LLVMGetOperand(s, (unsigned)k + 1));
  return LLVMGetSwitchDefaultDest(s);
}

static bool is_among(const low_path *path, LLVMBasicBlockRef b) {
  for (size_t k = 0; k < path->len; k++)
    if (path->data[k] == b) return true;
  return false;
}

void low_find_path(LLVMBasicBlockRef from, LLVMBasicBlockRef to, low_path *out, LLVMBasicBlockRef *next) {
  constant_vec known = {0};
  size_t decided = 0;
  *next = to;
  while (out->len < PATH_MAX_BLOCKS && !is_among(out, to)) {
    LLVMValueRef end = only_terminator(to);
    bool jump = end && LLVMIsABranchInst(end) && !LLVMIsConditional(end);
    if (!jump && !(end && LLVMIsASwitchInst(end))) break;
    learn(from, to, &known);
    LLVMValueRef value = jump ? NULL : constant_of(&known, LLVMGetOperand(end, 0));
    if (!jump && !value) break;
    vec_push(out, to);
    from = to;
    to = jump ? LLVMGetSuccessor(end, 0) : switch_target(end, value);
    if (jump) continue;
    decided = out->len;
    *next = to;
  }
  out->len = decided;  // blocks behind the last decision are ordinary ones
  vec_free(&known);
}
