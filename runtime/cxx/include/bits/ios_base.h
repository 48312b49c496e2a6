// Stands in for libstdc++ in what its other headers (<locale>, <regex>, <filesystem>) include: see allways_ios.h.
#ifndef ALLWAYS_BITS_IOS_BASE_H
#define ALLWAYS_BITS_IOS_BASE_H
#include <bits/allways_ios.h>
#endif
