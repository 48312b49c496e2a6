// The kernel's operations (runtime/intrinsics.h, doc/semantics-systemc.md 5) on the machine that runs this test: the
// stand-in for the SystemC library is then an ordinary library, and a program linked with it prints what it prints with
// the reference library. Order of processes, updates and notifications as `allways simulate` picks them.
#include <intrinsics.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <exception>
#include <map>
#include <string>
#include <vector>

extern "C" {
extern const unsigned char __allways_sc_control = 1;
extern const unsigned char __allways_sc_signal_events = 1;
extern const unsigned char __allways_sc_report_counts = 1;
extern const unsigned char __allways_sc_report_cache = 1;
extern const unsigned char __allways_sc_children = 1;
extern const unsigned char __allways_sc_drivers = 0;
extern const unsigned char __allways_sc_time = 1;
extern const unsigned char __allways_sc_version_3 = 0;
extern const unsigned char __allways_sc_write_check = 1;
extern const unsigned char __allways_sc_report_time = 1;
}

namespace {

typedef unsigned long long u64;

struct process {
  int number;
  void (*run)(void *);
  void *data;
  std::string name;
  bool method = false, started = false, ended = false, runnable = false, all = false, armed = false, timed_out = false;
  std::vector<void *> events;  // waited for; with all: still missing
  std::vector<void *> sensitivity;
  bool waiting = false;
  u64 since = 0;  // serial number of the wait
  u64 timer = 0;  // serial number of the time-out that counts
  ucontext_t context;
  char *stack = nullptr;
};

struct notification {
  u64 time, serial;
  void *event;     // or null:
  process *timer;  // time-out of a process
  u64 timer_serial;
};

struct delta_notification {
  void *event;     // or null:
  process *timer;  // time-out of length 0
  u64 timer_serial;
};

struct {
  std::vector<process *> processes;
  std::deque<process *> methods, threads;  // runnable
  process *running = nullptr;
  ucontext_t scheduler;
  std::vector<std::pair<void (*)(void *), void *>> updates;
  std::vector<delta_notification> deltas;
  std::vector<notification> timed;
  u64 now = 0, delta = 0, serial = 0;
  bool initialised = false, stopped = false, paused = false, in_update = false;
  std::exception_ptr failure;
} k;

bool is_static(const process *p) { return !p->timer && p->events == p->sensitivity; }

void make_runnable(process *p) {
  if (p->runnable || p->ended) return;
  p->runnable = true;
  (p->method ? k.methods : k.threads).push_back(p);
}

void wake(process *p) {
  p->waiting = false;
  p->timer = 0;
  make_runnable(p);
}

// Those that wait for an event by their static sensitivity come first; of each kind the last one to wait is the first.
void deliver(void *event) {
  for (int group = 0; group < 4; group++) {
    std::vector<process *> waiting;
    for (process *p : k.processes)
      if (p->waiting && p->method == (group < 2) && (is_static(p) ? 0 : 1) == group % 2) waiting.push_back(p);
    if (group % 2)
      std::stable_sort(waiting.begin(), waiting.end(), [](process *a, process *b) { return a->since < b->since; });
    for (auto i = waiting.rbegin(); i != waiting.rend(); ++i) {
      process *p = *i;
      auto at = std::find(p->events.begin(), p->events.end(), event);
      if (at == p->events.end()) continue;
      if (p->all) p->events.erase(at);
      if (!p->all || p->events.empty()) wake(p);
    }
  }
}

void entry() {
  process *p = k.running;
  try {
    p->run(p->data);
  } catch (...) {
    k.failure = std::current_exception();
  }
  p->ended = true;
  swapcontext(&p->context, &k.scheduler);
}

void step(process *p, ucontext_t *back) {
  process *before = k.running;
  ucontext_t saved = k.scheduler;
  p->runnable = false;
  k.running = p;
  if (!p->started) {
    p->started = true;
    p->waiting = false;
    p->stack = static_cast<char *>(malloc(1 << 18));
    getcontext(&p->context);
    p->context.uc_stack.ss_sp = p->stack;
    p->context.uc_stack.ss_size = 1 << 18;
    p->context.uc_link = nullptr;
    makecontext(&p->context, entry, 0);
  }
  swapcontext(&k.scheduler, &p->context);
  (void)back;
  k.scheduler = saved;
  k.running = before;
}

void yield() {
  process *p = k.running;
  swapcontext(&p->context, &k.scheduler);
}

void cancel(void *event) {
  auto is = [&](const notification &n) { return n.event == event && event; };
  k.timed.erase(std::remove_if(k.timed.begin(), k.timed.end(), is), k.timed.end());
  auto same = [&](const delta_notification &n) { return n.event == event && event; };
  k.deltas.erase(std::remove_if(k.deltas.begin(), k.deltas.end(), same), k.deltas.end());
}

bool evaluate() {
  bool any = false;
  while (!k.failure && (!k.methods.empty() || !k.threads.empty())) {
    // A round: all runnable methods, then all runnable threads.
    while (!k.methods.empty() && !k.failure) {
      process *p = k.methods.front();
      k.methods.pop_front();
      if (p->ended || !p->runnable) continue;
      any = true;
      step(p, nullptr);
    }
    if (!k.threads.empty() && !k.failure) {
      process *p = k.threads.front();
      k.threads.pop_front();
      if (p->ended || !p->runnable) continue;
      any = true;
      step(p, nullptr);
    }
  }
  if (k.failure) std::rethrow_exception(k.failure);
  return any;
}

void update() {
  auto updates = k.updates;
  k.updates.clear();
  k.in_update = true;
  for (auto u = updates.rbegin(); u != updates.rend(); ++u) u->first(u->second);
  k.in_update = false;
}

bool delta() {
  auto deltas = k.deltas;
  k.deltas.clear();
  for (auto n = deltas.rbegin(); n != deltas.rend(); ++n) {
    if (n->event) {
      deliver(n->event);
    } else if (n->timer->waiting && n->timer->timer == n->timer_serial) {
      n->timer->timed_out = true;
      wake(n->timer);
    }
  }
  return !k.methods.empty() || !k.threads.empty();
}

bool wait_now(void *const *events, int count, bool all, bool timed, long long t) {
  process *p = k.running;
  p->events.assign(events, events + count);
  p->all = all;
  p->waiting = true;
  p->since = ++k.serial;
  p->timed_out = false;
  if (timed) {
    p->timer = ++k.serial;
    if (t == 0) {
      k.deltas.push_back({nullptr, p, p->timer});
    } else {
      k.timed.push_back({k.now + static_cast<u64>(t), k.serial, nullptr, p, p->timer});
    }
  }
  yield();
  return p->timed_out;
}

}  // namespace

extern "C" {

void __allways_check(bool holds, const char *kind, const char *message) {
  if (holds) return;
  fprintf(stderr, "violation: %s: %s\n", kind, message);
  fflush(stdout);
  _exit(1);
}
void __allways_unsupported(const char *what) {
  fprintf(stderr, "unsupported: %s\n", what);
  fflush(stdout);
  _exit(2);
}
void __allways_stop(void) {
  fflush(stdout);
  _exit(0);
}
int __allways_process(void (*run)(void *), void *data, const char *name, int flags) {
  process *p = new process;
  p->number = static_cast<int>(k.processes.size());
  p->run = run;
  p->data = data;
  p->name = name;
  p->method = flags & __ALLWAYS_METHOD;
  k.processes.push_back(p);
  if (k.initialised) make_runnable(p);
  return p->number;
}
void *__allways_self_data(void) { return k.running && !k.in_update ? k.running->data : nullptr; }
void __allways_arm(int number, void *const *events, int count) {
  process *p = k.processes[static_cast<size_t>(number)];
  p->armed = true;
  p->runnable = false;
  p->waiting = true;
  p->events.assign(events, events + count);
}
void __allways_wait(void *const *events, int count, bool all) { wait_now(events, count, all, false, 0); }
bool __allways_wait_time(void *const *events, int count, bool all, long long t) {
  return wait_now(events, count, all, true, t);
}
void __allways_notify(void *event) {
  cancel(event);
  deliver(event);
}
void __allways_notify_after(void *event, long long delay) {
  for (const delta_notification &n : k.deltas)
    if (n.event == event) return;
  if (delay == 0) {
    cancel(event);
    k.deltas.push_back({event, nullptr, 0});
    return;
  }
  const u64 time = k.now + static_cast<u64>(delay);
  for (const notification &n : k.timed)
    if (n.event == event && n.time <= time) return;
  cancel(event);
  k.timed.push_back({time, ++k.serial, event, nullptr, 0});
}
void __allways_cancel(void *event) { cancel(event); }
bool __allways_waited(const void *event) {
  for (process *p : k.processes)
    if (p->waiting && std::find(p->events.begin(), p->events.end(), event) != p->events.end()) return true;
  return false;
}
void __allways_switch_to(int number) {
  process *p = k.processes[static_cast<size_t>(number)];
  if (p->ended) return;
  p->waiting = false;
  p->timer = 0;
  p->timed_out = false;
  step(p, nullptr);
}
void __allways_request_update(void (*f)(void *), void *channel) {
  for (auto &u : k.updates)
    if (u.first == f && u.second == channel) return;
  k.updates.push_back({f, channel});
}
unsigned long long __allways_time(void) { return k.now; }
unsigned long long __allways_delta(void) { return k.delta; }

bool __allways_start(long long time) {
  const u64 bound = time == -2 ? k.now : time < 0 ? ~0ull : k.now + static_cast<u64>(time);
  k.paused = false;
  if (k.stopped) return false;
  if (!k.initialised) {
    update();
    for (process *p : k.processes)
      if (!p->armed) make_runnable(p);
    delta();
    k.initialised = true;
  }
  for (;;) {
    do {
      bool any = evaluate();
      if (k.stopped) return false;
      update();
      if (any) k.delta++;
      if (k.paused) {
        delta();
        return true;
      }
      bool more = delta();
      if (time == 0) return true;
      if (!more && k.updates.empty()) break;
    } while (true);
    // Time advances to the earliest notification; what is due at the bound waits for the next start.
    bool found = false;
    u64 next = 0;
    for (const notification &n : k.timed) {
      if (n.timer && (!n.timer->waiting || n.timer->timer != n.timer_serial)) continue;
      if (!found || n.time < next) next = n.time;
      found = true;
    }
    if (!found || next >= bound) {
      if (time >= 0) k.now = bound;
      return found;
    }
    k.now = next;
    std::vector<notification> due, later;
    for (const notification &n : k.timed) (n.time == next ? due : later).push_back(n);
    k.timed = later;
    std::sort(due.begin(), due.end(), [](const notification &a, const notification &b) { return a.serial < b.serial; });
    for (const notification &n : due) {
      if (n.event) {
        deliver(n.event);
      } else if (n.timer->waiting && n.timer->timer == n.timer_serial) {
        n.timer->timed_out = true;
        wake(n.timer);
      }
    }
  }
}
void __allways_pause(void) { k.paused = true; }
void __allways_stop_simulation(void) { k.stopped = true; }
void __allways_declare(const char *, const void *, const char *, const void *, size_t) {}
void __allways_bound(const void *, const void *) {}
void __allways_sensitive(int number, const void *event) {
  k.processes[static_cast<size_t>(number)]->sensitivity.push_back(const_cast<void *>(event));
}
void __allways_write(int stream, const char *text, size_t bytes) {
  if (write(stream, text, bytes) < 0) _exit(3);
}
}

int sc_main(int argc, char *argv[]);

int main(int argc, char *argv[]) {
  try {
    return sc_main(argc, argv);
  } catch (const std::exception &x) {
    fflush(stdout);
    fprintf(stdout, "\n%s\n", x.what());
    return 1;
  }
}
