programs/safe.ivl
