// expect: unsafe double-free
// property: valid-memsafety
#include <memory>
int main() { std::unique_ptr<int> p(new int[2]); }
