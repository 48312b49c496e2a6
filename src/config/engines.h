// The engines, in the order in which `--engine` and `allways list engines` name them: one line each. engine_<name> lives in
// src/engine/<name>.
#ifndef CONFIG_ENGINES_H
#define CONFIG_ENGINES_H

// clang-format off
#define ENGINES(ENGINE) \
  ENGINE(naive) \
  ENGINE(stateless) \
  ENGINE(stateful) \
  ENGINE(dpor) \
  ENGINE(cegar) \
  ENGINE(horn) \
  ENGINE(hunt) \
  ENGINE(lazy) \
  ENGINE(modular) \
  ENGINE(lockset) \
  ENGINE(direct) \
  ENGINE(values) \
  ENGINE(confluence) \
  ENGINE(exsym) \
  ENGINE(graph) \
  ENGINE(robust) \
  ENGINE(live)
// clang-format on

#endif
