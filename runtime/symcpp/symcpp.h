// Threads, waiting and inputs for reactive C++ programs that are verified with Allways.
//
//   class Thread    base of all threads; the program overrides Run. Objects of it are static variables.
//     Start()       makes the thread runnable; once, later calls do nothing
//     await(p)      one step: waits until *p > 0, then sets *p = 0
//     await(p, q)   the same, and waits for *q > 0 too, which stays as it is
//   symcpp_nondet(a, b)   any value of a..b, both included; 0 if a > b
//   symcpp_assert(e)      a violation where e is false
//
// When main returns, its thread has ended; the others go on. Under Allways (which defines __ALLWAYS__) every interleaving
// and every input is looked at. With any other compiler one random run is made: threads change at Start, await and
// symcpp_nondet, SYMCPP_SEED in the environment chooses the run and SYMCPP_STEPS says after how many changes it ends.
#ifndef SYMCPP_H
#define SYMCPP_H

#if defined __ALLWAYS__
#include <allways/intrinsics.h>
// Calls in the program are the places of what happens: functions with `allways_` in their names are inlined
// (src/front/llvm/llvm_link.c).
#define SYMCPP_HERE inline __attribute__((always_inline, nodebug))
#else
#include <cstdio>
#include <cstdlib>
#include <ucontext.h>
#define SYMCPP_HERE inline
#endif

inline namespace allways_symcpp {

class Thread {
public:
  SYMCPP_HERE Thread() : symcpp_started(0) {}
  SYMCPP_HERE void Start();
  virtual void Run() {}
  SYMCPP_HERE void await(int *p);
  SYMCPP_HERE void await(int *p, const int *q);

private:
  int symcpp_started;
};

#if defined __ALLWAYS__

namespace symcpp {

inline void *run(void *thread) {
  static_cast<Thread *>(thread)->Run();
  return 0;
}

}  // namespace symcpp

// Static variables are not destroyed: other threads still use them.
extern "C" inline __attribute__((used)) void __allways_main_returned() { __allways_exit(); }

SYMCPP_HERE void Thread::Start() {
  if (symcpp_started) return;
  symcpp_started = 1;
  __allways_spawn(symcpp::run, this);
}

SYMCPP_HERE void Thread::await(int *p) {
  __allways_atomic_begin();
  __allways_await_begin();
  __allways_await(*p > 0);
  *p = 0;
  __allways_atomic_end();
}

SYMCPP_HERE void Thread::await(int *p, const int *q) {
  __allways_atomic_begin();
  __allways_await_begin();
  __allways_await((int)(*p > 0) & (int)(*q > 0));
  *p = 0;
  __allways_atomic_end();
}

SYMCPP_HERE int symcpp_nondet(int a, int b) {
  if (a > b) return 0;
  int x = __allways_nondet_int(0);
  __allways_assume(a <= x);
  __allways_assume(x <= b);
  return x;
}

SYMCPP_HERE void symcpp_check(bool holds, const char *text) { __allways_check(holds, "assert", text); }

#else

namespace symcpp {

// One stack per thread; the running one gives way to a random one that can go on. Nobody else runs between.
enum { STACK = 1 << 18, THREADS = 64 };

struct fiber {
  ucontext_t context;
  Thread *thread;
  const int *wait, *wait_too;  // null: does not wait
  bool ended;
};

struct world {
  fiber fibers[THREADS];
  int n, self;
  long steps_left;
  unsigned long long random;
};

inline world &the() {
  static world w;
  if (w.n) return w;
  const char *seed = std::getenv("SYMCPP_SEED"), *steps = std::getenv("SYMCPP_STEPS");
  w.random = seed ? std::strtoull(seed, 0, 10) * 2 + 1 : 1;
  w.steps_left = steps ? std::strtol(steps, 0, 10) : 100000;
  w.n = 1;  // main
  return w;
}

inline unsigned draw() {
  world &w = the();
  w.random = w.random * 6364136223846793005ull + 1442695040888963407ull;
  return (unsigned)(w.random >> 33);
}

inline bool ready(const fiber &f) {
  return !f.ended && (!f.wait || *f.wait > 0) && (!f.wait_too || *f.wait_too > 0);
}

[[noreturn]] inline void end_of_run() {
  std::fflush(0);
  std::_Exit(0);
}

// Somebody who can go on, or the end: all have ended or wait for ever, or the steps are used up.
inline void give_way() {
  world &w = the();
  int can[THREADS], n = 0;
  for (int i = 0; i < w.n; i++)
    if (ready(w.fibers[i])) can[n++] = i;
  if (!n || w.steps_left-- <= 0) end_of_run();
  int from = w.self, to = can[draw() % (unsigned)n];
  w.self = to;
  if (from != to) swapcontext(&w.fibers[from].context, &w.fibers[to].context);
}

inline void wait(const int *p, const int *q) {
  world &w = the();
  fiber &f = w.fibers[w.self];
  f.wait = p;
  f.wait_too = q;
  give_way();
  f.wait = f.wait_too = 0;
}

inline void end_of_thread() {
  world &w = the();
  w.fibers[w.self].ended = true;
  give_way();
}

inline void run() {
  world &w = the();
  w.fibers[w.self].thread->Run();
  end_of_thread();
}

inline void start(Thread *thread) {
  world &w = the();
  if (w.n == THREADS) {
    std::fputs("symcpp: too many threads\n", stderr);
    std::exit(1);
  }
  if (w.n == 1) std::atexit(end_of_thread);
  fiber &f = w.fibers[w.n++];
  f.thread = thread;
  getcontext(&f.context);
  f.context.uc_stack.ss_sp = std::malloc(STACK);
  f.context.uc_stack.ss_size = STACK;
  makecontext(&f.context, run, 0);
  give_way();
}

}  // namespace symcpp

inline void Thread::Start() {
  if (symcpp_started) return;
  symcpp_started = 1;
  symcpp::start(this);
}

inline void Thread::await(int *p) {
  symcpp::wait(p, 0);
  *p = 0;
}

inline void Thread::await(int *p, const int *q) {
  symcpp::wait(p, q);
  *p = 0;
}

inline int symcpp_nondet(int a, int b) {
  symcpp::give_way();
  unsigned long long span = (unsigned long long)((long long)b - a + 1);
  unsigned long long bits = (unsigned long long)symcpp::draw() << 31 ^ symcpp::draw();
  return a > b ? 0 : (int)((long long)a + (long long)(bits % span));
}

inline void symcpp_check(bool holds, const char *text) {
  if (holds) return;
  std::fprintf(stderr, "symcpp: violated: %s\n", text);
  std::fflush(0);
  std::_Exit(1);
}

#endif

}  // namespace allways_symcpp

#define symcpp_assert(e) symcpp_check((e) ? true : false, #e)

#endif
