// expect: unsafe assert
// Who threw does not try again by itself.
#include <cassert>
#include <mutex>

std::once_flag flag;
int done;

int main() {
  for (int i = 0; i < 2; i++) {
    try {
      std::call_once(flag, [i] {
        if (i < 1) throw i;
        done++;
      });
    } catch (int) {
      assert(done == 1);
    }
  }
}
