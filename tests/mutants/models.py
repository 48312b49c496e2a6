"""Mistakes that the comparison with native runs must see: (file, text that occurs once, what stands there instead, why, tests).

Tests: as in engines.py.
"""

MUTANTS = [
    # --- the front end
    ("src/front/llvm/lower_arith.c", "case LLVMSExt: return low_fit(L, v, to, true);", "case LLVMSExt: return low_fit(L, v, to, false);",
     "signed numbers are widened with zeros", "^native.numbers$"),
    ("src/front/llvm/lower_arith.c", "case LLVMUIToFP: return low_un(L, IR_UTOF, to, v);", "case LLVMUIToFP: return low_un(L, IR_STOF, to, v);",
     "unsigned numbers become floats as signed ones", "^native.numbers$"),
    ("src/front/llvm/lower_arith.c", "case LLVMFPToUI: return low_un(L, IR_FTOU, to, v);", "case LLVMFPToUI: return low_un(L, IR_FTOS, to, v);",
     "floats become unsigned numbers as signed ones", "^native.numbers$"),
    ("src/front/llvm/lower_arith.c", "{LLVMLShr, IR_LSHR}, {LLVMAShr, IR_ASHR}", "{LLVMLShr, IR_LSHR}, {LLVMAShr, IR_LSHR}",
     "a shift to the right loses the sign", "^native.integers$"),
    ("src/front/llvm/lower_arith.c", "{LLVMURem, IR_UREM}, {LLVMSRem, IR_SREM}", "{LLVMURem, IR_UREM}, {LLVMSRem, IR_UREM}",
     "remainders of negative numbers", "^native.integers$"),
    ("src/front/llvm/lower_arith.c", "case LLVMIntULT: return low_bin(L, IR_ULT, L->t_bool, a, b);", "case LLVMIntULT: return low_bin(L, IR_SLT, L->t_bool, a, b);",
     "unsigned numbers are compared as signed ones", "^native.text$"),
    ("src/front/llvm/lower_bits.c", "out.p[1] = low_bin(L, IR_NE, L->t_bool, back, whole);", "out.p[1] = low_bin(L, IR_SLT, L->t_bool, back, whole);",
     "overflow is noticed in one direction only", "^native.integers$"),
    ("src/front/llvm/lower_arith.c", "[LLVMRealOLE] = IR_FCMP_OLE,", "[LLVMRealOLE] = IR_FCMP_OLT,", "floats that are equal are not less or equal", "^native.numbers$"),
    ("src/front/llvm/lower_memory.c", "case LLVMAtomicRMWBinOpSub: *out = IR_RMW_SUB; return true;", "case LLVMAtomicRMWBinOpSub: *out = IR_RMW_ADD; return true;",
     "an atomic subtraction adds", "^native.atomics$"),
    ("src/front/llvm/lower_memory.c", "case LLVMAtomicRMWBinOpAnd: *out = IR_RMW_AND; return true;", "case LLVMAtomicRMWBinOpAnd: *out = IR_RMW_OR; return true;",
     "an atomic and is an or", "^native.atomics$"),
    # --- models of the library
    ("runtime/string.c", "for (; i < n && from[i]; i++) at[i] = from[i];\n  __allways_apart(at", "for (; i + 1 < n && from[i]; i++) at[i] = from[i];\n  __allways_apart(at",
     "strncat copies one character less", "^native.text$"),
    ("runtime/string.c", "for (; i < n; i++) to[i] = '\\0';\n  return end;", "if (i < n) to[i] = '\\0';\n  return end;", "strncpy does not fill", "^native.text$"),
    ("runtime/string.c", "if (*end) *end++ = '\\0';\n  *rest = end;", "if (*end) *end = '\\0';\n  *rest = end;", "strtok_r does not go beyond the separator", "^native.text$"),
    ("runtime/stdlib.c", "if (value > (most - digit) / (unsigned)base) *range = 1;", "if (value > most / (unsigned)base) *range = 1;",
     "strtol does not see the last overflow", "^native.convert$"),
    ("runtime/stdlib.c", "base = *at == '0' ? 8 : 10;", "base = 10;", "strtol does not know octal numbers", "^native.convert$"),
    ("runtime/stdio.c", "_Bool zeros = s->zero && !s->left && s->precision < 0;", "_Bool zeros = s->zero && !s->left;",
     "the flag 0 counts in spite of a precision", "^native.printf$"),
    ("runtime/stdio.c", "if (leading && (int)sizeof digits - first >= s->precision) digits[--first] = '0';", "if (leading) digits[--first] = '0';",
     "%#o has one zero too many", "^native.printf$"),
    ("runtime/scan.c", "      if (!*s) count = at_end(count, converted);\n", "", "sscanf does not tell the end in front of plain text", "^native.scan$"),
    ("runtime/decimal_read.c", "if (rest > half || (rest == half && (*more || (m & 1)))) m++;", "if (rest >= half) m++;", "strtod rounds ties up", "^native.convert$"),
    ("runtime/math.c", "return t > x ? t - 1 : t;", "return t;", "floor is trunc", "^native.numbers$"),
    # --- models of threads
    ("runtime/pthread.c", "_Bool last = ++s->arrived == s->limit;", "_Bool last = ++s->arrived >= 1;", "a barrier waits for nobody", "^(programs|c.barrier)"),
    ("runtime/cxx.c", "  __allways_await(s->state != ONCE_RUNNING);\n  _Bool first = s->state == ONCE_NEVER;",
     "  __allways_await(s->state != ONCE_RUNNING);\n  _Bool first = 1;", "a static variable is made by everybody who waited", "^(programs|cxx)"),
]
