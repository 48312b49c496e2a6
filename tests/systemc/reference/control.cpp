// spawn, bind, dynamic, kill, reset, suspend, disable, handles
#define SC_INCLUDE_DYNAMIC_PROCESSES
#include <systemc.h>
int fun(int a, int &b) {
  wait(a, SC_NS);
  b += a;
  cout << sc_time_stamp() << " fun " << a << " " << b << endl;
  return a * 2;
}
struct Functor {
  int k;
  void operator()() { cout << sc_time_stamp() << " functor " << k << endl; }
};
SC_MODULE(M) {
  sc_event e, go;
  int b;
  sc_in<bool> clk;
  int count;
  void victim() {
    cout << sc_time_stamp() << " victim starts" << endl;
    try {
      while (true) {
        wait(3, SC_NS);
        cout << sc_time_stamp() << " victim" << endl;
      }
    } catch (const sc_unwind_exception &u) {
      cout << sc_time_stamp() << " unwound " << u.is_reset() << " " << u.what() << endl;
      throw;
    }
  }
  void meth() {
    cout << sc_time_stamp() << " meth " << ++count << endl;
  }
  void print(int x, std::string s) {
    cout << sc_time_stamp() << " print " << x << s << endl;
    wait(e);
    cout << sc_time_stamp() << " print again " << s << endl;
  }
  struct my : std::exception {
    const char *what() const noexcept override { return "my"; }
  };
  void catcher() {
    while (true) {
      try {
        wait(go);
        cout << "go" << endl;
      } catch (my &x) {
        cout << sc_time_stamp() << " caught " << x.what() << endl;
      }
    }
  }
  void main_() {
    b = 1;
    int r = 0;
    sc_process_handle h = sc_spawn(&r, sc_bind(&fun, 4, sc_ref(b)), "fun4");
    cout << h.name() << " " << h.valid() << " " << h.terminated() << " " << h.proc_kind() << endl;
    wait(h.terminated_event());
    cout << sc_time_stamp() << " r=" << r << " b=" << b << " " << h.terminated() << endl;
    sc_spawn(sc_bind(&M::print, this, 5, std::string("five")), "p5");
    sc_spawn_options o;
    o.spawn_method();
    o.set_sensitivity(&e);
    o.dont_initialize();
    Functor f;
    f.k = 9;
    sc_process_handle hm = sc_spawn(f, "functor", &o);
    sc_process_handle hl = sc_spawn([this] {
      for (int i = 0; i < 3; i++) {
        wait(1, SC_NS);
        cout << sc_time_stamp() << " lambda " << i << endl;
      }
    });
    cout << hl.name() << " " << hm.name() << " " << hm.dynamic() << endl;
    wait(2, SC_NS);
    e.notify();
    wait(SC_ZERO_TIME);
    e.notify(SC_ZERO_TIME);
    wait(1, SC_NS);
    sc_process_handle v = sc_spawn(sc_bind(&M::victim, this), "victim");
    wait(7, SC_NS);
    cout << sc_time_stamp() << " reset" << endl;
    v.reset();
    wait(4, SC_NS);
    cout << sc_time_stamp() << " suspend" << endl;
    v.suspend();
    wait(7, SC_NS);
    v.resume();
    cout << sc_time_stamp() << " resumed" << endl;
    wait(5, SC_NS);
    v.kill();
    cout << sc_time_stamp() << " killed " << v.terminated() << endl;
    sc_process_handle ch = sc_spawn(sc_bind(&M::catcher, this), "catcher");
    wait(1, SC_NS);
    my x;
    ch.throw_it(x);
    go.notify();
    wait(1, SC_NS);
    ch.kill();
    sc_process_handle me = sc_get_current_process_handle();
    cout << me.name() << " " << (me == v) << " " << me.get_parent_object()->name() << " "
         << me.get_process_object()->kind() << endl;
    sc_spawn_options so;
    so.set_sensitivity(&clk.pos());
    sc_process_handle s = sc_spawn(
        [&] {
          while (1) {
            wait();
            cout << sc_time_stamp() << " clocked" << endl;
          }
        },
        "clocked", &so);
    wait(25, SC_NS);
    s.sync_reset_on();
    wait(12, SC_NS);
    s.sync_reset_off();
    wait(11, SC_NS);
    s.kill();
    SC_FORK
    sc_spawn([this] {
      wait(2, SC_NS);
      cout << sc_time_stamp() << " f1" << endl;
    }),
        sc_spawn(
            [this] {
              wait(1, SC_NS);
              cout << sc_time_stamp() << " f2" << endl;
            },
            "named") SC_JOIN cout
            << sc_time_stamp() << " joined" << endl;
    sc_stop();
  }
  SC_CTOR(M) : count(0) {
    SC_THREAD(main_);
    SC_METHOD(meth);
    sensitive << e;
    dont_initialize();
  }
};
int sc_main(int, char **) {
  sc_clock c("c", 10, SC_NS);
  M m("m");
  m.clk(c);
  sc_start();
  cout << sc_time_stamp() << endl;
  return 0;
}
