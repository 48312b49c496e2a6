// Memory models: which execution graphs there are. A model is one file and one line in models.def.
//
// What the search demands of a model: a part of a consistent graph that is closed under (sequenced before u reads from) is consistent, and a consistent graph stays so
// when a read is added that reads the newest write in modification order, or a write that becomes the newest one.
#ifndef ENGINE_GRAPH_MODEL_H
#define ENGINE_GRAPH_MODEL_H

#include "engine/graph/relations.h"

typedef struct memory_model {
  const char *name;
  bool undefined_races;  // a data race has no defined behaviour
  // x is begun with the graph. Reads lie behind what they read from: sequenced before and reads from have no cycle.
  bool (*consistent)(relations *x, edges *scratch);
} memory_model;

const memory_model *memory_model_get(uint32_t index);  // by the number of --memory-model

#endif
