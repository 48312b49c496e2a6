// Operations of the IR on integer values, as terms. EXPR_NONE: the operation has no such meaning.
#ifndef ENGINE_SEARCH_TERMS_H
#define ENGINE_SEARCH_TERMS_H

#include "expr/expr.h"
#include "ir/ir.h"

expr terms_binary(expr_table *t, ir_op op, expr a, expr b);
// One operand; `width` is that of the result.
expr terms_unary(expr_table *t, ir_op op, expr a, uint32_t width);
expr terms_rmw(expr_table *t, ir_rmw op, expr old, expr operand);

#endif
