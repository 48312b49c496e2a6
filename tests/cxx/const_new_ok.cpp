// expect: safe
// property: valid-memsafety,valid-memtrack,assert
// What is constructed as a constant is written by its constructor and destructor; a constant pointer says nothing about the object.
#include <cassert>

struct point {
  int x, y;
  point(int a, int b) : x(a), y(b) {}
  ~point() { x = 0; }
};
struct pair {
  int a, b;
};

int main() {
  const point *p = new const point(1, 2);
  const int *number = new const int(3);
  const pair *both = new const pair{4, 5};
  point *q = new point(6, 7);
  const point *view = q;
  const_cast<point *>(view)->y = 8;
  assert(p->y + *number + both->b + view->y == 18);
  delete p;
  delete number;
  delete both;
  delete view;
}
