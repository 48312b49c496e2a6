ir programs/safe.ivl
