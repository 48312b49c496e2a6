programs/none.ivl
