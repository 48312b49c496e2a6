// expect: safe
// property: unreach-call
// A member has the name, but is another function.
struct log {
  int n = 0;
  void reach_error() { n++; }
};
int main() {
  log l;
  l.reach_error();
  return l.n - 1;
}
