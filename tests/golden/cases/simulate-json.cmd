simulate --json programs/signal.ivl
