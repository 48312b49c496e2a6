#include "front/llvm/llvm_cc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/str.h"
#include "base/vec.h"
#include "front/llvm/llvm_link.h"
#include "front/llvm/llvm_lower.h"
#include "ir/ir_build.h"
#include "ir/ir_print.h"

enum { BAD_INPUT = 65 };

typedef struct request {
  llvm_lower_options lower;
  const char *language;
  bool show_llvm;
  bool spec;        // the last input is the specification that the program is compared with
  bool stubs;       // instead of the IR: a C file with stubs for missing functions
  unsigned files;   // that were read
  uint32_t hidden;  // kinds of violations that LLVM code, given as such, does not show in full
  VEC(llvm_setting) settings;
  VEC(const char *) sources, quoted, inputs, arguments;
} request;

static bool has_prefix(const char *word, const char *prefix, char **rest) {
  if (!str_starts(word, prefix)) return false;
  *rest = (char *)word + strlen(prefix);
  return true;
}

static void read_words(int argc, char **argv, request *r) {
  char *value;
  r->language = "c";
  for (int i = 1; i < argc; i++) {
    if (strcmp(argv[i], "--exact") == 0) {
      r->lower.check_overflow = true;
    } else if (strcmp(argv[i], "--poison") == 0) {
      r->lower.check_poison = true;
    } else if (strcmp(argv[i], "--show-llvm") == 0) {
      r->show_llvm = true;
    } else if (strcmp(argv[i], "--stubs") == 0) {
      r->stubs = true;
    } else if (strcmp(argv[i], "--spec") == 0) {
      r->spec = true;
    } else if (strcmp(argv[i], "--uninit") == 0) {
      r->lower.check_uninit = true;
    } else if (has_prefix(argv[i], "--language=", &value)) {
      r->language = value;
    } else if (has_prefix(argv[i], "--arg=", &value)) {
      vec_push(&r->arguments, value);
    } else if (has_prefix(argv[i], "--args=", &value)) {
      r->lower.args = (uint32_t)strtoul(value, &value, 10);
      r->lower.args_length = *value ? (uint32_t)strtoul(value + 1, NULL, 10) : 0;
    } else if (has_prefix(argv[i], "--source=", &value)) {
      vec_push(&r->sources, value);
    } else if (has_prefix(argv[i], "--quote=", &value)) {
      vec_push(&r->quoted, value);
    } else if (has_prefix(argv[i], "--set=", &value)) {
      char *equals = strchr(value, '=');
      bool on = equals && strcmp(equals, "=1") == 0;
      if (equals) *equals = '\0';
      if (strcmp(value, "weak_cas_may_fail") == 0) r->lower.weak_may_fail = on;
      if (strcmp(value, "volatile_relaxed") == 0) r->lower.volatile_relaxed = on;
      vec_push(&r->settings, ((llvm_setting){value, on}));
    } else {
      vec_push(&r->inputs, argv[i]);
    }
  }
  vec_push(&r->sources, NULL);
  r->lower.sources = r->sources.data;
  vec_push(&r->quoted, NULL);
  r->lower.quoted = r->quoted.data;
  r->lower.arguments = r->arguments.data;
  r->lower.n_arguments = r->arguments.len;
}

// What others compiled has no marks, and passes may have moved its instructions.
static void note_foreign(LLVMModuleRef m) {
  LLVMGetOrInsertNamedMetadata(m, LLVM_MARK_FOREIGN, strlen(LLVM_MARK_FOREIGN));
}

// "fd:3:x.c" or a path.
static LLVMModuleRef read_input(LLVMContextRef context, const char *input, diags *d) {
  if (!str_starts(input, "fd:")) {
    LLVMModuleRef read = llvm_read_path(context, input, d);
    if (read) note_foreign(read);
    return read;
  }
  char *end;
  long fd = strtol(input + 3, &end, 10);
  LLVMModuleRef m = llvm_read_fd(context, (int)fd, *end ? end + 1 : end, d);
  if (m) llvm_refuse_undefined(m);
  if (m) llvm_end_scopes(m);
  if (m) llvm_end_temporaries(m);
  if (m) llvm_note_classes(m);
  if (m) llvm_note_constants(m);
  if (m) llvm_note_made_again(m);
  if (m) llvm_seal_constants(m);
  return m;
}

static bool has_locals(LLVMModuleRef m) {
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
        if (LLVMIsAAllocaInst(i)) return true;
  return false;
}

// Compilers leave the ends of locals out unless they optimise.
static bool marks_ends(LLVMModuleRef m) {
  size_t len;
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
    if (str_starts(LLVMGetValueName2(f, &len), "llvm.lifetime.end")) return true;
  return false;
}

// Signed shifts to the left look like others, and variables that were promoted are lost; what else is found with the help of the
// source (constant locals, temporaries, classes of what is deleted, divisions by a constant zero) is not found here.
static uint32_t hidden_in(LLVMModuleRef m) {
  if (llvm_is_optimised(m)) return (1u << IR_CHECK_COUNT) - 1;
  uint32_t hidden = 1u << IR_CHECK_OVERFLOW | 1u << IR_CHECK_UNINIT | 1u << IR_CHECK_READ_ONLY | 1u << IR_CHECK_FREED |
                    1u << IR_CHECK_DOUBLE_FREE | 1u << IR_CHECK_DIV | 1u << IR_CHECK_POINTER;
  return has_locals(m) && !marks_ends(m) ? hidden | 1u << IR_CHECK_MISUSE : hidden;
}

static void note_marks(LLVMModuleRef m, void *arg) {
  request *r = arg;
  note_foreign(m);
  llvm_note_file(m, r->files++);
  r->hidden |= hidden_in(m);
}

// The specification has its own copies of all further files of the program.
static bool link_spec(LLVMModuleRef all, LLVMModuleRef copies, request *r, diags *d) {
  const char *input = r->inputs.data[r->inputs.len - 1];
  LLVMModuleRef spec = read_input(LLVMGetModuleContext(all), input, d);
  if (spec && !str_starts(input, "fd:")) r->hidden |= hidden_in(spec);
  bool ok = spec && (!copies || llvm_link(spec, copies, input, d));
  return ok && llvm_set_apart(spec, all, input, d) && llvm_link(all, spec, input, d);
}

static LLVMModuleRef read_all(LLVMContextRef context, request *r, diags *d) {
  LLVMModuleRef all = NULL, copies = NULL;
  VEC(const char *) archives = {0};
  bool ok = true, driver = false;  // the driver is the first source
  for (size_t i = 0; i + r->spec < r->inputs.len && ok; i++) {
    const char *input = r->inputs.data[i];
    if (!str_starts(input, "fd:") && str_ends(input, ".a")) {
      vec_push(&archives, input);
      continue;
    }
    LLVMModuleRef m = read_input(context, input, d);
    ok = m != NULL;
    bool foreign = !str_starts(input, "fd:");
    if (ok && foreign) note_marks(m, r);
    if (ok && !foreign) llvm_note_file(m, r->files++);
    bool library = driver || foreign;
    driver |= !library;
    if (ok && r->spec && library) {
      LLVMModuleRef copy = LLVMCloneModule(m);
      ok = !copies || llvm_link(copies, copy, input, d);
      if (!copies) copies = copy;
    }
    if (!all)
      all = m;
    else if (ok)
      ok = llvm_link(all, m, input, d);
  }
  if (ok && archives.len && !all) all = LLVMModuleCreateWithNameInContext("archives", context);
  if (ok && archives.len) ok = llvm_link_archives(all, archives.data, archives.len, note_marks, r, d);
  vec_free(&archives);
  if (ok && r->spec) ok = link_spec(all, copies, r, d);
  return ok ? all : NULL;
}

static bool write_text(const ir_module *m) {
  strbuf text = {0};
  ir_print(m, &text);
  bool ok = fwrite(sb_text(&text), 1, text.len, stdout) == text.len && fflush(stdout) == 0;
  sb_fini(&text);
  return ok;
}

// What the program lacks. The lowering ends a way where something is missing: only if it has met a gap it is worth
// looking behind.
static void survey(LLVMModuleRef m, const request *r, llvm_gaps *gaps, diags *d) {
  llvm_lower_options o = r->lower;
  o.survey = true;
  o.gaps = gaps;
  llvm_lower(m, r->language, &o, d);
  llvm_gaps_sort(gaps);
}

static bool write_stubs(LLVMModuleRef m, const llvm_gaps *gaps) {
  strbuf text = {0};
  llvm_stubs(m, gaps, &text);
  bool ok = fwrite(sb_text(&text), 1, text.len, stdout) == text.len && fflush(stdout) == 0;
  sb_fini(&text);
  return ok;
}

int llvm_cc_main(int argc, char **argv) {
  request r = {0};
  read_words(argc, argv, &r);
  diags *d = diags_new();
  LLVMModuleRef m = read_all(LLVMContextCreate(), &r, d);
  ir_module *made = NULL;
  llvm_gaps met = {0}, all = {0};
  r.lower.gaps = &met;
  if (m && llvm_add_models(m, r.settings.data, r.settings.len, d)) {
    if (r.show_llvm) LLVMDumpModule(m);
    made = llvm_lower(m, r.language, &r.lower, d);
    if (made) ir_set_seen(made, made->made_for, made->partial | r.hidden);
    if (made && met.all.len) survey(m, &r, &all, d);
  }
  if (!r.stubs) llvm_gaps_tell(&all, d);
  diags_print(d, stderr);
  int status = made && (r.stubs ? write_stubs(m, &all) : write_text(made)) ? 0 : BAD_INPUT;
  fflush(stderr);
  _exit(status);  // the process is over: what LLVM holds is not taken apart first
}
