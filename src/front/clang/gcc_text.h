// Preprocessed files of C (.i) that gcc made: what clang rejects in them is edited, or replaced by macros
// (runtime/include/gcc_text.h), for which the text is preprocessed once more.
#ifndef FRONT_CLANG_GCC_TEXT_H
#define FRONT_CLANG_GCC_TEXT_H

#include <stdbool.h>

typedef struct gcc_text {
  bool made;        // the file has something that clang does not know
  bool floats;      // also names of floating types that it does not declare
  bool intrinsics;  // it had gcc's headers of machine instructions; clang's are to stand in their place
  int fd;           // the edited text; -1: none. The caller closes it; programs that are started inherit it
} gcc_text;

// Of a file with another ending, or one that cannot be read: nothing.
gcc_text gcc_text_look(const char *file);

#endif
