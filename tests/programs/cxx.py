"""Pieces of C++ for generate.py: exceptions, initialisation, classes, containers; and what threads share in C++."""

HEAD = """#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <typeinfo>
#include <variant>
#include <vector>
using std::atomic_flag_test_and_set;
using std::atomic_flag_clear;
"""


def exceptions(rng, name, cxx):
    """What is thrown, who catches it, which destructors run on the way."""
    thrown = rng.choice(["7", "std::runtime_error(\"text\")", f"{name}_derived{{}}", f"{name}_base{{}}", "std::out_of_range(\"range\")", "2.5"])
    order = ["catch (int n) {\n    OBS(n);\n  }", "catch (const std::runtime_error &e) {\n    OBS(e.what()[1]);\n  }",
             f"catch ({name}_base &b) {{\n    OBS(b.id());\n  }}", "catch (const std::exception &e) {\n    OBS(2000);\n  }"]
    rng.shuffle(order)
    return f"""struct {name}_base {{
  virtual int id() const {{ return 1; }}
  virtual ~{name}_base() {{}}
}};
struct {name}_derived : {name}_base {{
  int id() const override {{ return 2; }}
}};
struct {name}_guard {{
  u64 *h;
  int n;
  {name}_guard(u64 *h, int n) : h(h), n(n) {{ OBS(n); }}
  ~{name}_guard() {{ OBS(n + 100); }}
}};
static void {name}_deep(u64 *h, int n) {{
  {name}_guard g(h, n);
  if (!n) throw {thrown};
  try {{
    {name}_guard inner(h, n + 50);
    {name}_deep(h, n - 1);
    OBS(999);
  }} catch (const char *) {{
    OBS(998);
  }}
}}
static void {name}(u64 *h) {{
  try {{
    try {{
      {name}_deep(h, {rng.randrange(1, 4)});
    }} catch (...) {{
      OBS(std::uncaught_exceptions());
      {rng.choice(['throw;', 'throw;', '{ }'])}
    }}
  }} {' '.join(order)} catch (...) {{
    OBS(3000);
  }}
  std::exception_ptr kept;
  try {{
    std::vector<int> few({rng.randrange(3)});
    few.at(5) = 1;
  }} catch (...) {{
    kept = std::current_exception();
  }}
  try {{
    std::rethrow_exception(kept);
  }} catch (const std::logic_error &e) {{
    OBS(typeid(e) == typeid(std::out_of_range));
  }}
}}"""


def classes(rng, name, cxx):
    a, b, c = (rng.randrange(1, 99) for _ in range(3))
    return f"""struct {name}_top {{
  int t = {a};
  virtual int f() {{ return t; }}
  virtual ~{name}_top() {{}}
}};
struct {name}_left : virtual {name}_top {{
  short l = {b};
  int f() override {{ return t + l; }}
}};
struct {name}_right : virtual {name}_top {{
  char r = {c % 90};
  virtual int g() {{ return r; }}
}};
struct {name}_all : {name}_left, {name}_right {{
  long long w = {c};
  int f() override {{ return {name}_left::f() * 3; }}
  int g() override {{ return {name}_right::g() + (int)w; }}
}};
template <typename T, int N> struct {name}_array {{
  T all[N] = {{}};
  T &operator[](int i) {{ return all[i]; }}
  constexpr int size() const {{ return N; }}
}};
static void {name}(u64 *h) {{
  {name}_all x;
  {name}_top *top = &x;
  {name}_right *right = &x;
  OBS(sizeof x);
  OBS(top->f());
  OBS(right->g());
  OBS(right->f());
  OBS(dynamic_cast<{name}_left *>(top) == &x);
  OBS(dynamic_cast<{name}_right *>(static_cast<{name}_left *>(&x)) == right);
  OBS(typeid(*top) == typeid(x));
  int ({name}_right::*call)() = &{name}_right::g;
  OBS((right->*call)());
  int {name}_top::*member = &{name}_top::t;
  OBS(x.*member);
  {name}_array<{rng.choice(['char', 'double', 'short'])}, {rng.randrange(1, 6)}> array;
  array[0] = {rng.randrange(100)};
  OBS(array[0] + array.size() + sizeof array);
  int count = 0;
  auto add = [&count, k = {rng.randrange(9)}](int n) mutable {{
    k += n;
    return count += k;
  }};
  std::function<int(int)> kept = add;
  OBS(kept(1) + kept(2) + add(3));
}}"""


def containers(rng, name, cxx):
    words = [rng.choice(["b", "ab", "longer than the short ones", "c", "aa", ""]) for _ in range(rng.randrange(2, 6))]
    listed = ", ".join('"' + w + '"' for w in words)
    return f"""static void {name}(u64 *h) {{
  std::vector<std::string> words{{{listed}}};
  std::map<std::string, int> counts;
  for (auto &w : words) counts[w] += (int)w.size() + 1;
  for (auto &[w, n] : counts) OBS(n * 7 + (w.empty() ? 0 : w[0]));
  std::sort(words.begin(), words.end(), [](const std::string &a, const std::string &b) {{ return a < b; }});
  words.erase(std::unique(words.begin(), words.end()), words.end());
  for (auto &w : words) OBS(w.size());
  std::string all;
  for (auto &w : words) all += w + "-";
  OBS(all.find("{rng.choice(['a-', 'er', 'zz'])}"));
  OBS_BYTES(all.data(), all.size());
  std::variant<int, std::string> either = {rng.choice(['5', 'std::string("text")'])};
  OBS(either.index());
  std::optional<short> some;
  OBS(some.value_or({rng.randrange(9)}));
  some = (short)-3;
  OBS(*some);
  auto shared = std::make_shared<std::vector<int>>(3, {rng.randrange(9)});
  std::weak_ptr<std::vector<int>> weak = shared;
  OBS(shared.use_count() + weak.lock()->size());
  shared.reset();
  OBS(weak.expired());
  OBS(std::stoi("{rng.randrange(-99, 999)}"));
}}"""


PIECES = [exceptions, exceptions, classes, containers]


def static_local(p, name, n):
    """A static variable of a function that several threads come to first; its constructor may throw the first time."""
    k, throws = p.vary(), p.rng.random() < 0.3
    first = f"    if ({name}_tries++ == 0) throw 5;\n" if throws else f"    {name}_tries++;\n"
    threads = []
    for i in range(n):
        call = f"OBS({name}_get({i}));"
        if throws:
            a, b = p.vary(), p.vary()
            call = f"try {{\n  v[{a}] = {name}_get({i});\n  }} catch (int) {{\n  v[{b}] = {name}_get({i});\n  }}"
        threads.append([call])
    return {"top": f"static int {name}_tries, {name}_by;\nstruct {name}_made {{\n  int x;\n  {name}_made(int by) {{\n{first}    {name}_by = by;\n    x = 42;\n  }}\n}};\n"
                   f"static int {name}_get(int by) {{\n  static {name}_made made(by);\n  return made.x;\n}}", "threads": threads,
            "final": [f"v[{k}] = {name}_by;", f"OBS({name}_tries);"]}


def thread_locals(p, name, n):
    threads = [[f"{name}_own.n += {i + 1};", f"OBS({name}_own.n);"] for i in range(n)]
    return {"top": f"static std::atomic<int> {name}_ended, {name}_sum;\nstruct {name}_t {{\n  int n = 5;\n  ~{name}_t() {{\n    {name}_ended++;\n    {name}_sum += n;\n  }}\n}};\n"
                   f"static thread_local {name}_t {name}_own;", "threads": threads, "final": [f"OBS({name}_ended.load() * 100 + {name}_sum.load());"]}


def cxx_mutex(p, name, n):
    kind = p.rng.choice(["std::mutex", "std::recursive_mutex", "std::timed_mutex", "std::shared_mutex"])
    guard = p.rng.choice(["std::lock_guard", "std::unique_lock", "std::scoped_lock"])
    k = p.vary()
    threads = [[f"{guard}<{kind}> locked({name});\n  {name}_log += \"{chr(97 + i)}\";"] for i in range(n)]
    return {"top": f"static {kind} {name};\nstatic std::string {name}_log;", "threads": threads,
            "final": [f"v[{k}] = {name}_log[0];", f"OBS({name}_log.size());"]}


def cxx_condition(p, name, n):
    value = p.rng.randrange(100)
    threads = [[f"{{\n  std::lock_guard<std::mutex> locked({name}_m);\n  {name}_all.push_back({value});\n  }}", f"{name}_c.notify_all();"]]
    for _ in range(1, n):
        threads.append([f"std::unique_lock<std::mutex> locked({name}_m);\n  {name}_c.wait(locked, [] {{ return !{name}_all.empty(); }});\n  OBS({name}_all.back());"])
    return {"top": f"static std::mutex {name}_m;\nstatic std::condition_variable {name}_c;\nstatic std::vector<int> {name}_all;", "threads": threads,
            "final": [f"OBS({name}_all.size());"]}


def cxx_once(p, name, n):
    k, throws = p.vary(), p.rng.random() < 0.4
    body = f"if ({name}_tries++ == 0) throw 3;" if throws else f"{name}_tries++;"
    threads = []
    for i in range(n):
        call = f"std::call_once({name}, [] {{\n    {body}\n    {name}_by = {i};\n  }});"
        threads.append([f"try {{\n  {call}\n  }} catch (int) {{\n  {call}\n  }}" if throws else call, f"OBS({name}_tries);"])
    return {"top": f"static std::once_flag {name};\nstatic int {name}_tries, {name}_by;", "threads": threads, "final": [f"v[{k}] = {name}_by;"]}


def futures(p, name, n):
    rng = p.rng
    fails = rng.random() < 0.4
    give = f"{name}_p.set_exception(std::make_exception_ptr({rng.randrange(9)}));" if fails else f"{name}_p.set_value(\"{rng.choice(['a', 'some text'])}\");"
    k = p.vary()
    threads = [[f"{name}_x++;", give],
               [f"try {{\n  OBS({name}_p.get_future().get().size());\n  }} catch (int e) {{\n  OBS(e + 50);\n  }}", f"v[{k}] = {name}_x.load();"]]
    threads += [[f"auto later = std::async(std::launch::{rng.choice(['async', 'deferred'])}, [] {{ return {name}_x.fetch_add(10) >= 0; }});", "OBS(later.get());"]
                for _ in range(n - 2)]
    return {"top": f"static std::promise<std::string> {name}_p;\nstatic std::atomic<int> {name}_x;", "threads": threads, "final": [f"OBS({name}_x.load());"]}


def shared_pointers(p, name, n):
    """The last owner destroys the object, once."""
    threads = [[f"std::shared_ptr<{name}_o> mine = {name}_given[{i}];\n  {name}_given[{i}].reset();\n  OBS(mine->x);\n  mine.reset();"] for i in range(n)]
    return {"top": f"static std::atomic<int> {name}_ended;\nstruct {name}_o {{\n  int x = {p.rng.randrange(99)};\n  ~{name}_o() {{ {name}_ended++; }}\n}};\n"
                   f"static std::shared_ptr<{name}_o> {name}_given[{n}];",
            "init": [f"auto made = std::make_shared<{name}_o>();", f"for (auto &g : {name}_given) g = made;"], "threads": threads,
            "final": [f"OBS({name}_ended.load());"]}


def records(p, name, n):
    """Atomics of small structs, of floats, of pointers."""
    k, m = p.vary(), p.vary()
    kind = p.rng.choice(["short", "int"])
    value = p.rng.randrange(1, 99)
    threads = [[f"{name}_s pair = {name}_a.load();\n  pair.x += 1;\n  pair.y = {value};\n  {name}_a.store(pair);"],
               [f"{name}_s old = {name}_a.exchange({name}_s{{7, 8}});\n  v[{k}] = old.x * 1000 + old.y;"]] + [[f"{name}_f.store({name}_f.load() + 0);"] for _ in range(n - 2)]
    return {"top": f"struct {name}_s {{\n  {kind} x, y;\n}};\nstatic std::atomic<{name}_s> {name}_a{{{name}_s{{1, 2}}}};\nstatic std::atomic<double> {name}_f{{2.5}};", "threads": threads,
            "final": [f"v[{m}] = {name}_a.load().x * 1000 + {name}_a.load().y;", f"OBS({name}_f.load() * 2);"]}


def threads_of_cxx(p, name, n):
    """Threads that are started by threads, with arguments that are moved and referred to."""
    k = p.vary()
    threads = [[f"int here = {i};\n  std::thread inner([](int &to, std::unique_ptr<int> from) {{ to += *from; {name}_x = to; }}, std::ref(here), std::make_unique<int>({10 * (i + 1)}));\n  inner.join();\n  OBS(here);"]
               if i < 1 else [f"{name}_x += {i};"] for i in range(n)]
    return {"top": f"static std::atomic<int> {name}_x;", "threads": threads, "final": [f"v[{k}] = {name}_x.load();"]}


SHARED = [static_local, thread_locals, cxx_mutex, cxx_condition, cxx_once, futures, shared_pointers, records, threads_of_cxx]
