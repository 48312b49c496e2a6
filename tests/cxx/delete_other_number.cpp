// expect: unsafe double-free
// property: valid-memsafety
// message: an object is deleted as one of another class
int main() {
  void *p = new int;
  float *f = static_cast<float *>(p);
  delete f;
}
