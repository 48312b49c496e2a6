programs/philosophers.c --property=deadlok
