// expect: unsafe read-only
// property: valid-memsafety
// message: a constant is written
// Bases and arrays inside of a constant object are constant as well.
struct base {
  int values[2];
  base() : values{1, 2} {}
  virtual ~base() { values[0] = 0; }
};
struct derived : base {
  int more;
  derived() : more(3) { more++; }
  ~derived() override { more = 0; }
};

int main() {
  const derived d;
  const base &b = d;
  const_cast<int *>(b.values)[1] = 4;
  return d.more;
}
