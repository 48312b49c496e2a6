// expect: unsafe double-free
// property: valid-memsafety
// engines: auto naive dpor
// The conversion hides the class of the pointer, and both have one size: the destructor that is called is that of no base.
struct first {
  int value;
  ~first() { value = 0; }
};
struct second {
  int value;
  ~second() { value = 1; }
};

int main() {
  first *made = new first;
  delete (second *)made;
}
