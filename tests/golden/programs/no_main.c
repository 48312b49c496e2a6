// A file without main.
int half(int x) { return x / 2; }
