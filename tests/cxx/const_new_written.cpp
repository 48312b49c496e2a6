// expect: unsafe read-only
// property: valid-memsafety
struct point {
  int x, y;
  point(int a, int b) : x(a), y(b) {}
  ~point() { x = 0; }
};

int main() {
  const point *fine = new const point(1, 2);
  int sum = fine->x + fine->y;
  delete fine;
  const int *number = new const int(3);
  sum += *number;
  delete number;
  const point *p = new const point(4, 5);
  const_cast<point *>(p)->y = 6;
  sum += p->y;
  delete p;
  return sum;
}
