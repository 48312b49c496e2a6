// expect: unsafe unreach-call
// property: unreach-call
// A function that takes any arguments and looks at none.
extern "C" void reach_error(...);

int main() { reach_error(3, "x"); }
