// Places, names and source types from debug information. The C API does not show all of it: operands of metadata nodes
// are read by position (the order in which LLVM 19 writes them), encodings from the printed form.
#include <llvm-c/DebugInfo.h>
#include <string.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/str.h"
#include "front/llvm/lower_int.h"

LLVMMetadataRef low_di_operand(low *L, LLVMMetadataRef node, unsigned index) {
  if (!node) return NULL;
  LLVMValueRef v = LLVMMetadataAsValue(L->ctx, node);
  if (!LLVMIsAMDNode(v)) return NULL;
  unsigned n = LLVMGetMDNodeNumOperands(v);
  if (index >= n) return NULL;
  LLVMValueRef *operands = MEM_NEW_N(LLVMValueRef, n);
  LLVMGetMDNodeOperands(v, operands);
  LLVMMetadataRef found = operands[index] ? LLVMValueAsMetadata(operands[index]) : NULL;
  mem_free(operands);
  return found;
}

const char *low_di_text(low *L, LLVMMetadataRef node, unsigned index) {
  LLVMMetadataRef s = low_di_operand(L, node, index);
  if (!s || LLVMGetMetadataKind(s) != LLVMMDStringMetadataKind) return NULL;
  unsigned len;
  const char *text = LLVMGetMDString(LLVMMetadataAsValue(L->ctx, s), &len);
  return len ? intern_n(L->out->names, text, len) : NULL;
}

// A file of the command line that a driver includes is the one without the current folder before it.
static bool is_given(const low *L, const char *file, size_t len) {
  for (const char *const *f = L->o->sources; f && *f; f++)
    if (strlen(*f) == len && memcmp(*f, file, len) == 0) return true;
  return false;
}

// The name under which a file is found. Of an absolute name clang puts what it has in common with the current folder apart, as the folder.
static const char *located(low *L, const char *file, size_t len, const char *folder, size_t folder_len) {
  const char *plain = intern_n(L->out->names, file, len);
  if (!folder || !folder_len || *file == '/') return plain;
  uint64_t key = hash_combine((uintptr_t)plain, (uintptr_t)intern_n(L->out->names, folder, folder_len)), known;
  if (map64_get(&L->located, key, &known)) return (const char *)(uintptr_t)known;
  strbuf joined = {0};
  sb_printf(&joined, "%.*s/%s", (int)folder_len, folder, plain);
  bool elsewhere = access(plain, R_OK) != 0 && access(sb_text(&joined), R_OK) == 0;
  const char *name = elsewhere ? intern_n(L->out->names, sb_text(&joined), joined.len) : plain;
  map64_put(&L->located, key, (uint64_t)(uintptr_t)name);
  sb_fini(&joined);
  return name;
}

static place make_place(low *L, const char *file, size_t len, unsigned line, unsigned col) {
  if (!line || !file || !len) return PLACE_NONE;
  if (len > 2 && str_starts(file, "./") && is_given(L, file + 2, len - 2)) {
    file += 2;
    len -= 2;
  }
  place p = {.file = intern_n(L->out->names, file, len), .line = line, .col = col};
  if (!map64_get(&L->files, (uint64_t)(uintptr_t)p.file, NULL)) low_quote_file(L, p.file);
  return p;
}

place low_place(low *L, LLVMValueRef i) {
  unsigned line = LLVMGetDebugLocLine(i), len = 0;
  if (!line) return L->at;
  const char *file = LLVMGetDebugLocFilename(i, &len);
  unsigned folder_len = 0;
  const char *folder = LLVMGetDebugLocDirectory(i, &folder_len);
  if (file && len) file = located(L, file, len, folder, folder_len);
  place p = make_place(L, file, len ? strlen(file) : 0, line, LLVMGetDebugLocColumn(i));
  return p.line ? p : L->at;
}

// The first column of a line of the file.
static place file_place(low *L, LLVMMetadataRef file, unsigned line) {
  unsigned len = 0, folder_len = 0;
  const char *name = file ? LLVMDIFileGetFilename(file, &len) : NULL;
  const char *folder = file ? LLVMDIFileGetDirectory(file, &folder_len) : NULL;
  if (name && len) name = located(L, name, len, folder, folder_len);
  return make_place(L, name, len ? strlen(name) : 0, line, 1);
}

static place scope_place(low *L, LLVMMetadataRef scope, unsigned line) {
  return file_place(L, LLVMDIScopeGetFile(scope), line);
}

place low_function_place(low *L, LLVMValueRef f) {
  LLVMMetadataRef s = LLVMGetSubprogram(f);
  return s ? scope_place(L, s, LLVMDISubprogramGetLine(s)) : PLACE_NONE;
}

// Static functions of several files were renamed when the files were linked; the source name reads better.
const char *low_function_name(low *L, LLVMValueRef f) {
  LLVMMetadataRef s = LLVMGetSubprogram(f);
  const char *name = s ? low_di_text(L, s, 2) : NULL;
  size_t len;
  return name ? name : LLVMGetValueName2(f, &len);
}

static void note_name(low *L, LLVMValueRef call) {
  LLVMMetadataRef where = LLVMValueAsMetadata(LLVMGetOperand(call, 0));
  LLVMMetadataRef variable = LLVMValueAsMetadata(LLVMGetOperand(call, 1));
  if (!where || !variable || LLVMGetMetadataKind(variable) != LLVMDILocalVariableMetadataKind) return;
  // The wrapped value itself: what C gives for a metadata operand that holds one value.
  LLVMValueRef holder = LLVMGetOperand(call, 0);
  LLVMValueRef v = NULL;
  if (LLVMIsAValueAsMetadata(holder) && LLVMGetMDNodeNumOperands(holder) == 1) LLVMGetMDNodeOperands(holder, &v);
  if (!v || (!LLVMIsAInstruction(v) && !LLVMIsAArgument(v))) return;
  uint64_t known;
  if (map64_get(&L->names, (uint64_t)(uintptr_t)v, &known))
    return;  // a pointer to it that is a register has its value, too
  map64_put(&L->names, (uint64_t)(uintptr_t)v, (uint64_t)(uintptr_t)variable);
  uint64_t at = (uint64_t)LLVMGetDebugLocLine(call) << 32 | LLVMGetDebugLocColumn(call);
  map64_put(&L->declared, (uint64_t)(uintptr_t)v, at);
}

void low_collect_names(low *L, LLVMValueRef f) {
  map64_clear(&L->names);
  map64_clear(&L->declared);
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
      if (LLVMIsADbgDeclareInst(i) || LLVMIsADbgVariableIntrinsic(i)) note_name(L, i);
}

static LLVMMetadataRef variable_of(low *L, LLVMValueRef v) {
  uint64_t found;
  if (!map64_get(&L->names, (uint64_t)(uintptr_t)v, &found)) return NULL;
  return (LLVMMetadataRef)(uintptr_t)found;
}

const char *low_value_name(low *L, LLVMValueRef v) {
  LLVMMetadataRef variable = variable_of(L, v);
  return variable ? low_di_text(L, variable, 1) : NULL;
}

LLVMMetadataRef low_variable_type(low *L, LLVMValueRef v) {
  LLVMMetadataRef variable = variable_of(L, v);
  return variable ? low_di_operand(L, variable, 3) : NULL;
}

place low_value_place(low *L, LLVMValueRef v, place other) {
  LLVMMetadataRef variable = variable_of(L, v);
  if (!variable) return other;
  place p = file_place(L, LLVMDIVariableGetFile(variable), LLVMDIVariableGetLine(variable));
  return p.line ? p : other;
}

LLVMMetadataRef low_global_variable(low *L, LLVMValueRef g) {
  size_t n;
  LLVMValueMetadataEntry *all = LLVMGlobalCopyAllMetadata(g, &n);
  LLVMMetadataRef found = NULL;
  for (size_t i = 0; i < n && !found; i++) {
    LLVMMetadataRef e = LLVMValueMetadataEntriesGetMetadata(all, (unsigned)i);
    if (LLVMGetMetadataKind(e) == LLVMDIGlobalVariableExpressionMetadataKind)
      found = LLVMDIGlobalVariableExpressionGetVariable(e);
  }
  LLVMDisposeValueMetadataEntries(all);
  (void)L;
  return found;
}

// --- alignment

// Does the source say how the variable is aligned? The C API does not show it.
static bool is_aligned_by_source(low *L, LLVMMetadataRef variable) {
  if (!variable) return false;
  char *text = LLVMPrintValueToString(LLVMMetadataAsValue(L->ctx, variable));
  bool found = strstr(text, ", align: ") != NULL;
  LLVMDisposeMessage(text);
  return found;
}

// The ABI of x86-64 wants arrays of 16 bytes and more at multiples of 16. A program cannot rely on that.
static uint32_t more_than_type(low *L, LLVMTypeRef t, ir_type type, uint32_t align, LLVMMetadataRef variable) {
  enum { ABI_ALIGN = 16 };
  bool array = LLVMGetTypeKind(t) == LLVMArrayTypeKind;
  if (align <= ir_type_get(L->out, type)->align || align > 1u << IR_ALIGN_MAX) return 0;
  return array && align == ABI_ALIGN && !is_aligned_by_source(L, variable) ? 0 : align;
}

uint32_t low_local_align(low *L, LLVMValueRef alloca, ir_type type) {
  return more_than_type(L, LLVMGetAllocatedType(alloca), type, LLVMGetAlignment(alloca), variable_of(L, alloca));
}

uint32_t low_global_align(low *L, LLVMValueRef g, ir_type type) {
  return more_than_type(L, LLVMGlobalGetValueType(g), type, LLVMGetAlignment(g), low_global_variable(L, g));
}

// --- integer types of the source

static LLVMMetadataRef base_type(low *L, LLVMMetadataRef di) {
  for (unsigned steps = 0; di && steps < LOW_DEPTH_MAX; steps++) {
    LLVMMetadataKind kind = LLVMGetMetadataKind(di);
    if (kind == LLVMDIBasicTypeMetadataKind) return di;
    bool enumeration = kind == LLVMDICompositeTypeMetadataKind && LLVMGetDINodeTag(di) == 0x04;
    if (kind != LLVMDIDerivedTypeMetadataKind && !enumeration) return NULL;
    uint16_t tag = LLVMGetDINodeTag(di);
    if (tag == 0x0f || tag == 0x10 || tag == 0x42) return NULL;  // pointers and references
    di = low_di_operand(L, di, 3);
  }
  return NULL;
}

ir_type low_di_int(low *L, LLVMMetadataRef di, uint32_t bits) {
  ir_type plain = low_int(L, bits);
  LLVMMetadataRef base = base_type(L, di);
  if (!base || bits == 1) return plain;
  uint64_t found;
  uint64_t key = (uint64_t)(uintptr_t)base ^ (uint64_t)bits << 56;
  if (map64_get(&L->kinds, key, &found)) return (ir_type){(uint32_t)found};
  char *text = LLVMPrintValueToString(LLVMMetadataAsValue(L->ctx, base));
  bool is_unsigned = strstr(text, "DW_ATE_unsigned") || strstr(text, "DW_ATE_boolean");
  bool number = is_unsigned || strstr(text, "DW_ATE_signed");
  LLVMDisposeMessage(text);
  const char *name = low_di_text(L, base, 2);
  ir_type t = plain;
  if (number && LLVMDITypeGetSizeInBits(base) == bits) {
    bool plain_char = bits == 8 && name && !strcmp(name, "char") && !is_unsigned;
    t = plain_char ? ir_type_char(L->out) : ir_type_int(L->out, bits, !is_unsigned, name);
  }
  map64_put(&L->kinds, key, t.id);
  return t;
}

ir_type low_value_type(low *L, LLVMValueRef v, ir_type plain) {
  LLVMMetadataRef variable = variable_of(L, v);
  if (!variable || ir_type_get(L->out, plain)->kind != IR_TYPE_INT) return plain;
  return low_di_int(L, low_di_operand(L, variable, 3), ir_type_get(L->out, plain)->bits);
}
