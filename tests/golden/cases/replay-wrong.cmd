replay programs/safe.ivl
