// expect: safe
// output: native
// Smart pointers, functions, sums and products of types, numbers of the library.
#include <algorithm>
#include <bitset>
#include <chrono>
#include <functional>
#include <iostream>
#include <iterator>
#include <memory>
#include <optional>
#include <random>
#include <sstream>
#include <string>
#include <string_view>
#include <tuple>
#include <typeindex>
#include <utility>
#include <variant>
#include <vector>

struct node {
  int value;
  std::shared_ptr<node> next;
  std::weak_ptr<node> back;
  explicit node(int v) : value(v) {}
  ~node() { std::cout << "~" << value << ' '; }
};

struct shape {
  virtual ~shape() = default;
  virtual double area() const = 0;
};
struct square : shape {
  double side;
  explicit square(double s) : side(s) {}
  double area() const override { return side * side; }
};

static int add(int a, int b) { return a + b; }

int main() {
  {
    auto a = std::make_shared<node>(1), b = std::make_shared<node>(2);
    a->next = b;
    b->back = a;
    std::cout << a.use_count() << b.use_count() << b->back.lock()->value << ' ';
  }
  std::vector<std::unique_ptr<shape>> shapes;
  shapes.emplace_back(new square(2));
  shapes.push_back(std::make_unique<square>(1.5));
  double sum = 0;
  for (const auto &s : shapes) sum += s->area();
  std::cout << sum << '\n';

  int factor = 3;
  std::function<int(int)> scale = [factor](int x) { return x * factor; };
  std::function<int(int, int)> plus = add;
  auto bound = std::bind(plus, std::placeholders::_1, 10);
  std::cout << scale(4) << ' ' << plus(1, 2) << ' ' << bound(5) << ' ';
  try {
    std::function<void()> none;
    none();
  } catch (std::bad_function_call &e) {
    std::cout << e.what() << '\n';
  }

  std::optional<int> maybe;
  std::cout << maybe.value_or(7) << ' ';
  maybe = 8;
  std::cout << *maybe << ' ';
  std::variant<int, std::string> either = "text";
  std::cout << either.index() << ' ' << std::get<std::string>(either) << ' ';
  std::visit([](auto &&v) { std::cout << v << ' '; }, either);
  try {
    std::get<int>(either);
  } catch (std::bad_variant_access &) {
    std::cout << "bad access\n";
  }

  auto t = std::make_tuple(1, 2.5, std::string("three"));
  auto [x, y, z] = t;
  std::cout << x << ' ' << y << ' ' << z << ' ' << std::get<1>(t) << ' ' << (std::tie(x, y) < std::make_tuple(1, 3.0))
            << '\n';

  std::vector<int> v{5, 3, 9, 1};
  std::copy(v.begin(), v.end(), std::ostream_iterator<int>(std::cout, ","));
  std::cout << *std::max_element(v.begin(), v.end()) << ' '
            << std::count_if(v.begin(), v.end(), [](int i) { return i > 2; }) << ' '
            << (std::find(v.begin(), v.end(), 9) - v.begin()) << '\n';
  std::string_view view("some text");
  std::cout << view.substr(5) << ' ' << view.find('t') << ' ' << std::bitset<8>(0xa5).count() << '\n';

  std::mt19937 generator(42);
  std::uniform_int_distribution<int> dice(1, 6);
  for (int i = 0; i < 5; i++) std::cout << dice(generator) << ' ';
  std::cout << generator() << '\n';
  using namespace std::chrono;
  std::cout << duration_cast<milliseconds>(seconds(3) + microseconds(2500)).count() << ' ' << (typeid(int) == typeid(x))
            << '\n';
}
