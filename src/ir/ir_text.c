// Names and properties of operations, from the tables.
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/str.h"
#include "ir/ir.h"
#include "ir/ir_int.h"

enum { RESULT_N = 'N', RESULT_Y = 'Y', RESULT_O = 'O', V = -1 };

typedef struct op_info {
  const char *text, *flags;
  char result;
  int args;
} op_info;

static const op_info op_table[IR_OP_COUNT] = {
#define IR_OP(name, text, result, args, flags) [IR_##name] = {text, flags, RESULT_##result, args},
#include "ir/ops.def"
#undef IR_OP
};

static const struct {
  const char *kind, *property, *message;
} check_table[IR_CHECK_COUNT] = {
#define IR_CHECK(name, kind, property, message) [IR_CHECK_##name] = {kind, property, message},
#include "ir/checks.def"
#undef IR_CHECK
};

static const char *const rmw_table[IR_RMW_COUNT] = {
    [IR_RMW_ADD] = "add",   [IR_RMW_MUL] = "mul",   [IR_RMW_AND] = "and",   [IR_RMW_OR] = "or",
    [IR_RMW_XOR] = "xor",   [IR_RMW_XCHG] = "xchg", [IR_RMW_SUB] = "sub",   [IR_RMW_UMIN] = "umin",
    [IR_RMW_UMAX] = "umax", [IR_RMW_SMIN] = "smin", [IR_RMW_SMAX] = "smax",
};

static const op_info *op_get(ir_op op) {
  CHECK((unsigned)op < IR_OP_COUNT, "no such operation");
  return &op_table[op];
}

const char *ir_op_text(ir_op op) { return op_get(op)->text; }
const char *ir_op_flags(ir_op op) { return op_get(op)->flags; }
bool ir_op_ends_block(ir_op op) { return strchr(op_get(op)->flags, 'T') != NULL; }
char ir_op_result(ir_op op) { return op_get(op)->result; }
int ir_op_args(ir_op op) { return op_get(op)->args; }

bool ir_op_of_threads(ir_op op) {
  switch ((int)op) {
  case IR_START:
  case IR_STOP:
  case IR_SPAWN:
  case IR_JOIN:
  case IR_SELF:
  case IR_EXIT:
  case IR_LOCK:
  case IR_TRYLOCK:
  case IR_UNLOCK:
  case IR_HOLDS:
  case IR_LIFE:
  case IR_DETACH:
  case IR_AWAIT_BEGIN:
  case IR_AWAIT:
  case IR_ATOMIC_BEGIN:
  case IR_ATOMIC_END:
  case IR_STEP: return true;
  }
  return !strchr(ir_op_flags(op), 'K');
}

bool ir_has_text(const ir_instr *i) {
  switch ((int)i->op) {
  case IR_CHECK:
  case IR_NONDET:
  case IR_NONDET_MEM:
  case IR_OUTPUT:
  case IR_UNSUPPORTED:
  case IR_DECLARE:
  case IR_LIFE:
  case IR_DETACH: return true;
  case IR_LOCK:
  case IR_TRYLOCK:
  case IR_UNLOCK:
  case IR_JOIN: return i->sub != IR_USE_PLAIN;
  }
  return false;
}

const char *ir_check_kind(ir_check c) {
  CHECK((unsigned)c < IR_CHECK_COUNT, "no such check");
  return check_table[c].kind;
}

uint32_t ir_unseen(const ir_module *m) {
  bool cxx = !strcmp(m->language, "c++"), c = cxx || !strcmp(m->language, "c");
  uint32_t on_demand = 0;
  if (c || !strcmp(m->language, "ivl")) on_demand |= 1u << IR_CHECK_OVERFLOW;
  if (c) on_demand |= 1u << IR_CHECK_UNINIT;
  if (cxx && m->scheduler == IR_SCHED_SYSTEMC) on_demand |= 1u << IR_CHECK_DRIVERS;
  return (on_demand & ~m->made_for) | m->partial;
}

// Nothing else hides calls of error functions.
bool ir_is_optimised(const ir_module *m) { return m->partial >> IR_CHECK_UNREACH & 1; }

const char *ir_check_property(ir_check c) {
  CHECK((unsigned)c < IR_CHECK_COUNT, "no such check");
  return check_table[c].property;
}

const char *ir_check_message(ir_check c) {
  CHECK((unsigned)c < IR_CHECK_COUNT, "no such check");
  return check_table[c].message;
}

const char *ir_rmw_text(ir_rmw r) {
  CHECK((unsigned)r < IR_RMW_COUNT, "no such update");
  return rmw_table[r];
}

// Any two of one kind commute with each other; add and sub commute with each other too. An exchange never does.
bool ir_rmw_commutative(ir_rmw r) { return r != IR_RMW_XCHG; }

const ir_operand *ir_order(const ir_instr *i) {
  bool may = (i->op == IR_NEW || i->op == IR_FREE) && i->n_args > 1;
  return may && i->args[1].kind != IR_OPERAND_NULL ? &i->args[1] : NULL;
}

bool ir_begins_step(const ir_instr *i) {
  switch ((int)i->op) {
  case IR_LOAD:
  case IR_STORE:
  case IR_RMW:
  case IR_CAS:
  case IR_COPY:
  case IR_FILL:
  case IR_FREE:
  case IR_NONDET_MEM: return !(i->flags & IR_HIDDEN);
  case IR_LOCK:
  case IR_UNLOCK:
  case IR_TRYLOCK:
  case IR_LIFE:
  case IR_JOIN:
  case IR_AWAIT_BEGIN:
  case IR_ATOMIC_BEGIN:
  case IR_STEP: return true;
  case IR_NEW: return ir_order(i) != NULL;  // which of several processes allocates and which frees first matters
  }
  return false;
}

static const char *const fcmp_table[IR_FCMP_COUNT] = {
    [IR_FCMP_OEQ] = "oeq", [IR_FCMP_OGT] = "ogt", [IR_FCMP_OGE] = "oge", [IR_FCMP_OLT] = "olt", [IR_FCMP_OLE] = "ole",
    [IR_FCMP_ONE] = "one", [IR_FCMP_ORD] = "ord", [IR_FCMP_UNO] = "uno", [IR_FCMP_UEQ] = "ueq", [IR_FCMP_UGT] = "ugt",
    [IR_FCMP_UGE] = "uge", [IR_FCMP_ULT] = "ult", [IR_FCMP_ULE] = "ule", [IR_FCMP_UNE] = "une",
};

const char *ir_flag_text(uint32_t flag) {
  switch (flag) {
  case IR_ATOMIC: return "atomic";
  case IR_HIDDEN: return "hidden";
  case IR_UNINIT: return "uninit";
  case IR_WEAK: return "weak";
  case IR_INIT: return "init";
  case IR_CONST: return "const";
  case IR_REUSED: return "reused";
  case IR_SCALAR: return "scalar";
  case IR_ARRAY: return "elements";
  case IR_DATA: return "data";
  case IR_OWN_TO: return "own_to";
  case IR_OWN_FROM: return "own_from";
  }
  UNREACHABLE("no such flag");
}

const char *ir_ordering_text(ir_ordering o) {
  static const char *const texts[IR_ORDERING_COUNT] = {"sc", "acq_rel", "acq", "rel", "rlx"};
  CHECK((unsigned)o < IR_ORDERING_COUNT, "no such ordering");
  return texts[o];
}

static bool acquires(ir_ordering o) { return o == IR_SC || o == IR_ACQ_REL || o == IR_ACQ; }
bool ir_acquires(const ir_instr *i) {
  return acquires((ir_ordering)i->ordering) && (i->op != IR_CAS || acquires((ir_ordering)i->failure));
}
bool ir_releases(const ir_instr *i) {
  return i->ordering == IR_SC || i->ordering == IR_ACQ_REL || i->ordering == IR_REL;
}

bool ir_may_have_ordering(const ir_instr *i) {
  if (i->ordering >= IR_ORDERING_COUNT || i->failure >= IR_ORDERING_COUNT) return false;
  bool access = i->op == IR_LOAD || i->op == IR_STORE || i->op == IR_RMW || i->op == IR_CAS;
  if (i->failure && (i->op != IR_CAS || i->failure == IR_REL || i->failure == IR_ACQ_REL)) return false;
  if (i->op == IR_FENCE) return i->ordering != IR_RLX;
  if (!access || !(i->flags & IR_ATOMIC)) return !i->ordering && !i->failure;
  if (i->op == IR_LOAD) return i->ordering != IR_REL && i->ordering != IR_ACQ_REL;
  return i->op != IR_STORE || (i->ordering != IR_ACQ && i->ordering != IR_ACQ_REL);
}

uint32_t ir_op_may_flags(ir_op op) {
  if (op == IR_LOCAL) return IR_UNINIT | IR_CONST;
  if (op == IR_NEW) return IR_UNINIT | IR_CONST | IR_REUSED | IR_SCALAR | IR_ARRAY;
  if (op == IR_FREE) return IR_HIDDEN | IR_SCALAR | IR_ARRAY;
  if (op == IR_TRYLOCK || op == IR_ASSUME) return IR_WEAK;
  bool access = op == IR_LOAD || op == IR_STORE || op == IR_RMW || op == IR_CAS;
  bool block = op == IR_COPY || op == IR_FILL || op == IR_NONDET_MEM || op == IR_VALID;
  uint32_t init = op == IR_STORE || op == IR_COPY || op == IR_FILL ? IR_INIT : 0;
  uint32_t data = access ? (op == IR_LOAD ? IR_UNINIT : IR_DATA) : 0;
  uint32_t own = op == IR_COPY ? IR_OWN_TO | IR_OWN_FROM : 0;
  return access ? IR_ATOMIC | IR_HIDDEN | init | data : block ? IR_HIDDEN | init | own : 0;
}

// "align8" for 3.
static const char *align_text(uint32_t sub) {
  static const char *const texts[IR_ALIGN_MAX + 1] = {
      "",           "align2",     "align4",     "align8",      "align16",     "align32",     "align64",
      "align128",   "align256",   "align512",   "align1024",   "align2048",   "align4096",   "align8192",
      "align16384", "align32768", "align65536", "align131072", "align262144", "align524288", "align1048576"};
  return sub <= IR_ALIGN_MAX ? texts[sub] : NULL;
}

const char *ir_sub_text(ir_op op, uint32_t sub) {
  static const char *const waits[] = {"",      "all",       "timeout",       "all.timeout",
                                      "array", "array.all", "array.timeout", "array.all.timeout"};
  static const char *const uses[] = {"", "mutex", "spin"};
  static const char *const lives[] = {"begins", "ends", "pins", "unpins", "anew"};
  static const char *const relaxed[] = {"", "reads", "writes", "shared"};
  static const char *const marks[IR_MARK_COUNT] = {"",      "line",  "arm0",  "arm1",  "arm2",  "arm3",
                                                   "arm4",  "arm5",  "arm6",  "arm7",  "arm8",  "arm9",
                                                   "arm10", "arm11", "arm12", "arm13", "arm14", "arm15"};
  static const char *const parts[] = {"", "word1", "word2", "word3", "word4", "word5", "word6", "word7", "word"};
  if (op == IR_RELAX) return sub <= IR_RELAX_SHARED ? relaxed[sub] : NULL;
  if (op == IR_RMW) return sub < IR_RMW_COUNT ? rmw_table[sub] : NULL;
  if (op == IR_CHECK) return sub < IR_CHECK_COUNT ? check_table[sub].kind : NULL;
  if (op == IR_START) return sub == IR_START_IVL ? "ivl" : sub == IR_START_SYSTEMC ? "systemc" : NULL;
  if (op == IR_FCMP) return sub < IR_FCMP_COUNT ? fcmp_table[sub] : NULL;
  if (op == IR_WAIT) return sub < 8 ? waits[sub] : NULL;
  if (op == IR_LOCK || op == IR_TRYLOCK || op == IR_UNLOCK) return sub < IR_USE_COUNT ? uses[sub] : NULL;
  if (op == IR_JOIN) return sub == IR_USE_PLAIN ? "" : sub == IR_USE_MUTEX ? "once" : NULL;
  if (op == IR_ASSUME) return sub < IR_MARK_COUNT ? marks[sub] : NULL;
  if (op == IR_LIFE) return sub < IR_LIFE_COUNT ? lives[sub] : NULL;
  if (op == IR_VALID) return sub == IR_VALID_BYTES ? "" : sub == IR_VALID_BLANK ? "blank" : NULL;
  if (op == IR_SEAL) return sub == IR_SEAL_BEGINS ? "" : sub == IR_SEAL_ENDS ? "ends" : NULL;
  if (op == IR_APART) return sub == IR_APART_STRICT ? "" : sub == IR_APART_OR_SAME ? "or_same" : NULL;
  if (op == IR_NONDET && sub == IR_NONDET_SPURIOUS) return "spurious";
  if (op == IR_LOCAL || op == IR_NEW) return align_text(sub);
  if (op == IR_COPY || op == IR_FILL) return sub <= IR_PART_WORD ? parts[sub] : NULL;
  if (op == IR_SPAWN && sub == IR_SPAWN_METHOD) return "method";
  return sub ? NULL : "";
}

// A line of the command line (the file has the name of an option) is long: of it the statement, or the operation, at the place.
static const char *statement_at(const ir_source *s, const char *line, uint32_t col, size_t *len) {
  bool commas = strcmp(s->file, "--operations") == 0;
  size_t from = 0, to = 0, at = col && col <= *len ? col - 1 : 0;
  for (int depth = 0; to < *len; to++) {
    depth += strchr("([{", line[to]) ? 1 : strchr(")]}", line[to]) ? -1 : 0;
    bool bar = line[to] == '|' && (to + 1 == *len || line[to + 1] != '|') && (!to || line[to - 1] != '|');
    bool ends = depth <= 0 && (line[to] == ';' || bar || (commas && line[to] == ','));
    if (ends && to >= at) break;
    if (ends) from = to + 1;
  }
  *len = to - from;
  return line + from;
}

bool ir_deletion_fits(const char *made_as, const char *deleted_as, uint64_t bytes) {
  if (!made_as || !deleted_as) return true;
  const char *class = strchr(deleted_as, ' ');
  if (*deleted_as != '-' && strtoull(deleted_as, NULL, 10) != bytes) return false;
  size_t len = strlen(made_as);
  bool destructor = len && made_as[len - 1] == '~';
  if (!class || (class[1] == '~' && !destructor)) return true;
  class += class[1] == '~' ? 2 : 1;
  len -= destructor;
  return strlen(class) == len && memcmp(class, made_as, len) == 0;
}

const char *ir_deletion_message(const ir_instr *deletion) {
  return deletion->flags & IR_ARRAY ? "an array is deleted as one of another class"
                                    : "an object is deleted as one of another class";
}

const char *ir_source_line(const ir_module *m, place at, size_t *len) {
  *len = 0;
  if (!at.line || !at.file) return NULL;
  for (uint32_t i = 0; i < m->n_sources; i++) {
    const ir_source *s = &m->sources[i];
    if (strcmp(s->file, at.file) != 0) continue;
    const char *p = s->text, *end = s->text + s->len;
    for (uint32_t line = 1; line < at.line; line++) {
      const char *nl = memchr(p, '\n', (size_t)(end - p));
      if (!nl) return NULL;
      p = nl + 1;
    }
    const char *nl = memchr(p, '\n', (size_t)(end - p));
    *len = (size_t)((nl ? nl : end) - p);
    if (*len && p[*len - 1] == '\r') --*len;
    return str_starts(s->file, "--") ? statement_at(s, p, at.col, len) : p;
  }
  return NULL;
}
