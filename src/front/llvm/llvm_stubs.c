// Stubs of functions that a program calls and does not have: a C file to edit and to pass along. A prototype has the
// types of the source where debug information tells them all and they agree with LLVM's, else those that LLVM passes
// (doc/llvm.md). A result is any value, an address is null; nothing else changes.
#include <ctype.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>
#include <string.h>

#include "base/mem.h"
#include "front/llvm/llvm_gaps.h"

enum {
  TAG_ENUM = 0x04,
  TAG_POINTER = 0x0f,
  TAG_REFERENCE = 0x10,
  TAG_STRUCT = 0x13,
  TAG_TYPEDEF = 0x16,
  TAG_CONST = 0x26
};
enum { TAG_VOLATILE = 0x35, TAG_RESTRICT = 0x37, TAG_RVALUE = 0x42, TAG_ATOMIC = 0x47 };
enum { DEPTH_MAX = 20 };

// Types whose values are inputs: how C and __VERIFIER_nondet_ call them.
static const struct {
  const char *type, *suffix;
} INPUTS[] = {{"_Bool", "bool"},
              {"char", "char"},
              {"signed char", "schar"},
              {"unsigned char", "uchar"},
              {"short", "short"},
              {"unsigned short", "ushort"},
              {"int", "int"},
              {"unsigned int", "uint"},
              {"long", "long"},
              {"unsigned long", "ulong"},
              {"long long", "longlong"},
              {"unsigned long long", "ulonglong"},
              {"float", "float"},
              {"double", "double"}};
enum { N_INPUTS = sizeof INPUTS / sizeof *INPUTS };

typedef struct stubs {
  LLVMModuleRef m;
  LLVMContextRef ctx;
  LLVMTargetDataRef layout;
  strbuf head, types, body;  // declarations of what is used, types, the functions
  bool used[N_INPUTS], bytes, stop;
  unsigned n;
} stubs;

// --- types by debug information -------------------------------------------------------------------------------------

static LLVMMetadataRef operand(const stubs *s, LLVMMetadataRef node, unsigned index) {
  LLVMValueRef v = node ? LLVMMetadataAsValue(s->ctx, node) : NULL;
  unsigned n = v && LLVMIsAMDNode(v) ? LLVMGetMDNodeNumOperands(v) : 0;
  if (index >= n) return NULL;
  LLVMValueRef *all = MEM_NEW_N(LLVMValueRef, n);
  LLVMGetMDNodeOperands(v, all);
  LLVMMetadataRef found = all[index] ? LLVMValueAsMetadata(all[index]) : NULL;
  mem_free(all);
  return found;
}

static bool is_identifier(const char *text, size_t len) {
  for (size_t i = 0; i < len; i++)
    if (!isalpha((unsigned char)text[i]) && text[i] != '_' && (!i || !isdigit((unsigned char)text[i]))) return false;
  return len > 0;
}

static bool is_qualifier(uint16_t tag) {
  return tag == TAG_CONST || tag == TAG_VOLATILE || tag == TAG_RESTRICT || tag == TAG_ATOMIC;
}

// Behind typedefs and qualifiers; NULL is void.
static LLVMMetadataRef bare(const stubs *s, LLVMMetadataRef di, bool *is_const) {
  for (int i = 0; i < DEPTH_MAX && di && LLVMGetMetadataKind(di) == LLVMDIDerivedTypeMetadataKind; i++) {
    uint16_t tag = LLVMGetDINodeTag(di);
    if (tag != TAG_TYPEDEF && !is_qualifier(tag)) break;
    *is_const |= tag == TAG_CONST;
    di = operand(s, di, 3);
  }
  return di;
}

// "int", "unsigned int" as INPUTS has it; NULL: none of them.
static const char *basic_name(const stubs *s, LLVMMetadataRef di) {
  size_t len;
  (void)s;
  const char *name = LLVMDITypeGetName(di, &len);
  if (len == 4 && !memcmp(name, "bool", 4)) return "_Bool";
  if (len == 11 && !memcmp(name, "long double", 11)) return "long double";
  for (int i = 0; i < N_INPUTS; i++)
    if (strlen(INPUTS[i].type) == len && !memcmp(INPUTS[i].type, name, len)) return INPUTS[i].type;
  return NULL;
}

static void put_pointer(stubs *s, LLVMMetadataRef di, int depth, strbuf *out);

static void put_pointee(stubs *s, LLVMMetadataRef di, bool is_const, int depth, strbuf *out) {
  LLVMMetadataKind kind = di ? LLVMGetMetadataKind(di) : LLVMMDStringMetadataKind;
  size_t len = 0;
  const char *basic = kind == LLVMDIBasicTypeMetadataKind ? basic_name(s, di) : NULL;
  bool record = kind == LLVMDICompositeTypeMetadataKind && LLVMGetDINodeTag(di) == TAG_STRUCT;
  const char *name = record ? LLVMDITypeGetName(di, &len) : NULL;
  if (is_const) sb_puts(out, "const ");
  if (basic) {
    sb_puts(out, basic);
  } else if (name && is_identifier(name, len)) {
    strbuf line = {0};
    sb_printf(&line, "struct %.*s;\n", (int)len, name);
    if (!strstr(sb_text(&s->types), sb_text(&line))) sb_puts(&s->types, sb_text(&line));
    sb_fini(&line);
    sb_printf(out, "struct %.*s", (int)len, name);
  } else if (kind == LLVMDIDerivedTypeMetadataKind && LLVMGetDINodeTag(di) == TAG_POINTER && depth < 3) {
    put_pointer(s, di, depth + 1, out);
    return;
  } else {
    sb_puts(out, "void");
  }
  sb_putc(out, ' ');
}

static void put_pointer(stubs *s, LLVMMetadataRef di, int depth, strbuf *out) {
  bool is_const = false;
  LLVMMetadataRef to = bare(s, operand(s, di, 3), &is_const);
  put_pointee(s, to, is_const, depth, out);
  sb_putc(out, '*');
}

// --- types by LLVM --------------------------------------------------------------------------------------------------

static bool has_attribute(LLVMValueRef f, unsigned index, const char *name) {
  return LLVMGetEnumAttributeAtIndex(f, index, LLVMGetEnumAttributeKindForName(name, strlen(name)));
}

static LLVMTypeRef type_attribute(LLVMValueRef f, unsigned index, const char *name) {
  LLVMAttributeRef a = LLVMGetEnumAttributeAtIndex(f, index, LLVMGetEnumAttributeKindForName(name, strlen(name)));
  return a ? LLVMGetTypeAttributeValue(a) : NULL;
}

// `index`: 0 of the result, else of a parameter; small integers say there how they are widened.
static const char *scalar(stubs *s, LLVMTypeRef t, LLVMValueRef f, unsigned index) {
  bool is_signed = f && has_attribute(f, index, "signext"), is_unsigned = f && has_attribute(f, index, "zeroext");
  bool word64 = LLVMPointerSize(s->layout) == 8;
  switch ((int)LLVMGetTypeKind(t)) {
  case LLVMPointerTypeKind: return "void *";
  case LLVMFloatTypeKind: return "float";
  case LLVMDoubleTypeKind: return "double";
  case LLVMX86_FP80TypeKind: return "long double";
  case LLVMIntegerTypeKind: break;
  default: return NULL;
  }
  switch (LLVMGetIntTypeWidth(t)) {
  case 1: return "_Bool";
  case 8: return is_signed ? "signed char" : is_unsigned ? "unsigned char" : "char";
  case 16: return is_unsigned ? "unsigned short" : "short";
  case 32: return "int";
  case 64: return word64 ? "long" : "long long";
  case 128: return "__int128";
  default: return NULL;
  }
}

static bool same_form(LLVMTypeRef t, LLVMMetadataRef basic, const char *name) {
  bool real = !strcmp(name, "float") || !strcmp(name, "double") || !strcmp(name, "long double");
  if (LLVMGetTypeKind(t) == LLVMIntegerTypeKind)
    return !real && (LLVMGetIntTypeWidth(t) == LLVMDITypeGetSizeInBits(basic) ||
                     (LLVMGetIntTypeWidth(t) == 1 && !strcmp(name, "_Bool")));
  LLVMTypeKind kind = LLVMGetTypeKind(t);
  return real && (kind == LLVMFloatTypeKind    ? name[0] == 'f'
                  : kind == LLVMDoubleTypeKind ? name[0] == 'd'
                                               : kind == LLVMX86_FP80TypeKind);
}

// The type of the source, if it is a scalar that LLVM passes as `t`; `di` NULL is void.
static bool put_source(stubs *s, LLVMMetadataRef di, LLVMTypeRef t, strbuf *out) {
  bool is_const = false;
  LLVMMetadataRef type = bare(s, di, &is_const);
  LLVMMetadataKind kind = type ? LLVMGetMetadataKind(type) : LLVMMDStringMetadataKind;
  if (!type) return LLVMGetTypeKind(t) == LLVMVoidTypeKind ? sb_puts(out, "void"), true : false;
  if (kind == LLVMDIBasicTypeMetadataKind) {
    const char *name = basic_name(s, type);
    if (!name || !same_form(t, type, name)) return false;
    sb_puts(out, name);
    return true;
  }
  uint16_t tag = LLVMGetDINodeTag(type);
  if (kind == LLVMDICompositeTypeMetadataKind && tag == TAG_ENUM && LLVMGetTypeKind(t) == LLVMIntegerTypeKind) {
    const char *name = scalar(s, t, NULL, 0);
    sb_puts(out, name ? name : "int");
    return name != NULL;
  }
  bool pointer = kind == LLVMDIDerivedTypeMetadataKind &&
                 (tag == TAG_POINTER || tag == TAG_REFERENCE || tag == TAG_RVALUE);
  if (!pointer || LLVMGetTypeKind(t) != LLVMPointerTypeKind) return false;
  put_pointer(s, type, 0, out);
  return true;
}

// A struct of so many bytes: one that is passed in memory, whatever its members are.
static void put_bytes(stubs *s, LLVMTypeRef t, strbuf *out) {
  unsigned long long size = LLVMABISizeOfType(s->layout, t), align = LLVMABIAlignmentOfType(s->layout, t);
  strbuf line = {0};
  sb_printf(&line, "struct bytes_%llu_%llu { _Alignas(%llu) unsigned char bytes[%llu]; };\n", size, align, align,
            size ? size : 1);
  if (!strstr(sb_text(&s->types), sb_text(&line))) sb_puts(&s->types, sb_text(&line));
  sb_fini(&line);
  sb_printf(out, "struct bytes_%llu_%llu", size, align);
}

// A struct that is returned in two registers.
static bool put_pair(stubs *s, LLVMTypeRef t, strbuf *out) {
  LLVMTypeRef parts[2];
  if (LLVMGetTypeKind(t) != LLVMStructTypeKind || LLVMCountStructElementTypes(t) != 2) return false;
  LLVMGetStructElementTypes(t, parts);
  const char *a = scalar(s, parts[0], NULL, 0), *b = scalar(s, parts[1], NULL, 0);
  if (!a || !b) return false;
  sb_printf(&s->types, "struct pair_%u { %s first; %s second; };\n", s->n, a, b);
  sb_printf(out, "struct pair_%u", s->n);
  return true;
}

// --- one function ---------------------------------------------------------------------------------------------------

typedef struct prototype {
  strbuf result, parameters;
  bool variadic;
} prototype;

// Types of the source: all of them fit, or none is taken.
static bool by_source(stubs *s, LLVMValueRef f, prototype *p) {
  LLVMMetadataRef subprogram = LLVMGetSubprogram(f);
  LLVMMetadataRef list = subprogram ? operand(s, operand(s, subprogram, 4), 3) : NULL;
  LLVMTypeRef type = LLVMGlobalGetValueType(f);
  unsigned n = LLVMCountParamTypes(type);
  unsigned told = list ? LLVMGetMDNodeNumOperands(LLVMMetadataAsValue(s->ctx, list)) : 0;
  if (told != 1 + n + (p->variadic ? 1 : 0)) return false;
  if (!put_source(s, operand(s, list, 0), LLVMGetReturnType(type), &p->result)) return false;
  for (unsigned i = 0; i < n; i++) {
    if (type_attribute(f, i + 1, "byval") || type_attribute(f, i + 1, "sret")) return false;
    if (i) sb_puts(&p->parameters, ", ");
    if (!put_source(s, operand(s, list, i + 1), LLVMTypeOf(LLVMGetParam(f, i)), &p->parameters)) return false;
    const char *so_far = sb_text(&p->parameters);
    sb_printf(&p->parameters, "%sp%u", so_far[p->parameters.len - 1] == '*' ? "" : " ", i + 1);
  }
  return true;
}

// `int f();` of old C says nothing of parameters: as some call passes them.
static bool by_call(stubs *s, LLVMValueRef f, prototype *p) {
  LLVMTypeRef type = LLVMGlobalGetValueType(f), seen = NULL;
  for (LLVMUseRef u = LLVMGetFirstUse(f); u && !seen; u = LLVMGetNextUse(u)) {
    LLVMValueRef call = LLVMGetUser(u);
    if (LLVMIsACallInst(call) && LLVMGetCalledValue(call) == f) seen = LLVMGetCalledFunctionType(call);
  }
  unsigned n = seen ? LLVMCountParamTypes(seen) : 0;
  if (!p->variadic || LLVMCountParamTypes(type) || !n) return false;
  const char *text = LLVMGetTypeKind(LLVMGetReturnType(type)) == LLVMVoidTypeKind
                         ? "void"
                         : scalar(s, LLVMGetReturnType(type), f, 0);
  LLVMTypeRef *types = MEM_NEW_N(LLVMTypeRef, n);
  LLVMGetParamTypes(seen, types);
  if (text) sb_puts(&p->result, text);
  for (unsigned i = 0; i < n && text; i++)
    if ((text = scalar(s, types[i], NULL, 0)))
      sb_printf(&p->parameters, "%s%s%sp%u", i ? ", " : "", text, text[strlen(text) - 1] == '*' ? "" : " ", i + 1);
  mem_free(types);
  return text != NULL;
}

static bool by_llvm(stubs *s, LLVMValueRef f, prototype *p) {
  LLVMTypeRef type = LLVMGlobalGetValueType(f), result = LLVMGetReturnType(type);
  LLVMTypeRef in_memory = LLVMCountParams(f) ? type_attribute(f, 1, "sret") : NULL;
  const char *text = LLVMGetTypeKind(result) == LLVMVoidTypeKind ? "void" : scalar(s, result, f, 0);
  if (in_memory)
    put_bytes(s, in_memory, &p->result);
  else if (text)
    sb_puts(&p->result, text);
  else if (!put_pair(s, result, &p->result))
    return false;
  unsigned first = in_memory ? 1 : 0;
  for (unsigned i = first; i < LLVMCountParams(f); i++) {
    LLVMTypeRef copied = type_attribute(f, i + 1, "byval");
    if (p->parameters.len) sb_puts(&p->parameters, ", ");
    text = copied ? NULL : scalar(s, LLVMTypeOf(LLVMGetParam(f, i)), f, i + 1);
    if (copied)
      put_bytes(s, copied, &p->parameters);
    else if (text)
      sb_puts(&p->parameters, text);
    else
      return false;
    sb_printf(&p->parameters, "%sp%u", text && text[strlen(text) - 1] == '*' ? "" : " ", i + 1 - first);
  }
  return true;
}

static void put_body(stubs *s, LLVMValueRef f, const char *result) {
  if (has_attribute(f, (unsigned)LLVMAttributeFunctionIndex, "noreturn")) {
    s->stop = true;
    sb_puts(&s->body, "  abort(); // it does not return\n");
    return;
  }
  if (!strcmp(result, "void")) {
    sb_puts(&s->body, "  // nothing changes\n");
    return;
  }
  if (result[strlen(result) - 1] == '*') {
    sb_puts(&s->body, "  return 0; // null: return an object where callers need one\n");
    return;
  }
  for (int i = 0; i < N_INPUTS; i++)
    if (!strcmp(INPUTS[i].type, result)) {
      s->used[i] = true;
      sb_printf(&s->body, "  return __VERIFIER_nondet_%s();\n", INPUTS[i].suffix);
      return;
    }
  s->bytes = true;
  sb_printf(&s->body, "  %s result;\n  __VERIFIER_nondet_memory(&result, sizeof result);\n  return result;\n", result);
}

static void put_stub(stubs *s, const llvm_gap *gap) {
  LLVMValueRef f = gap->missing;
  size_t len;
  const char *name = LLVMGetValueName2(f, &len);
  prototype p = {.variadic = LLVMIsFunctionVarArg(LLVMGlobalGetValueType(f))};
  s->n++;
  bool (*const ways[])(stubs *, LLVMValueRef, prototype *) = {by_source, by_call, by_llvm};
  bool ok = false;
  for (size_t i = 0; i < sizeof ways / sizeof *ways && !ok; i++) {
    sb_clear(&p.result);
    sb_clear(&p.parameters);
    ok = ways[i](s, f, &p);
  }
  sb_printf(&s->body, "\n// %s:%u:%u: %s\n", gap->at.file ? gap->at.file : "?", gap->at.line, gap->at.col, gap->what);
  if (!ok) {
    sb_printf(&s->body, "// There is no stub of %s: a type of it has no simple form in C.\n", name);
  } else {
    bool plain = is_identifier(name, len), open = p.variadic && p.parameters.len;
    const char *parameters = p.parameters.len ? sb_text(&p.parameters) : p.variadic ? "" : "void";
    const char *space = sb_text(&p.result)[p.result.len - 1] == '*' ? "" : " ";
    strbuf shown = {0};
    if (plain)
      sb_puts(&shown, name);
    else
      sb_printf(&shown, "stub_%u", s->n);
    if (!plain)
      sb_printf(&s->body, "%s%s%s(%s%s) __asm__(\"%s\");\n", sb_text(&p.result), space, sb_text(&shown), parameters,
                open ? ", ..." : "", name);
    sb_printf(&s->body, "%s%s%s(%s%s) {\n", sb_text(&p.result), space, sb_text(&shown), parameters,
              open ? ", ..." : "");
    put_body(s, f, sb_text(&p.result));
    sb_puts(&s->body, "}\n");
    sb_fini(&shown);
  }
  sb_fini(&p.result);
  sb_fini(&p.parameters);
}

// --- the file -------------------------------------------------------------------------------------------------------

static void put_head(stubs *s) {
  sb_puts(&s->head,
          "// Stubs of functions that have no definition and no model: any result, nothing else changes. Edit them\n"
          "// where callers rely on more, and pass this file along with the program.\n");
  bool any = s->bytes || s->stop;
  for (int i = 0; i < N_INPUTS; i++) any |= s->used[i];
  if (any) sb_putc(&s->head, '\n');
  for (int i = 0; i < N_INPUTS; i++)
    if (s->used[i]) sb_printf(&s->head, "%s __VERIFIER_nondet_%s(void);\n", INPUTS[i].type, INPUTS[i].suffix);
  if (s->bytes) sb_puts(&s->head, "void __VERIFIER_nondet_memory(void *to, __SIZE_TYPE__ bytes);\n");
  if (s->stop) sb_puts(&s->head, "_Noreturn void abort(void);\n");
  if (s->types.len) sb_putc(&s->head, '\n');
}

void llvm_stubs(LLVMModuleRef m, const llvm_gaps *g, strbuf *out) {
  stubs s = {.m = m, .ctx = LLVMGetModuleContext(m), .layout = LLVMGetModuleDataLayout(m)};
  for (size_t i = 0; i < g->all.len; i++)
    if (g->all.data[i].missing) put_stub(&s, &g->all.data[i]);
  put_head(&s);
  sb_printf(out, "%s%s%s", sb_text(&s.head), sb_text(&s.types), sb_text(&s.body));
  if (!s.n) sb_puts(out, "\n// Nothing is missing.\n");
  sb_fini(&s.head);
  sb_fini(&s.types);
  sb_fini(&s.body);
}
