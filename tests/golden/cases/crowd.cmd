programs/crowd.ivl
