programs/no_main.c
