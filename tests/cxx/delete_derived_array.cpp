// expect: unsafe
// property: valid-memsafety
// message: an array is deleted as one of another class
struct base {
  int b = 1;
  virtual ~base() {}
};
struct derived : base {
  int d[3] = {};
};

int main() {
  base *own = new base[2];
  delete[] own;
  base *several = new derived[2];
  delete[] several;
}
