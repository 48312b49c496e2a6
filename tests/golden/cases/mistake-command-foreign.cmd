check programs/philosophers.c
