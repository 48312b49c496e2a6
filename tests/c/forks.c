// expect: unknown
// property: assert
// A second process is not looked at.
#include <unistd.h>
int main(void) { return fork() ? 0 : 1; }
