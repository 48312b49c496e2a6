// Two threads increment a number modulo 3 (E17): without the semaphore an update is lost.
// run: naive stateful dpor exsym ; -DGUARDED ; ; ; safe
// run: naive stateful dpor exsym ; ; ; ; unsafe assert
#include <symcpp.h>

int number, sem = 1, done;

class Increment : public Thread {
public:
  void Run() {
#if defined GUARDED
    await(&sem);
#endif
    number = (number + 1) % 3;
#if defined GUARDED
    sem = 1;
#endif
    await(&sem);
    done++;
    symcpp_assert(done < 2 || number == 2);
    sem = 1;
  }
};

Increment first, second;

int main() {
  first.Start();
  second.Start();
  return 0;
}
