// expect: unsafe read-only
// property: valid-memsafety
// The constructor keeps the object's address.
struct object;
static object *last;
struct object {
  int a;
  object(int x) : a(x) {
    last = this;
    last->a = 2;
  }
};

int main(int argc, char **) {
  const object o(argc);
  last->a = 4;
  return 0;
}
