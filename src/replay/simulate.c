#include "replay/simulate.h"

#include <string.h>

#include "base/rng.h"
#include "replay/wide.h"

#define TURN 1000    // steps of one process without a switch
#define WIDEST 4096  // bits of a value that a setting may have before the input's type is known

// Threads: the one that made the last step, unless it has had its turn: somebody may wait for another in a loop.
static size_t keep_turn(const machine *m, const uint32_t *ready, size_t n, uint32_t turn) {
  if (!machine_interleaves(m)) return 0;
  for (size_t i = 0; i < n; i++)
    if (ready[i] == machine_running(m)) return turn < TURN ? i : (i + 1) % n;
  return 0;
}

bool simulate_is_over(const machine *m, const simulate_options *o) {
  unsigned __int128 now = machine_time(m);
  return o->bounded && now * (o->femtoseconds ? machine_time_unit(m) : 1) > o->until;
}

machine_status simulate_run(machine *m, const simulate_options *o,
                            void (*on_step)(void *arg, const machine *m, uint32_t proc), void *arg) {
  rng random = rng_new(o->seed);
  uint32_t turn = 0;
  VEC(uint32_t) ready = {0};
  vec_reserve(&ready, 16);
  for (uint64_t steps = 0; machine_get_status(m) == MACHINE_RUNNING; steps++) {
    if (o->max_steps && steps == o->max_steps) break;
    while ((ready.len = machine_ready_order(m, ready.data, ready.cap)) == ready.cap) vec_reserve(&ready, 2 * ready.cap);
    uint32_t proc = ready.data[o->random ? rng_below(&random, ready.len) : keep_turn(m, ready.data, ready.len, turn)];
    turn = proc == machine_running(m) ? turn + 1 : 0;
    machine_step(m, proc);
    if (on_step) on_step(arg, m, proc);
    machine_race_info race;
    if (machine_race(m, PLACE_NONE, &race) || simulate_is_over(m, o)) break;
  }
  vec_free(&ready);
  return machine_get_status(m);
}

typedef struct setting {
  const char *text;  // NAME=VALUE
  size_t name_len;
  bool used, misfit;
} setting;

struct simulate_inputs {
  const ir_module *ir;
  setting *settings;
  size_t n;
  arena *mem;
};

static const char *value_of(const setting *s) {
  const char *value = s->text + s->name_len + 1;
  if (!strcmp(value, "true")) return "1";
  if (!strcmp(value, "false")) return "0";
  return value;
}

bool simulate_inputs_new(const ir_module *ir, const char *const *settings, size_t n, simulate_inputs **out,
                         const char **why) {
  simulate_inputs *in = MEM_NEW(simulate_inputs);
  in->ir = ir;
  in->mem = arena_new();
  in->n = n;
  in->settings = ARENA_NEW_N(in->mem, setting, n);
  uint64_t limbs[WIDEST / 64];
  for (size_t i = 0; i < n; i++) {
    setting *s = &in->settings[i];
    const char *equals = strchr(settings[i], '=');
    *s = (setting){.text = arena_strdup(in->mem, settings[i]), .name_len = equals ? (size_t)(equals - settings[i]) : 0};
    if (s->name_len && wide_parse(value_of(s), limbs, WIDEST)) continue;
    *why = s->name_len ? "an input's value must be a number, true or false" : "an input is set by NAME=VALUE";
    simulate_inputs_free(in);
    return false;
  }
  *out = in;
  return true;
}

void simulate_inputs_free(simulate_inputs *in) {
  if (!in) return;
  arena_free(in->mem);
  mem_free(in);
}

bool simulate_inputs_draw(void *arg, size_t n, machine_input *in) {
  (void)n;
  simulate_inputs *all = arg;
  setting *found = NULL;
  for (size_t i = 0; i < all->n; i++) {
    setting *s = &all->settings[i];
    if (strlen(in->name) != s->name_len || strncmp(in->name, s->text, s->name_len)) continue;
    found = s;
    if (!s->used) break;
  }
  if (!found) return false;
  found->used = true;
  uint32_t bits = ir_type_get(all->ir, in->type)->bits;
  uint64_t *limbs = arena_alloc(all->mem, wide_limbs(bits) * sizeof *limbs);
  if (!wide_parse(value_of(found), limbs, bits)) {
    found->misfit = true;
    return false;
  }
  in->bits = limbs[0];
  in->limbs = limbs;
  return true;
}

const char *simulate_inputs_unused(const simulate_inputs *in) {
  for (size_t i = 0; i < in->n; i++)
    if (!in->settings[i].used) return in->settings[i].text;
  return NULL;
}

const char *simulate_inputs_misfit(const simulate_inputs *in) {
  for (size_t i = 0; i < in->n; i++)
    if (in->settings[i].misfit) return in->settings[i].text;
  return NULL;
}
