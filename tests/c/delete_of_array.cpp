// expect: unsafe double-free
// property: valid-memsafety
// Made by new[], given back by delete.
int main() {
  int *p = new int[3];
  delete p;
}
