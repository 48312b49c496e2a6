// When main returns the other threads go on, and static objects are not destroyed under them. A thread is started once.
// run: naive stateful dpor exsym ; ; ; ; unsafe assert
// run: naive stateful dpor exsym ; ; --property=deadlock ; EF count = 2 ; safe
// run: stateful exsym ; -DBLOCK ; --property=deadlock ; ; unsafe deadlock
// native: 1
#include <symcpp.h>

int sem, count;

class Object {
public:
  Object() : alive(1) {}
  ~Object() { alive = 0; }
  int alive;
} object;

class Late : public Thread {
public:
  void Run() {
    count++;
    await(&sem);
    symcpp_assert(object.alive);
    symcpp_assert(!"comes to this line");
  }
} late;

class Waker : public Thread {
public:
  void Run() {
    late.Start();
    sem = 1;
  }
} waker;

int main() {
  late.Start();
#if !defined BLOCK
  waker.Start();
#endif
  return 0;
}
