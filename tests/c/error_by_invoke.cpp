// expect: unsafe unreach-call
// property: unreach-call
// An object with a destructor lies in scope: the call is an `invoke`.
extern "C" void reach_error();
struct guard {
  int v;
  ~guard() {}
};
int main() {
  guard g{3};
  if (g.v == 3) reach_error();
}
