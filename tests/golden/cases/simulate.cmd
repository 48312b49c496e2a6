simulate programs/lost.ivl --input x=6
