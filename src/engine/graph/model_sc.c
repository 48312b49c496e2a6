// Sequential consistency: the graphs that interleavings show.
#include "engine/graph/model.h"

const memory_model model_sc = {.name = "sc", .consistent = relations_sequential};
