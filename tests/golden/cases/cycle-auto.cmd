programs/cycle.ivl
