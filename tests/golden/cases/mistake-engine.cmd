programs/philosophers.c --stateful
