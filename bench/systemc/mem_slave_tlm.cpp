// A master writes and reads back the CELLS cells of a memory slave: a request and a response channel of one place each, a
// mutex around a transaction. BUG=1: the slave stores a wrong value in its last cell. BUG=2: the same, and an input per
// transaction (two paths each).
#include <allways.h>
#include <systemc>

using namespace sc_core;

#ifndef CELLS
#define CELLS 2
#endif
#ifndef BUG
#define BUG 0
#endif

struct transport_if : virtual sc_interface {
  virtual int transport(int type, int addr, int data) = 0;
};

class channel : public sc_module, public transport_if {
 public:
  bool locked, req_empty, rsp_empty;
  int req_type, req_addr, req_data, rsp_status, rsp_data;
  sc_event lock_event, req_put, req_taken, rsp_put, rsp_taken;

  explicit channel(sc_module_name)
      : locked(false), req_empty(true), rsp_empty(true), req_type(0), req_addr(0), req_data(0), rsp_status(0), rsp_data(0) {}

  int transport(int type, int addr, int data) override {
    while (locked) wait(lock_event);
    locked = true;
    while (!req_empty) wait(req_taken);
    req_type = type;
    req_addr = addr;
    req_data = data;
    req_empty = false;
    req_put.notify();
    while (rsp_empty) wait(rsp_put);
    int result = rsp_data;
    sc_assert(rsp_status == 1);
    rsp_empty = true;
    rsp_taken.notify();
    sc_assert(locked);
    locked = false;
    lock_event.notify();
    return result;
  }
};

SC_MODULE(master) {
  sc_port<transport_if> bus;
  SC_CTOR(master) { SC_THREAD(run); }
  void run() {
    for (int a = 0; a < CELLS; a++) {
#if BUG == 2
      int d = allways_nondet<int>();
      if (d != a + 50) d = a + 50;
#else
      int d = a + 50;
#endif
      bus->transport(1, a, d);
    }
    for (int a = 0; a < CELLS; a++) {
      int d = bus->transport(0, a, 0);
      sc_assert(d == a + 50);
    }
  }
};

SC_MODULE(slave) {
  channel &c;
  int memory[CELLS];
  SC_HAS_PROCESS(slave);
  slave(sc_module_name, channel & with) : c(with), memory() { SC_THREAD(run); }
  void store(int addr, int data) {
    memory[addr] = data;
#if BUG == 1
    if (addr == CELLS - 1) memory[addr] = data + 1;
#elif BUG == 2
    if (addr == CELLS - 1 && data == addr + 50) memory[addr] = data + 1;
#endif
  }
  void run() {
    while (true) {
      while (c.req_empty) wait(c.req_put);
      int type = c.req_type, addr = c.req_addr, data = c.req_data;
      c.req_empty = true;
      c.req_taken.notify();
      int status = 0, answer = 0;
      if (type == 0) {
        answer = memory[addr];
        status = 1;
      } else if (type == 1) {
        store(addr, data);
        status = 1;
      }
      while (!c.rsp_empty) wait(c.rsp_taken);
      c.rsp_status = status;
      c.rsp_data = answer;
      c.rsp_empty = false;
      c.rsp_put.notify();
    }
  }
};

int sc_main(int, char *[]) {
  channel c("channel");
  master m("master");
  slave s("slave", c);
  m.bus(c);
  sc_start();
  return 0;
}
