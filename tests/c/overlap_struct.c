// expect: unsafe overlap
// property: bounds
// An assignment between members of a union that overlap in part (C17 6.5.16.1 3).
struct four { int v[4]; };
static union {
  struct four first;
  struct { int skipped; struct four second; } shifted;
} u;

static void assign(struct four *to, const struct four *from) { *to = *from; }

int main(void) {
  assign(&u.shifted.second, &u.first);
  return u.first.v[0];
}
