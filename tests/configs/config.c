#include "configs/config.h"

#include <stdio.h>
#include <string.h>

#include "app/options.h"
#include "engine/engine.h"
#include "gen/gen_ivl.h"
#include "match/match.h"
#include "result/explain.h"

// Resource units of Z3 for one question: nothing here needs more than a fraction, and nothing may hang.
enum { SOLVER_LIMIT = 3000000, ESS_LIMIT = 300000 };
enum { SDPOR_A_WORD = 1, SDPOR_C_WORD = 2, MATCHES = 10 };

// Options of methods that guess mappings, drawn beside the configuration, a bit each.
static const char *const map_words[MAP_OPTIONS] = {"--map-algorithm=1", "--map-key=place", "--map-seeded",
                                                   "--break-equalities", "--map-regular=0"};

static bool is_dynamic(opt_por por) { return por >= OPT_POR_DPOR; }
static bool has_fallback(opt_por por) { return por == OPT_POR_DPOR_STUB1 || por == OPT_POR_DPOR_STUB2; }

size_t config_all(config out[CONFIG_MAX]) {
  size_t n = 0;
  for (int por = OPT_POR_NONE; por <= OPT_POR_DPOR_NES; por++) {
    out[n++] = (config){.engine = OPT_ENGINE_stateless, .por = (opt_por)por};
    out[n++] = (config){.engine = OPT_ENGINE_stateless, .por = (opt_por)por, .sleep_sets = true};
    for (int match = 0; match < MATCHES; match++) {
      config c = {.engine = OPT_ENGINE_stateful, .por = (opt_por)por, .match = match};
      out[n++] = c;
      c.by_sets = c.por == OPT_POR_STUB1 || c.por == OPT_POR_STUB2_MIN;
      if (c.by_sets) out[n++] = c;
      // Static fall-back without the proviso ignores processes (Listing 3.1).
      if (!is_dynamic(c.por) || has_fallback(c.por)) continue;
      c.sdpor = SDPOR_C_WORD;
      out[n++] = c;
    }
  }
  return n;
}

size_t config_deadlock(config out[CONFIG_MAX]) {
  size_t n = config_all(out);
  for (int por = OPT_POR_CT; por <= OPT_POR_STUB2_MIN; por++) {
    for (int match = 0; match < MATCHES; match++) {
      out[n++] = (config){.engine = OPT_ENGINE_stateful, .por = (opt_por)por, .match = match, .no_proviso = true};
    }
  }
  return n;
}

size_t config_unsound(config out[CONFIG_MAX]) {
  size_t n = 0;
  for (int match = 0; match < MATCHES; match++) {
    config c = {.engine = OPT_ENGINE_stateful, .por = OPT_POR_STUB1, .match = match, .no_proviso = true};
    out[n++] = c;
    c.por = OPT_POR_STUB2;
    out[n++] = c;
    c = (config){.engine = OPT_ENGINE_stateful, .por = OPT_POR_DPOR, .match = match, .sdpor = SDPOR_A_WORD};
    out[n++] = c;
    c.por = OPT_POR_DPOR_STUB1;
    c.sdpor = SDPOR_C_WORD;
    out[n++] = c;
  }
  return n;
}

static void add_word(strbuf *out, option_id id, int index) {
  const char *word = "?";
  size_t len = 1;
  option_value(option_get(id)->values, (size_t)index, &word, &len);
  sb_printf(out, "%s--%s=%.*s", out->len > 0 ? " " : "", option_get(id)->name, (int)len, word);
}

void config_print(const config *c, strbuf *out) {
  add_word(out, OPTION_engine, c->engine);
  if (c->engine != OPT_ENGINE_naive) add_word(out, OPTION_por, c->por);
  if (c->engine == OPT_ENGINE_stateful) add_word(out, OPTION_match, c->match);
  if (c->engine == OPT_ENGINE_stateful && is_dynamic(c->por)) add_word(out, OPTION_sdpor, c->sdpor);
  if (c->no_proviso) sb_puts(out, " --proviso=off");
  if (c->by_sets) add_word(out, OPTION_refine, OPT_REFINE_SET);
  if (c->sleep_sets) sb_puts(out, " --sleep-sets");
}

bool config_maps(const config *c) {
  return c->engine == OPT_ENGINE_stateful &&
         (c->match == METHOD_SBC_EQ || c->match == METHOD_SBC_CV || c->match == METHOD_AUTO);
}

void setting_print(const setting *s, strbuf *out) {
  config_print(&s->c, out);
  if (s->by_name) sb_puts(out, " --order=name");
  if (s->multi) sb_puts(out, " --pending=multi");
  if (s->as_documented) sb_puts(out, " --as-documented");
  if (s->deadlock) sb_puts(out, " --property=deadlock");
  for (unsigned i = 0; i < MAP_OPTIONS; i++) {
    if (s->mapping >> i & 1) sb_printf(out, " %s", map_words[i]);
  }
  if (s->confirm) sb_puts(out, " --check=4");
  if (s->cvc5) sb_puts(out, " --solver=cvc5 --solver-cache=off --solver-interval=off");
  if (s->ranged) sb_printf(out, " --input-range=%d..%d", GEN_INPUT_LO, GEN_INPUT_HI);
}

static options effective(const setting *s, const config_limits *l) {
  options o = options_default();
  o.engine = s->c.engine;
  o.por = s->c.por;
  o.match = s->c.match;
  o.sdpor = s->c.sdpor;
  o.proviso = !s->c.no_proviso;
  o.refine = s->c.by_sets ? OPT_REFINE_SET : OPT_REFINE_ALL;
  o.sleep_sets = s->c.sleep_sets;
  o.order = s->by_name ? OPT_ORDER_NAME : OPT_ORDER_DECLARATION;
  o.pending = s->multi ? OPT_PENDING_MULTI : OPT_PENDING_IEEE;
  o.as_documented = s->as_documented;
  o.ess_limit = ESS_LIMIT;
  o.check = s->confirm ? 4 : 1;
  o.map_algorithm = s->mapping & 1 ? OPT_MAP_ALGORITHM_1 : OPT_MAP_ALGORITHM_2;
  o.map_key = s->mapping & 2 ? OPT_MAP_KEY_PLACE : OPT_MAP_KEY_TYPE;
  o.map_seeded = s->mapping & 4;
  o.break_equalities = s->mapping & 8;
  if (s->mapping & 16) o.map_regular = 0;
  o.input_range = (opt_range){s->ranged, GEN_INPUT_LO, GEN_INPUT_HI};
  if (s->c.engine == OPT_ENGINE_stateless) o.max_depth = l->depth;
  return o;
}

static uint32_t checks_of(const ir_module *m) {
  uint32_t checks = 0;
  strbuf error = {0};
  options_checks(m->properties, &checks, &error);
  sb_fini(&error);
  return checks;
}

static void judge(const ir_module *m, engine_ctx *ctx, config_answer *out) {
  result *r = ctx->result;
  out->verdict = r->verdict;
  out->grade = r->grade;
  out->limited = ctx->limits->hit != NULL;
  out->transitions = r->counters.transitions;
  out->states = r->counters.states;
  out->refinements = r->counters.refinements;
  const char *why = "";
  if (r->verdict == VERDICT_UNSAFE) {
    machine_options mo = engine_machine_options(ctx);
    mo.step_limit = 100000;
    out->confirmed = explain_confirm(m, &mo, r, &why);
    if (out->confirmed) why = r->violation.message != NULL ? r->violation.message : "";
  } else if (r->reason != NULL) {
    why = r->reason;
  }
  snprintf(out->detail, sizeof out->detail, "%s", why);
}

void config_run(const ir_module *m, const setting *s, const config_limits *l, config_answer *out) {
  static const char *const names[] = {"auto", "naive", "stateless", "stateful"};
  *out = (config_answer){0};
  options o = effective(s, l);
  expr_options eo = {.as_documented = s->as_documented};
  smt_config sc = smt_default_config();
  sem_options so = sem_default_options();
  sc.rlimit = SOLVER_LIMIT;
  if (s->cvc5) {
    sc.solver = SMT_SOLVER_CVC5;
    sc.rlimit = SOLVER_LIMIT / 8;
    sc.cache = sc.interval = false;
    sc.validate = true;
  }
  so.checks = s->deadlock ? 1u << IR_CHECK_DEADLOCK : checks_of(m);
  so.pending_multi = s->multi;
  so.as_documented = s->as_documented;
  so.has_input_range = s->ranged;
  so.input_lo = GEN_INPUT_LO;
  so.input_hi = GEN_INPUT_HI;
  so.step_limit = 100000;
  so.depth_limit = 1000;
  expr_table *terms = expr_table_new(&eo);
  smt *solver = smt_new(terms, &sc);
  sem *semantics = sem_new(m, terms, solver, &so);
  limits lim = {.max_transitions = l->transitions, .stop = l->stop};
  semantics->stop = l->stop;
  engine_ctx ctx = {.ir = m, .sem = semantics, .options = &o, .limits = &lim, .result = result_new()};
  engine_run(engine_find(names[s->c.engine]), &ctx);
  judge(m, &ctx, out);
  result_free(ctx.result);
  sem_free(semantics);
  smt_free(solver);
  expr_table_free(terms);
}
