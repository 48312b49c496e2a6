programs/philosophers.c --verbose
