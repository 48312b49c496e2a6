// expect: unsafe read-only
// property: valid-memsafety
// message: a constant is written
// A constant object of a class is one from the end of its constructor on.
struct counter {
  int count;
  explicit counter(int from) : count(from) { count++; }
  int get() const { return count; }
};

static void reset(const counter *c) { const_cast<counter *>(c)->count = 0; }

int main() {
  counter plain(1);
  reset(&plain);
  const counter constant(1);
  reset(&constant);
  return constant.get();
}
