../coverage/threads.c --coverage
