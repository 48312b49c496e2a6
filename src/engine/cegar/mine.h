// Relations between variables that sample runs suggest: candidates for predicates, never more than that.
#ifndef ENGINE_CEGAR_MINE_H
#define ENGINE_CEGAR_MINE_H

#include "engine/cegar/arg.h"
#include "engine/horn/relations.h"

// mine.c: runs the automata on concrete values, choosing as the reduction does.
void mine_samples(cegar *g, const id_vec *vars, sample_groups *out);
// lengths.c: true: the precision grew
bool mine_array_facts(cegar *g);

#endif
