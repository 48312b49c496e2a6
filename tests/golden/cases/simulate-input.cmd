simulate programs/lost.ivl --input y=1
