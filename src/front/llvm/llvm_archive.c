// Archives of bitcode (ar): as by a linker, a member becomes part of the program if it defines what the program still
// needs, until nothing more is found.
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/vec.h"
#include "front/llvm/llvm_link.h"

enum { ARCHIVE_MAX = 1 << 30, HEAD = 60, SIZE_AT = 48, SIZE_LEN = 10, MAGIC = 8 };

typedef struct member {
  LLVMModuleRef module;  // NULL: it is part of the program
  char *name;            // "lib.a(x.o)"
} member;

typedef VEC(member) member_vec;

// --- the file -------------------------------------------------------------------------------------------------------

typedef struct archive {
  const char *path, *bytes;
  size_t len;
  const char *names;  // long names: what "/12" counts in
  size_t names_len;
} archive;

// "x.o/", "/12" into the long names, "#1/20" in front of the contents (BSD).
static char *member_name(const archive *a, const char *head, const char **contents, size_t *size) {
  const char *text = head;
  size_t len = 16, n = 0;
  if (head[0] == '/' && head[1] >= '0' && head[1] <= '9') {
    size_t at = strtoul(head + 1, NULL, 10);
    text = at < a->names_len ? a->names + at : "?";
    len = at < a->names_len ? a->names_len - at : 1;
  } else if (!memcmp(head, "#1/", 3)) {
    size_t own = strtoul(head + 3, NULL, 10);
    text = *contents;
    len = own = own < *size ? own : *size;
    *contents += own;
    *size -= own;
  }
  while (n < len && text[n] && text[n] != '/' && text[n] != '\n' && text[n] != ' ') n++;
  strbuf name = {0};
  sb_printf(&name, "%s(%.*s)", a->path, (int)n, text);
  return sb_take(&name);
}

// Tables of symbols and names.
static bool is_table(const char *head) {
  return !memcmp(head, "/ ", 2) || !memcmp(head, "// ", 3) || !memcmp(head, "/SYM64/", 7) ||
         !memcmp(head, "__.SYMDEF", 9);
}

static bool read_members(LLVMContextRef context, archive *a, member_vec *out, diags *d) {
  for (size_t at = MAGIC; at + HEAD <= a->len;) {
    const char *head = a->bytes + at, *contents = head + HEAD;
    char digits[SIZE_LEN + 1] = {0};
    memcpy(digits, head + SIZE_AT, SIZE_LEN);
    size_t size = strtoul(digits, NULL, 10);
    if (size > a->len - at - HEAD || memcmp(head + 58, "`\n", 2) != 0) {
      diag_error(d, (place){.file = a->path}, DIAG_LLVM_ARCHIVE, "it ends in the middle of a member");
      return false;
    }
    at += HEAD + size + (size & 1);
    if (!memcmp(head, "// ", 3)) {
      a->names = contents;
      a->names_len = size;
    }
    bool bsd_table = !memcmp(head, "#1/", 3) && size > 9 && !memcmp(contents, "__.SYMDEF", 9);
    if (is_table(head) || bsd_table) continue;
    member m = {.name = member_name(a, head, &contents, &size)};
    m.module = llvm_read_bytes(context, contents, size, m.name, d);
    vec_push(out, m);
    if (!m.module) return false;
  }
  return true;
}

static bool read_archive(LLVMContextRef context, const char *path, member_vec *out, diags *d) {
  archive a = {.path = path};
  const char *why;
  char *bytes = file_read(path, ARCHIVE_MAX, &a.len, &why);
  a.bytes = bytes;
  bool ok = false;
  if (!bytes)
    diag_error(d, (place){.file = path}, DIAG_FILE_UNREADABLE, why);
  else if (a.len >= MAGIC && !memcmp(bytes, "!<thin>\n", MAGIC))
    diag_error(d, (place){.file = path}, DIAG_LLVM_ARCHIVE, "it is a thin one: it names files and does not hold them");
  else if (a.len < MAGIC || memcmp(bytes, "!<arch>\n", MAGIC) != 0)
    diag_error(d, (place){.file = path}, DIAG_LLVM_ARCHIVE, "it does not begin as one");
  else
    ok = read_members(context, &a, out, d);
  mem_free(bytes);
  return ok;
}

// --- choosing -------------------------------------------------------------------------------------------------------

static bool is_defined(LLVMValueRef v) {
  LLVMLinkage linkage = v ? LLVMGetLinkage(v) : LLVMInternalLinkage;
  return v && !LLVMIsDeclaration(v) && linkage != LLVMInternalLinkage && linkage != LLVMPrivateLinkage &&
         linkage != LLVMAvailableExternallyLinkage;
}

// Does the program mention it without having it?
static bool is_needed(LLVMModuleRef program, const char *name, size_t len) {
  LLVMValueRef f = LLVMGetNamedFunction(program, name), g = LLVMGetNamedGlobal(program, name);
  if (!f && !g) return !strcmp(name, "main") && !LLVMGetNamedGlobalAlias(program, name, len);
  return f ? LLVMIsDeclaration(f) && LLVMGetFirstUse(f) : LLVMIsDeclaration(g) && LLVMGetFirstUse(g);
}

static bool helps(LLVMModuleRef program, LLVMModuleRef m) {
  size_t len;
  const char *name;
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
    if (is_defined(f) && (name = LLVMGetValueName2(f, &len)) && is_needed(program, name, len)) return true;
  for (LLVMValueRef g = LLVMGetFirstGlobal(m); g; g = LLVMGetNextGlobal(g))
    if (is_defined(g) && (name = LLVMGetValueName2(g, &len)) && is_needed(program, name, len)) return true;
  for (LLVMValueRef a = LLVMGetFirstGlobalAlias(m); a; a = LLVMGetNextGlobalAlias(a))
    if (is_defined(a) && (name = LLVMGetValueName2(a, &len)) && is_needed(program, name, len)) return true;
  return false;
}

bool llvm_link_archives(LLVMModuleRef program, const char *const *paths, size_t n, llvm_each_module *each, void *arg,
                        diags *d) {
  member_vec members = {0};
  bool ok = true;
  for (size_t i = 0; i < n && ok; i++) ok = read_archive(LLVMGetModuleContext(program), paths[i], &members, d);
  for (bool more = ok; more && ok;) {
    more = false;
    for (size_t i = 0; i < members.len && ok; i++) {
      member *m = &members.data[i];
      if (!m->module || !helps(program, m->module)) continue;
      each(m->module, arg);
      ok = llvm_link(program, m->module, m->name, d);
      m->module = NULL;
      more = true;
    }
  }
  for (size_t i = 0; i < members.len; i++) {
    if (members.data[i].module) LLVMDisposeModule(members.data[i].module);
    mem_free(members.data[i].name);
  }
  vec_free(&members);
  return ok;
}
