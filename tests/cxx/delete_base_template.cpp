// expect: unsafe double-free
// property: valid-memsafety
// message: an object is deleted as one of another class
struct base {
  int v;
};
struct derived : base {};
template <class T> void destroy(T *t) { delete t; }
int main() {
  base *b = new derived;
  destroy(b);
}
