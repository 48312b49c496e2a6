// expect: safe
extern int somewhere_else(int);
int main(int argc, char **argv) { return argc > 7 ? somewhere_else(3) : 0; }
