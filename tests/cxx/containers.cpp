// expect: safe
// output: native
// The containers and what is compiled of them: order, erasure, splicing, growth.
#include <algorithm>
#include <array>
#include <cassert>
#include <deque>
#include <iostream>
#include <list>
#include <map>
#include <numeric>
#include <queue>
#include <set>
#include <stack>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

static unsigned seed = 7;
static unsigned next_random() { return (seed = seed * 1103515245 + 12345) >> 16; }

static void trees() {
  std::map<int, std::string> m;
  std::set<unsigned> s;
  for (int i = 0; i < 40; i++) {
    m[(i * 17) % 41] = std::string(static_cast<size_t>(i % 5), 'x');
    s.insert(next_random() % 64);
  }
  for (int i = 0; i < 41; i += 3) m.erase(i);
  for (unsigned i = 0; i < 64; i += 2) s.erase(i);
  for (auto it = m.rbegin(); it != m.rend(); ++it) std::cout << it->first << ':' << it->second << ' ';
  for (unsigned x : s) std::cout << x << ' ';
  std::cout << m.size() << ' ' << s.size() << ' ' << (m.find(1000) == m.end()) << std::endl;
  std::multimap<char, int> mm{{'b', 1}, {'a', 2}, {'b', 3}, {'a', 4}};
  for (auto &p : mm) std::cout << p.first << p.second << ' ';
  std::cout << mm.count('a') << std::endl;
}

static void tables() {
  std::unordered_map<std::string, int> m;
  std::unordered_set<int> s;
  for (int i = 0; i < 30; i++) {
    m["key" + std::to_string(i * i)] += i;
    s.insert(i * 7 % 100);
  }
  m.erase("key9");
  for (auto &p : m) std::cout << p.first << '=' << p.second << ' ';
  for (int x : s) std::cout << x << ' ';
  std::cout << m.bucket_count() << ' ' << s.bucket_count() << std::endl;
}

static void sequences() {
  std::list<int> a{1, 2, 3}, b{10, 20};
  a.splice(++a.begin(), b);
  a.reverse();
  a.sort();
  for (int x : a) std::cout << x << ' ';
  std::deque<int> d;
  for (int i = 0; i < 200; i++) i % 3 ? d.push_back(i) : d.push_front(i);
  std::cout << d.front() << ' ' << d.back() << ' ' << d[100] << ' ';
  std::vector<int> v(20);
  std::iota(v.begin(), v.end(), 0);
  std::reverse(v.begin(), v.end());
  std::sort(v.begin(), v.end(), [](int x, int y) { return x % 5 != y % 5 ? x % 5 < y % 5 : x < y; });
  for (int x : v) std::cout << x << ' ';
  std::priority_queue<int> q(v.begin(), v.end());
  std::stack<int> t;
  t.push(q.top());
  std::array<int, 3> r{{3, 1, 2}};
  std::sort(r.begin(), r.end());
  std::cout << t.top() << ' ' << r[0] << r[1] << r[2] << ' ' << std::accumulate(v.begin(), v.end(), 0) << std::endl;
}

static void strings() {
  std::string s = "the quick brown fox";
  s.replace(4, 5, "slow").insert(0, "see ").append(3, '!');
  std::cout << s << ' ' << s.find("fox") << ' ' << s.substr(4, 3) << ' ' << (s < "sef") << ' ' << s.rfind('o') << '\n';
  std::cout << std::stoi("42") + std::stol("-7") << ' ' << std::stod("2.5") << ' ' << std::to_string(-123) << ' '
            << std::to_string(3.25) << ' ' << std::to_string(18446744073709551615ull) << std::endl;
}

int main() {
  trees();
  tables();
  sequences();
  strings();
  assert(seed != 7);
}
