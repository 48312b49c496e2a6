// A file of the tree, or made by the build, as bytes of the program: from `symbol` up to `symbol_end`, where a zero follows. The source
// that uses it is compiled without link-time optimisation, which would lose the symbols.
#ifndef BASE_INCLUDE_FILE_H
#define BASE_INCLUDE_FILE_H

#define INCLUDE_FILE(symbol, file)                                                                                  \
  __asm__(".section .rodata\n.balign 16\n.global " #symbol "\n" #symbol ":\n.incbin \"" file "\"\n.global " #symbol \
          "_end\n" #symbol "_end:\n.byte 0\n.previous\n");                                                          \
  extern const char symbol[], symbol##_end[]

#endif
