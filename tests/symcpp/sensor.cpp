// A sensor and an actuator share a buffer under a semaphore (E6).
// run: stateful exsym ; -DTOP=1000 ; ; EF out = 2000 ; unsafe goal
// run: stateful exsym ; -DTOP=1000 ; ; EF out = 2001 ; safe
// run: stateful exsym ; -DTOP=1000 ; ; EF out = 1 ; safe
// run: naive ; -DTOP=3 ; ; EF out = 6 ; unsafe goal
// run: naive ; -DTOP=3 ; ; EF out = 8 ; safe
// run: stateful naive ; -DTOP=3 -DWANTED=4 ; ; ; unsafe assert
// run: dpor ; -DTOP=1000 -DWANTED=4 -DROUNDS=2 ; ; ; unsafe assert
// run: dpor ; -DTOP=1000 -DWANTED=3 -DROUNDS=2 ; ; ; safe
// native: 0
#include <symcpp.h>

int sem, buf, out;

#if defined ROUNDS
#define LOOP for (int i = 0; i < ROUNDS; i++)
#else
#define LOOP for (;;)
#endif

class Sensor : public Thread {
public:
  void Run() {
    LOOP {
      await(&sem);
      buf = symcpp_nondet(0, TOP);
      sem = 1;
    }
  }
};

class Actuator : public Thread {
public:
  void Run() {
    LOOP {
      await(&sem);
      out = 2 * buf;
#if defined WANTED
      symcpp_assert(out != WANTED);
#endif
      sem = 1;
    }
  }
};

Sensor sensor;
Actuator actuator;

int main() {
  sem = 1;
  sensor.Start();
  actuator.Start();
  return 0;
}
