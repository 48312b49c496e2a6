simulate programs/deadlock.ivl
