// A sensor and an actuator share a buffer; a semaphore keeps them apart.
//
//   allways examples/sensor_actuator.cpp --goal='EF out = 2000'    reached: the path and the input that lead there
//   allways examples/sensor_actuator.cpp --goal='EF out = 2001'    SAFE: out is always even
#include <symcpp.h>

int sem, buf, out;

class Sensor : public Thread {
public:
  void Run() {
    for (;;) {
      await(&sem);
      buf = symcpp_nondet(0, 1000);
      sem = 1;
    }
  }
};

class Actuator : public Thread {
public:
  void Run() {
    for (;;) {
      await(&sem);
      out = 2 * buf;
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
}
