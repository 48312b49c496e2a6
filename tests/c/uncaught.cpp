// expect: unsafe exception
int main() { throw 1; }
