programs/empty.c
