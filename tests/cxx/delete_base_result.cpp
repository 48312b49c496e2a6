// expect: unsafe double-free
// property: valid-memsafety
// message: an object is deleted as one of another class
struct base {
  int v;
};
struct derived : base {};
base *make() { return new derived; }
int main() { delete make(); }
