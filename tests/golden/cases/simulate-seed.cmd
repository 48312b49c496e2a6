simulate --seed=3 programs/safe.ivl
