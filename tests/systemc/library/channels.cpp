// Buffers, resolved signals, FIFOs, semaphores, clocks, event queues, vectors.
// output: buffer 1 at 0 s
// output: queue at 1 ns
// output: clock 001 at 1 ns
// output: buffer 1 at 1 ns
// output: queue at 2 ns
// output: read 0 free 0
// output: read 1 free 0
// output: read queue at 2 ns
// output: written at 2 ns top.vector_2 4
// output: 0-101
// output: 2 free 0
// output: read 3 free 0
// output: clock 111 at 4 ns
// output: clock 001 at 5 ns
// output: clock 111 at 8 ns
#include <systemc>
using namespace sc_core;
using std::cout;
using std::endl;

SC_MODULE(top) {
  sc_buffer<int> buffer;
  sc_fifo<int> fifo;
  sc_semaphore semaphore;
  sc_clock clock;
  sc_event_queue queue;
  sc_vector<sc_signal<int>> vector;
  int edges;
  SC_CTOR(top)
      : buffer("buffer"), fifo("fifo", 2), semaphore("semaphore", 1), clock("clock", 4, SC_NS, 0.25, 1, SC_NS, false),
        queue("queue"), vector("vector", 3), edges(0) {
    SC_THREAD(run);
    SC_METHOD(buffered);
    sensitive << buffer;
    dont_initialize();
    SC_METHOD(edge);
    sensitive << clock;
    dont_initialize();
    SC_METHOD(queued);
    sensitive << queue;
    dont_initialize();
    SC_THREAD(consume);
  }
  void buffered() { cout << "buffer " << buffer.read() << " at " << sc_time_stamp() << endl; }
  void edge() {
    if (edges++ < 4) cout << "clock " << clock.read() << clock.posedge() << clock.event() << " at " << sc_time_stamp() << endl;
  }
  void queued() { cout << "queue at " << sc_time_stamp() << endl; }
  void consume() {
    wait(2, SC_NS);
    for (int i = 0; i < 4; i++) cout << "read " << fifo.read() << " free " << fifo.num_free() << endl;
  }
  void run() {
    queue.notify(2, SC_NS);
    queue.notify(1, SC_NS);
    queue.notify(2, SC_NS);
    buffer.write(1);
    wait(1, SC_NS);
    buffer.write(1);
    for (int i = 0; i < 3; i++) vector[i].write(i * i);
    for (int i = 0; i < 4; i++) fifo.write(i);
    cout << "written at " << sc_time_stamp() << " " << vector[2].name() << " " << vector[2].read() << endl;
    cout << semaphore.trywait() << semaphore.trywait() << semaphore.post() << semaphore.get_value() << endl;
  }
};

int sc_main(int, char *[]) {
  top t("top");
  sc_start(9, SC_NS);
  return 0;
}
