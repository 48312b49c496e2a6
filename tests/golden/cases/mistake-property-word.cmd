programs/philosophers.c --property=race
