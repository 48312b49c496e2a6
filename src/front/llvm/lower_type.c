// Types: as lists of scalars (values), as layouts (objects), as signatures (calls).
#include <string.h>

#include "base/str.h"
#include "front/llvm/lower_int.h"

ir_type low_int(low *L, uint32_t bits) { return bits == 1 ? L->t_bool : ir_type_int(L->out, bits, true, NULL); }

ir_type low_source_int(low *L, uint32_t bits) {
  const char *name = bits == 8 ? "signed char" : bits == 16 ? "short" : bits == 32 ? "int" : bits == 64 ? "long" : NULL;
  char other[24];
  if (!name) {
    snprintf(other, sizeof other, "int%u", bits);
    name = other;
  }
  return ir_type_int(L->out, bits, true, name);
}

uint64_t low_size(low *L, LLVMTypeRef t) { return LLVMTypeIsSized(t) ? LLVMABISizeOfType(L->layout, t) : 0; }

static bool scalar_type(low *L, LLVMTypeRef t, ir_type *out) {
  switch ((int)LLVMGetTypeKind(t)) {
  case LLVMIntegerTypeKind:
    if (LLVMGetIntTypeWidth(t) > IR_BITS_MAX / 2) return false;
    *out = low_int(L, LLVMGetIntTypeWidth(t));
    return true;
  case LLVMHalfTypeKind: *out = ir_type_float(L->out, 16); return true;
  case LLVMFloatTypeKind: *out = ir_type_float(L->out, 32); return true;
  case LLVMDoubleTypeKind: *out = ir_type_float(L->out, 64); return true;
  case LLVMX86_FP80TypeKind: *out = ir_type_float(L->out, 80); return true;
  case LLVMFP128TypeKind: *out = ir_type_float(L->out, 128); return true;
  case LLVMPointerTypeKind: *out = L->t_ptr; return LLVMGetPointerAddressSpace(t) == 0;
  }
  return false;
}

typedef VEC(low_leaf) leaf_vec;

static bool collect(low *L, LLVMTypeRef t, uint64_t offset, leaf_vec *out, unsigned depth) {
  low_leaf leaf = {.llvm = t, .offset = offset};
  if (depth > LOW_DEPTH_MAX) return false;
  if (scalar_type(L, t, &leaf.type)) {
    vec_push(out, leaf);
    return out->len <= LOW_LEAVES_MAX;
  }
  LLVMTypeKind kind = LLVMGetTypeKind(t);
  bool array = kind == LLVMArrayTypeKind, vector = kind == LLVMVectorTypeKind;
  if (!array && !vector && kind != LLVMStructTypeKind) return false;
  if (!LLVMTypeIsSized(t)) return false;
  uint64_t n = array ? LLVMGetArrayLength2(t) : vector ? LLVMGetVectorSize(t) : LLVMCountStructElementTypes(t);
  if (n > LOW_LEAVES_MAX) return false;
  for (uint64_t i = 0; i < n; i++) {
    LLVMTypeRef e = kind == LLVMStructTypeKind ? LLVMStructGetTypeAtIndex(t, (unsigned)i) : LLVMGetElementType(t);
    // Elements of a vector lie bit by bit; those of a bool vector have no address and are never stored one by one.
    uint64_t at = kind == LLVMStructTypeKind ? LLVMOffsetOfElement(L->layout, t, (unsigned)i)
                  : array                    ? i * LLVMABISizeOfType(L->layout, e)
                                             : i * ((LLVMSizeOfTypeInBits(L->layout, e) + 7) / 8);
    if (!collect(L, e, offset + at, out, depth + 1)) return false;
  }
  return true;
}

const low_flat *low_flat_of(low *L, LLVMTypeRef t) {
  uint64_t found;
  if (map64_get(&L->flats, (uint64_t)(uintptr_t)t, &found)) return (const low_flat *)(uintptr_t)found;
  low_flat *f = ARENA_NEW(L->mem, low_flat);
  if (LLVMGetTypeKind(t) == LLVMVoidTypeKind) {
    f->ok = true;
  } else {
    leaf_vec leaves = {0};
    f->ok = collect(L, t, 0, &leaves, 0);
    f->n = f->ok ? (uint32_t)leaves.len : 0;
    f->leaves = arena_copy(L->mem, leaves.data, leaves.len * sizeof *leaves.data);
    vec_free(&leaves);
  }
  map64_put(&L->flats, (uint64_t)(uintptr_t)t, (uint64_t)(uintptr_t)f);
  return f;
}

low_sig *low_sig_of(low *L, LLVMTypeRef type) {
  uint64_t found;
  if (map64_get(&L->sigs, (uint64_t)(uintptr_t)type, &found)) return (low_sig *)(uintptr_t)found;
  low_sig *s = ARENA_NEW(L->mem, low_sig);
  map64_put(&L->sigs, (uint64_t)(uintptr_t)type, (uint64_t)(uintptr_t)s);
  s->llvm_result = LLVMGetReturnType(type);
  const low_flat *result = low_flat_of(L, s->llvm_result);
  s->ok = result->ok;
  s->by_pointer = result->n > 1;
  if (result->n == 1) s->result = result->leaves[0].type;
  unsigned n = LLVMCountParamTypes(type);
  LLVMTypeRef *params = ARENA_NEW_N(L->mem, LLVMTypeRef, n + 1);
  LLVMGetParamTypes(type, params);
  for (unsigned i = 0; i < n; i++) {
    const low_flat *p = low_flat_of(L, params[i]);
    s->ok = s->ok && p->ok;
    s->n_fixed += p->n;
  }
  s->fixed = ARENA_NEW_N(L->mem, ir_type, s->n_fixed + 1);
  for (unsigned i = 0, k = 0; i < n; i++) {
    const low_flat *p = low_flat_of(L, params[i]);
    for (uint32_t j = 0; j < p->n; j++) s->fixed[k++] = p->leaves[j].type;
  }
  // `f()` of old C is variadic without any parameter: its calls pass plain arguments.
  s->variadic = LLVMIsFunctionVarArg(type) && n;
  return s;
}

// --- layouts

static ir_type bytes_type(low *L, uint64_t n) {
  ir_type byte = ir_type_int(L->out, 8, false, NULL);
  return ir_array_fits(L->out, byte, n) ? ir_type_array(L->out, byte, n) : IR_VOID;
}

static LLVMMetadataRef skip_typedefs(low *L, LLVMMetadataRef di) {
  for (unsigned steps = 0; di && steps < LOW_DEPTH_MAX; steps++) {
    if (LLVMGetMetadataKind(di) != LLVMDIDerivedTypeMetadataKind) return di;
    uint16_t tag = LLVMGetDINodeTag(di);
    // DW_TAG_typedef, const, volatile, restrict, atomic
    if (tag != 0x16 && tag != 0x26 && tag != 0x35 && tag != 0x37 && tag != 0x47) return di;
    di = low_di_operand(L, di, 3);
  }
  return NULL;
}

static bool is_structure(LLVMMetadataRef di) {
  if (!di || LLVMGetMetadataKind(di) != LLVMDICompositeTypeMetadataKind) return false;
  uint16_t tag = LLVMGetDINodeTag(di);
  return tag == 0x13 || tag == 0x02;  // DW_TAG_structure_type, class_type
}

enum { TAG_MEMBER = 0x0d, TAG_INHERITANCE = 0x1c };  // DW_TAG_member, DW_TAG_inheritance

// DICompositeType: the member, or the base class, that begins at a byte; its name and type.
static LLVMMetadataRef part_at(low *L, LLVMMetadataRef composite, uint16_t tag, uint64_t offset) {
  LLVMMetadataRef elements = low_di_operand(L, composite, 4);
  if (!elements) return NULL;
  unsigned n = LLVMGetMDNodeNumOperands(LLVMMetadataAsValue(L->ctx, elements));
  LLVMMetadataRef found = NULL;
  uint64_t most = 0;
  for (unsigned i = 0; i < n; i++) {
    LLVMMetadataRef e = low_di_operand(L, elements, i);
    if (!e || LLVMGetMetadataKind(e) != LLVMDIDerivedTypeMetadataKind || LLVMGetDINodeTag(e) != tag) continue;
    // Empty base classes begin where others do.
    LLVMMetadataRef type = skip_typedefs(L, low_di_operand(L, e, 3));
    uint64_t size = LLVMDITypeGetOffsetInBits(e) != offset * 8 ? 0 : type ? LLVMDITypeGetSizeInBits(type) : 1;
    if (size > most) found = e;
    if (size > most) most = size;
  }
  return found;
}

static ir_type record_type(low *L, LLVMTypeRef t, LLVMMetadataRef di, unsigned depth);

static ir_type memory_type(low *L, LLVMTypeRef t, LLVMMetadataRef di, unsigned depth) {
  if (depth > LOW_DEPTH_MAX || !LLVMTypeIsSized(t)) return IR_VOID;
  uint64_t size = LLVMABISizeOfType(L->layout, t);
  di = skip_typedefs(L, di);
  ir_type type = IR_VOID;
  LLVMTypeKind kind = LLVMGetTypeKind(t);
  if (scalar_type(L, t, &type)) {
    if (kind == LLVMIntegerTypeKind && di) type = low_di_int(L, di, LLVMGetIntTypeWidth(t));
  } else if (kind == LLVMArrayTypeKind) {
    bool array_info = di && LLVMGetMetadataKind(di) == LLVMDICompositeTypeMetadataKind && LLVMGetDINodeTag(di) == 0x01;
    LLVMTypeRef e = LLVMGetElementType(t);
    bool nested = LLVMGetTypeKind(e) == LLVMArrayTypeKind;  // one entry describes all dimensions
    ir_type elem = memory_type(L, e, array_info ? (nested ? di : low_di_operand(L, di, 3)) : NULL, depth + 1);
    uint64_t n = LLVMGetArrayLength2(t);
    if (elem.id && ir_array_fits(L->out, elem, n)) type = ir_type_array(L->out, elem, n);
  } else if (kind == LLVMStructTypeKind) {
    type = record_type(L, t, di, depth);
  }
  if (!type.id || ir_type_get(L->out, type)->size != size) type = bytes_type(L, size);
  return type;
}

static const char *record_name(LLVMTypeRef t) {
  const char *name = LLVMIsLiteralStruct(t) ? NULL : LLVMGetStructName(t);
  if (!name) return "struct";
  if (str_starts(name, "struct.") || str_starts(name, "class.") || str_starts(name, "union."))
    name = strchr(name, '.') + 1;
  return *name ? name : "struct";
}

static ir_type record_type(low *L, LLVMTypeRef t, LLVMMetadataRef di, unsigned depth) {
  uint64_t found;
  if (map64_get(&L->memory_types, (uint64_t)(uintptr_t)t, &found)) return (ir_type){(uint32_t)found};
  if (!is_structure(di) && map64_get(&L->nameless_types, (uint64_t)(uintptr_t)t, &found))
    return (ir_type){(uint32_t)found};
  unsigned n = LLVMCountStructElementTypes(t);
  ir_field *fields = MEM_NEW_N(ir_field, n + 1);
  uint32_t used = 0;
  for (unsigned i = 0; i < n; i++) {
    LLVMTypeRef e = LLVMStructGetTypeAtIndex(t, i);
    uint64_t at = LLVMOffsetOfElement(L->layout, t, i);
    LLVMMetadataRef member = is_structure(di) ? part_at(L, di, TAG_MEMBER, at) : NULL;
    LLVMMetadataRef base = is_structure(di) && !member ? part_at(L, di, TAG_INHERITANCE, at) : NULL,
                    part = member ? member : base;
    ir_type type = memory_type(L, e, part ? low_di_operand(L, part, 3) : NULL, depth + 1);
    if (!type.id || !ir_type_get(L->out, type)->size) continue;  // a flexible array member
    const char *name = member ? low_di_text(L, member, 2) : NULL;
    char number[24];
    snprintf(number, sizeof number, base ? IR_BASE_FIELD "%u" : "f%u", i);
    fields[used++] = (ir_field){.name = ir_name(L->out, name ? name : number), .type = type, .offset = at};
  }
  ir_type r = ir_type_record_declare(L->out, record_name(t));
  uint64_t size = LLVMABISizeOfType(L->layout, t);
  if (!ir_type_record_define_at(L->out, r, fields, used, size, LLVMABIAlignmentOfType(L->layout, t))) r = IR_VOID;
  mem_free(fields);
  if (!r.id) r = bytes_type(L, size);
  // Who asks for it later may know the names.
  map64_put(is_structure(di) ? &L->memory_types : &L->nameless_types, (uint64_t)(uintptr_t)t, r.id);
  return r;
}

ir_type low_memory_type(low *L, LLVMTypeRef t, LLVMMetadataRef di) { return memory_type(L, t, di, 0); }
