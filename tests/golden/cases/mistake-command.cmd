verfy programs/philosophers.c
