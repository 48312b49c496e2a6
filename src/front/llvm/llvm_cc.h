// The child process `allways-cc`: modules in, the text form of the IR out. It runs apart so that a crash of LLVM on strange
// input is a diagnostic of the parent, and so that nobody else loads LLVM.
//
// allways-cc [--exact] [--uninit] [--show-llvm] [--language=NAME] [--set=NAME=0|1]... [--source=FILE]... INPUT...
// --show-llvm prints the module as it is lowered to stderr.
// An input is a path, or `fd:N:NAME`: an inherited descriptor that yields the bitcode of the file NAME.
// Exit status: 0, or 65 with messages on stderr.
#ifndef FRONT_LLVM_LLVM_CC_H
#define FRONT_LLVM_LLVM_CC_H

int llvm_cc_main(int argc, char **argv);

#endif
