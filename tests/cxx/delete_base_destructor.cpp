// expect: unsafe double-free
// property: valid-memsafety
// message: an object is deleted as one of another class
struct base {
  int v;
  ~base() { v = 0; }
};
struct derived : base {};
struct holder {
  base *b;
};
int main() {
  holder h{new derived};
  delete h.b;
}
