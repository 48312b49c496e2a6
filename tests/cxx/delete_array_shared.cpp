// expect: unsafe double-free
// property: valid-memsafety
#include <memory>
int main() { std::shared_ptr<int> p(new int[3]); }
