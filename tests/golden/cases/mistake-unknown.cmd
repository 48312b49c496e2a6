programs/philosophers.c --frobnicate
