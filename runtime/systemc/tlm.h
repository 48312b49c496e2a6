#ifndef ALLWAYS_TLM_H
#define ALLWAYS_TLM_H
#include "tlm"
#endif
