// expect: unsafe exception
// message: std::out_of_range: vector::_M_range_check
// options: --property=assert
#include <vector>

int main() {
  std::vector<int> v(3);
  return v.at(3);
}
