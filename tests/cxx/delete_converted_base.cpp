// expect: safe
// property: valid-memsafety
// engines: auto naive dpor
// Clang calls the destructor of the base in the place of one that does nothing more.
struct base {
  int value;
  ~base() { value = 0; }
};
struct derived : base {};
struct single {
  int value;
  ~single() { value = 1; }
};

int main() {
  void *made = new derived, *other = new single;
  delete (derived *)made;
  delete static_cast<single *>(other);
}
