simulate programs/lost.ivl --input x=abc
