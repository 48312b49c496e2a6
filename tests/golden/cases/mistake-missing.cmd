programs/philosopher.c
