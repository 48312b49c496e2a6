// expect: unsafe
// property: assert
// message: a pure virtual function is called
// A thread that a base starts may run before the derived class is there.
#include <thread>

struct worker {
  std::thread t;
  worker() : t([this] { run(1); }) {}
  virtual void run(int n) = 0;
  virtual ~worker() {}
};
struct quiet : worker {
  int ran = 0;
  void run(int n) override { ran = n; }
  ~quiet() override { t.join(); }
};

int main() { quiet q; }
