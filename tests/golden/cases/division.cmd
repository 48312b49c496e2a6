programs/division.ivl
