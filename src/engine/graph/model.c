#include "engine/graph/model.h"

#define MODEL(name) extern const memory_model model_##name;
#include "engine/graph/models.def"
#undef MODEL

static const memory_model *const all[] = {
#define MODEL(name) &model_##name,
#include "engine/graph/models.def"
#undef MODEL
};

const memory_model *memory_model_get(uint32_t index) {
  CHECK(index < sizeof all / sizeof *all, "a memory model of the table");
  return all[index];
}
