// Files that are read, by stdio.h and by <fstream>; what is written to one goes nowhere.
#include <cstdio>
#include <fstream>
#include <iostream>
#include <systemc>
using namespace sc_core;
SC_MODULE(M){void run(){FILE *f = std::fopen("files.txt", "r");
int a, b, c;
char w[20];
float x;
double y;
int n = std::fscanf(f, "%d %x %d", &a, (unsigned *)&b, &c);
std::printf("%d: %d %d %d\n", n, a, b, c);
n = std::fscanf(f, "%s%s%f%lf", w, w + 10, &x, &y);
std::printf("%d: %s %s %g %g eof %d at %ld\n", n, w, w + 10, x, y, std::feof(f), std::ftell(f));
char line[32];
while (std::fgets(line, sizeof line, f)) std::printf("line <%s>\n", line);
std::printf("eof %d\n", !!std::feof(f));
std::rewind(f);
wait(1, SC_NS);
char bytes[6] = "";
std::printf("%d %s\n", (int)std::fread(bytes, 1, 5, f), bytes);
int ch = std::fgetc(f);
std::ungetc(ch, f);
std::printf("%c%c\n", ch, std::fgetc(f));
while (std::fscanf(f, "%s", w) != EOF) std::printf("%s,", w);
std::printf(" %d\n", !!std::feof(f));
std::fclose(f);
std::printf("%d\n", std::fopen("no_such_file.txt", "r") == NULL);
FILE *o = std::fopen("/dev/null", "w");
std::fprintf(o, "nothing %d %s %g", 3, "x", 1.5);
std::fputs("z", o);
std::fputc('z', o);
std::fwrite("abc", 1, 3, o);
std::fclose(o);
std::fwrite("abc\n", 1, 4, stdout);
std::ifstream in("files.txt");
std::cout << in.is_open() << " " << in.good() << std::endl;
in >> a >> std::hex >> b >> std::dec >> c;
std::cout << a << " " << b << " " << c << std::endl;
std::string s;
while (std::getline(in, s)) std::cout << "<" << s << ">" << std::endl;
std::cout << in.eof() << in.fail() << std::endl;
in.clear();
in.seekg(0);
in >> a;
std::cout << a << " " << in.tellg() << std::endl;
std::ifstream none("no_such_file.txt");
std::cout << none.is_open() << !none << std::endl;
std::string name = "files";
name += ".txt";
std::ifstream made(name);
made >> a;
std::cout << a << std::endl;
}
SC_CTOR(M) { SC_THREAD(run); }
}
;
int sc_main(int, char **) {
  M m("m");
  sc_start();
  return 0;
}
