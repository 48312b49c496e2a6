simulate --max-depth=20 programs/endless.ivl
