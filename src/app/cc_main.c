// The executable `allways-cc`: see front/llvm/llvm_cc.h. Users do not call it.
#include "front/llvm/llvm_cc.h"

int main(int argc, char **argv) { return llvm_cc_main(argc, argv); }
