programs/broken.ivl
