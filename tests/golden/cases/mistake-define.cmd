programs/philosophers.c -DN=3
