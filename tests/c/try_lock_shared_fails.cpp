// expect: unsafe assert
#include <cassert>
#include <shared_mutex>
static std::shared_mutex m;
int main() { assert(m.try_lock_shared()); }
