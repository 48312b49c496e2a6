// expect: unsafe deadlock
// property: deadlock
#include <unistd.h>
int main(void) { pause(); }
