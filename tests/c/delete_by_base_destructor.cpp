// expect: unsafe double-free
// The same size, but the destructor of the object would have had something to do.
static int ends;
struct base { int x; ~base() { ends++; } };
struct derived : base { ~derived() { ends += 10; } };

static void drop(base *p) { delete p; }

int main() {
  derived local;
  drop(new derived);
  return ends;
}
