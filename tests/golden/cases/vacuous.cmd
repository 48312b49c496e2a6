programs/vacuous.ivl
