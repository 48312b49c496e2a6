// expect: unsafe double-free
// property: valid-memsafety
#include <cstdlib>
struct box { int v; };
int main() {
  box *p = static_cast<box *>(std::malloc(sizeof(box)));
  delete p;
}
