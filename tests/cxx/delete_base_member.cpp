// expect: unsafe double-free
// property: valid-memsafety
// message: an object is deleted as one of another class
struct base {
  int v;
};
struct derived : base {};
struct middle {
  int k;
  base *b;
};
struct outer : middle {};
void drop(outer &o) { delete o.b; }
int main() {
  outer o;
  o.b = new derived;
  drop(o);
}
