programs/deadlock.ivl
