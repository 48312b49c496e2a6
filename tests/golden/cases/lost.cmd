programs/lost.ivl
