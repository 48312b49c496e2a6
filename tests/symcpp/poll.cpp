// Objects on the heap, read through pointers by a thread that polls another one (E7).
// run: stateful exsym ; ; ; EF seen = 2 ; unsafe goal
// run: stateful exsym ; ; ; EF seen = 1 ; unsafe goal
// run: stateful exsym ; ; ; EF seen = 3 ; safe
// run: naive ; -DTOP=6 ; ; EF seen = 2 ; unsafe goal
#include <symcpp.h>

#ifndef TOP
#define TOP 1000000
#endif

struct Sensor {
  int value;
};
struct Controller {
  int state;
};

int started, idle = 1, poll;
int seen;  // observer: 1 + state
Controller *c1;
Sensor *s1, *s2;
int *p;

class Control : public Thread {
public:
  void Run() {
    c1 = new Controller;
    s1 = new Sensor;
    s2 = new Sensor;
    c1->state = s1->value = s2->value = 0;
    p = &idle;
    started = 1;
    for (;;) {
      await(&idle);
      poll = 1;
      await(&idle);
      c1->state = s1->value + s2->value > 10 ? 1 : 0;
      seen = 1 + c1->state;
      *p = 1;
    }
  }
};

class Environment : public Thread {
public:
  void Run() {
    await(&started);
    for (;;) {
      await(&poll);
      s1->value = symcpp_nondet(0, TOP);
      s2->value = symcpp_nondet(0, TOP);
      *p = 1;
    }
  }
};

Control control;
Environment environment;

int main() {
  control.Start();
  environment.Start();
  return 0;
}
