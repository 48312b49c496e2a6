// expect: unsafe read-only
// property: valid-memsafety
// The constructor calls a virtual function, so that it is not known who writes.
struct counter {
  int n;
  counter(int x) : n(x) { begin(); }
  virtual ~counter() {}
  virtual void begin() { n++; }
};

int main(int argc, char **) {
  const counter c(argc);
  const_cast<int &>(c.n) = 4;
  return 0;
}
