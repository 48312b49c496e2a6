// expect: unsafe unreach-call
// property: unreach-call
// The function's own body throws, and everything is caught.
void reach_error() { throw 1; }
int main() {
  try {
    reach_error();
  } catch (...) {
  }
}
