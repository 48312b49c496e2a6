verify programs/philosophers.c --property=deadlock
