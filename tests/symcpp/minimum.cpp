// The least of three inputs with a checker (E14).
// run: stateful exsym ; ; ; EF error = 1 ; safe
// run: stateful exsym dpor ; -DASSERT ; ; ; safe
// run: stateful exsym ; -DSEED ; ; EF error = 1 ; unsafe goal
// run: stateful exsym dpor ; -DSEED -DASSERT ; ; ; unsafe assert
// native: 0
#include <symcpp.h>

int error;

class Minimum : public Thread {
public:
  void Run() {
    int a = symcpp_nondet(-50000, 50000), b = symcpp_nondet(-50000, 50000), c = symcpp_nondet(-50000, 50000);
    int least = a;
    if (b < least) least = b;
    if (c < least) least = c;
#if defined SEED
    if (a == 4711 && b == -23 && c == 42) least = 42;
#endif
    if (least > a || least > b || least > c || (least != a && least != b && least != c)) error = 1;
#if defined ASSERT
    symcpp_assert(!error);
#endif
  }
};

Minimum minimum;

int main() { minimum.Start(); }
