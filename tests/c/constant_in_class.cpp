// expect: unsafe read-only
// property: valid-memsafety
// engines: naive dpor auto
// A constexpr table behind a const_cast, reached by a reference.
struct table {
  static constexpr int rows[2] = {1, 2};
};

static void raise(const int &r) { const_cast<int &>(r)++; }

int main() {
  raise(table::rows[1]);
  return 0;
}
