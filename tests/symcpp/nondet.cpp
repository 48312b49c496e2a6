// Ranges of inputs: both ends are included, an empty range gives 0.
// run: naive stateful dpor exsym ; ; ; ; safe
// run: naive stateful exsym ; -DTOUCH=-2 ; ; ; unsafe assert
// run: naive stateful exsym ; -DTOUCH=3 ; ; ; unsafe assert
// native: 0
#include <symcpp.h>

class Draw : public Thread {
public:
  void Run() {
    int x = symcpp_nondet(-2, 3);
    symcpp_assert(x >= -2 && x <= 3);
    symcpp_assert(symcpp_nondet(5, 5) == 5);
    symcpp_assert(symcpp_nondet(2, 1) == 0);
#if defined TOUCH
    symcpp_assert(x != TOUCH);
#endif
  }
} draw;

int main() { draw.Start(); }
