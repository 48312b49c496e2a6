// Is the memory of the machine, or of the container that this process runs in, nearly used up?
#ifndef BASE_SCARCE_H
#define BASE_SCARCE_H

#include <stdbool.h>
#include <stdint.h>

// Would the system soon end a process of this size (resident bytes)? A small one is not what uses the memory, so never. `root`: "" but for tests. What
// cannot be read is no reason. No allocation: called when memory is short.
bool memory_is_scarce(const char *root, uint64_t resident);

#endif
