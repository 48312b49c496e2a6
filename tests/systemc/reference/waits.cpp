// wait forms, lists, event queue, next_trigger
#include <systemc.h>
SC_MODULE(M) {
  sc_event a, b, c;
  sc_event_queue q;
  int n;
  void drive() {
    for (int i = 0; i < 4; i++) {
      wait(10, SC_NS);
      a.notify();
      wait(5, SC_NS);
      b.notify(SC_ZERO_TIME);
      wait(5, SC_NS);
      c.notify(2, SC_NS);
    }
    q.notify(3, SC_NS);
    q.notify(1, SC_NS);
    q.notify(3, SC_NS);
    q.notify(SC_ZERO_TIME);
    wait(20, SC_NS);
    q.notify(5, SC_NS);
    q.notify(6, SC_NS);
    wait(5.5, SC_NS);
    q.cancel_all();
    wait(100, SC_NS);
    a.notify(4, SC_NS);
    a.notify(2, SC_NS);
    a.notify(3, SC_NS);
    wait(3, SC_NS);
    a.notify(1, SC_NS);
    a.cancel();
    wait(30, SC_NS);
    cout << sc_time_stamp() << " end of drive" << endl;
  }
  void w1() {
    while (true) {
      wait(a | b);
      cout << sc_time_stamp() << " w1 or" << endl;
      wait(b & c);
      cout << sc_time_stamp() << " w1 and" << endl;
    }
  }
  void w2() {
    while (true) {
      wait(7, SC_NS, a);
      cout << sc_time_stamp() << " w2 " << endl;
      wait(sc_time(12, SC_NS), a & b);
      cout << sc_time_stamp() << " w2b" << endl;
      if (sc_time_stamp() > sc_time(120, SC_NS)) return;
    }
  }
  void w3() {
    sc_event_or_list l;
    l |= a;
    l |= c;
    while (true) {
      wait(l);
      cout << sc_time_stamp() << " w3 list " << l.size() << endl;
    }
  }
  void w4() {
    sc_event_and_list l = a & c;
    l &= b;
    while (true) {
      wait(l);
      cout << sc_time_stamp() << " w4 and list " << l.size() << endl;
    }
  }
  void m1() {
    n++;
    cout << sc_time_stamp() << " m1 " << n << endl;
    if (n == 1)
      next_trigger(a);
    else if (n == 2)
      next_trigger(3, SC_NS, b);
    else if (n == 3)
      next_trigger(a | c);
    else if (n == 4)
      next_trigger(a & b);
    else if (n == 5)
      next_trigger(SC_ZERO_TIME);
    else
      next_trigger();
  }
  void mq() {
    cout << sc_time_stamp() << " queue" << endl;
  }
  void th() {
    while (true) {
      wait();
      cout << sc_time_stamp() << " th" << endl;
    }
  }
  SC_CTOR(M) : q("q"), n(0) {
    SC_THREAD(drive);
    SC_THREAD(w1);
    SC_THREAD(w2);
    SC_THREAD(w3);
    SC_THREAD(w4);
    SC_METHOD(m1);
    sensitive << c;
    SC_METHOD(mq);
    sensitive << q;
    dont_initialize();
    SC_THREAD(th);
    sensitive << b << q;
  }
};
int sc_main(int, char **) {
  M m("m");
  sc_start(13, SC_NS);
  cout << "at " << sc_time_stamp() << " " << sc_delta_count() << endl;
  sc_start(SC_ZERO_TIME);
  cout << "zero " << sc_time_stamp() << endl;
  sc_start();
  cout << "finally " << sc_time_stamp() << endl;
  return 0;
}
