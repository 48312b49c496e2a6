// expect: safe
// options: --libc=glibc
#include "open_no_number.c"
