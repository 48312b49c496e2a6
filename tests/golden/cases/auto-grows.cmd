programs/grows.ivl --max-transitions=40000
