// Resolved ports and signals, writer policies, FIFOs, semaphores, logic edges.
#include <systemc>
using namespace sc_core;
using namespace sc_dt;
using std::cout;
using std::endl;
SC_MODULE(Driver) {
  sc_out_rv<4> out{"out"};
  sc_in_rv<4> in{"in"};
  sc_inout_rv<4> both{"both"};
  void run() {
    both.write("01ZZ");
    out.write("ZZ01");
    wait(1, SC_NS);
    cout << name() << " " << in.read() << endl;
    out.write("ZZZZ");
    wait(1, SC_NS);
    cout << name() << " " << in.read() << endl;
  }
  SC_CTOR(Driver) { SC_THREAD(run); }
};
SC_MODULE(M) {
  sc_signal_rv<4> bus{"bus"};
  sc_signal_resolved bit{"bit"};
  sc_signal<int, SC_MANY_WRITERS> many{"many"};
  sc_signal<int, SC_UNCHECKED_WRITERS> unchecked{"unchecked"};
  sc_signal<sc_logic> logic{"logic"};
  sc_signal<sc_biguint<70>> wide{"wide"};
  sc_buffer<int> buffer{"buffer"};
  sc_fifo<int> fifo{"fifo", 2};
  sc_semaphore sem{"sem", 2};
  sc_mutex mutex{"mutex"};
  Driver d{"d"};
  void first() {
    bus.write("1Z0Z");
    bit.write(SC_LOGIC_1);
    many = 1;
    unchecked = 1;
    wait(1, SC_NS);
    cout << bus.read() << " " << bit.read() << " " << many << " " << unchecked << endl;
    logic = SC_LOGIC_0;
    wait(1, SC_NS);
    logic = SC_LOGIC_1;
    wide = (sc_biguint<70>(1) << 69) + 5;
    buffer = 0;
    wait(1, SC_NS);
    cout << wide.read() << " " << wide.read().to_string(SC_HEX) << endl;
    cout << sem.get_value() << " " << sem.trywait() << sem.trywait() << sem.trywait() << endl;
    sem.post();
    cout << sem.get_value() << " " << mutex.trylock() << mutex.trylock() << " " << mutex.unlock() << mutex.unlock()
         << endl;
    cout << fifo.num_free() << fifo.num_available() << fifo.nb_write(1) << fifo.nb_write(2) << fifo.nb_write(3) << endl;
    wait(fifo.data_written_event());
    cout << fifo.num_free() << fifo.num_available() << endl;
    int x = 0;
    cout << fifo.nb_read(x) << x << fifo.nb_read(x) << x << fifo.nb_read(x) << endl;
    wait(fifo.data_read_event());
    cout << fifo << fifo.num_free() << " " << fifo.kind() << " " << bus.kind() << " " << bit.kind() << " "
         << many.kind() << " " << buffer.kind() << " " << sem.kind() << " " << mutex.kind() << endl;
    many.print();
    cout << endl;
    many.dump();
    cout << many.get_writer_policy() << endl;
  }
  void second() {
    bit.write(SC_LOGIC_0);
    unchecked = 2;
    wait(2, SC_NS);
    many = 7;
  }
  void edge() { cout << sc_time_stamp() << " edge " << logic.read() << logic.posedge() << endl; }
  void changed() { cout << sc_time_stamp() << " buffer " << buffer.event() << endl; }
  SC_CTOR(M) {
    d.out(bus);
    d.in(bus);
    d.both(bus);
    SC_THREAD(first);
    SC_THREAD(second);
    SC_METHOD(edge);
    dont_initialize();
    sensitive << logic.posedge_event();
    SC_METHOD(changed);
    dont_initialize();
    sensitive << buffer;
  }
};
int sc_main(int, char **) {
  M m("m");
  sc_start(10, SC_NS);
  cout << sc_time_stamp() << endl;
  return 0;
}
