// expect: unsafe read-only
// property: valid-memsafety
// A write to the constant's own name, behind its declaration.
struct item {
  int k;
};

int main(int argc, char **) {
  const item a{argc};
  const_cast<item &>(a).k = 3;
  return 0;
}
