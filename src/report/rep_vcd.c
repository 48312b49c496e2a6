// The counterexample as a waveform (IEEE 1364 value change dump) for GTKWave and its relatives.
//
// Signals are the named globals, in scope `program`: integers up to 64 bits as vectors of their width (bool: one bit),
// everything else as text (`$var string`, which GTKWave reads). Those of a SystemC design stand in the scopes of its
// modules. `time`, `delta` and `process` in scope `kernel` say where in the simulation a change happened, `mark` from where on every run
// fails, and where the violation is.
//
// SystemC's time is shown as it is, in femtoseconds, with the steps of one instant a femtosecond apart as far as the
// resolution of the program has room for them. The other languages have no unit of time: a timestamp is model time * K +
// the number of the step within that instant, K = 1000 or the next power of ten that holds all steps of the busiest
// instant; one unit of model time is one nanosecond if K is 1000. Where timestamps would overflow, they are the numbers of
// the steps.
#include "report/report.h"

#include <string.h>

#include "base/intern.h"
#include "base/map64.h"
#include "report/rerun.h"

enum { KERNEL_SIGNALS = 4 };  // the first ones, named with an @ so that no global is called the same

typedef struct signal {
  const char *name;
  char *last;  // value as dumped
  bool is_text;
  uint32_t bits;
} signal;

typedef struct vcd {
  const report *r;
  VEC(signal) signals;
  interner *names;
  map64 index;          // interned name -> signal; large arrays get more elements as the run writes them
  strbuf changes;       // of the current step
  VEC(char *) steps;    // changes per step
  VEC(uint64_t) times;  // model time per step
  uint64_t unit;        // of model time, in femtoseconds, or 0
} vcd;

// Short printable names of signals: ! " # ... then two characters.
static void put_id(strbuf *out, size_t n) {
  do {
    sb_putc(out, (char)('!' + n % 94));
    n /= 94;
  } while (n);
}

static void put_vector(strbuf *out, uint64_t value, uint32_t bits) {
  if (bits > 1) sb_putc(out, 'b');
  for (uint32_t i = bits; i-- > 0;) sb_putc(out, value >> i & 1 ? '1' : '0');
}

static void put_string(strbuf *out, const char *value) {
  sb_putc(out, 's');
  for (; *value; value++) sb_putc(out, (unsigned char)*value <= ' ' ? '_' : *value);
}

static size_t find_signal(vcd *v, const char *name, bool is_text, uint32_t bits) {
  const char *key = intern(v->names, name);
  uint64_t n;
  if (map64_get(&v->index, (uint64_t)(uintptr_t)key, &n)) return n;
  n = v->signals.len;
  map64_put(&v->index, (uint64_t)(uintptr_t)key, n);
  vec_push(&v->signals, ((signal){key, NULL, is_text, bits}));
  return n;
}

static void dump_value(vcd *v, size_t n, const char *value) {
  signal *s = &v->signals.data[n];
  if (s->last && strcmp(s->last, value) == 0) return;
  mem_free(s->last);
  s->last = mem_strdup(value);
  sb_puts(&v->changes, value);
  if (value[1]) sb_putc(&v->changes, ' ');  // a single bit is written without one
  put_id(&v->changes, n);
  sb_putc(&v->changes, '\n');
}

static void dump_number(vcd *v, const char *name, uint64_t value, uint32_t bits) {
  strbuf text = {0};
  put_vector(&text, value, bits);
  dump_value(v, find_signal(v, name, false, bits), sb_text(&text));
  sb_fini(&text);
}

static void dump_text(vcd *v, const char *name, const char *value) {
  strbuf text = {0};
  put_string(&text, value);
  dump_value(v, find_signal(v, name, true, 1), sb_text(&text));
  sb_fini(&text);
}

static void dump_global(void *arg, const machine_value *x) {
  vcd *v = arg;
  const ir_type_info *t = ir_type_get(v->r->ir, x->type);
  if (t->kind == IR_TYPE_INT && t->bits <= 64)
    dump_number(v, x->name, x->bits, x->width ? x->width : t->is_bool ? 1 : t->bits);
  else
    dump_text(v, x->name, x->text);
}

// The step that begins after `done` others.
static const char *mark_of(const result *r, size_t done, bool last) {
  if (r->verdict != VERDICT_UNSAFE) return "-";
  if (last) return ir_check_kind(r->violation.check);
  return r->critical != RESULT_NO_STEP && done >= r->critical ? "every run fails" : "-";
}

static void dump_step(void *arg, const machine *m, const char *process, bool last) {
  vcd *v = arg;
  sb_clear(&v->changes);
  dump_number(v, "@time", machine_time(m), 64);
  dump_number(v, "@delta", machine_delta(m), 64);
  dump_text(v, "@process", process);
  dump_text(v, "@mark", mark_of(v->r->result, v->steps.len, last));
  machine_globals(m, dump_global, v);
  vec_push(&v->steps, mem_strdup(sb_text(&v->changes)));
  vec_push(&v->times, machine_time(m));
  v->unit = machine_time_unit(m);
}

// K, or 0 if timestamps would overflow.
static uint64_t time_factor(const vcd *v) {
  uint64_t busiest = 0, run = 0, factor = 1000, last = v->times.data[v->times.len - 1];
  for (size_t i = 0; i < v->times.len; i++) {
    run = i && v->times.data[i] == v->times.data[i - 1] ? run + 1 : 1;
    if (run > busiest) busiest = run;
  }
  if (v->unit)
    factor = v->unit;
  else
    while (factor <= busiest) factor *= 10;
  return last < UINT64_MAX / factor - 1 ? factor : 0;
}

// a[3].x -> a(3).x: brackets would be read as a choice of bits.
static void put_name(strbuf *out, const char *name) {
  for (; *name; name++) {
    char c = *name;
    sb_putc(out, c == '[' ? '(' : c == ']' ? ')' : (unsigned char)c <= ' ' ? '_' : c);
  }
}

// Parts of a hierarchical name before the last one: each is a scope, which may be opened again.
static const char *open_scopes(const vcd *v, const char *name, unsigned *opened, strbuf *out) {
  *opened = 0;
  if (!v->r->ir->spawns || v->r->ir->scheduler != IR_SCHED_SYSTEMC) return name;
  for (const char *dot; (dot = strchr(name, '.')); name = dot + 1, ++*opened) {
    strbuf part = {0};
    sb_putn(&part, name, (size_t)(dot - name));
    sb_puts(out, "$scope module ");
    put_name(out, sb_text(&part));
    sb_puts(out, " $end\n");
    sb_fini(&part);
  }
  return name;
}

static void put_header(const vcd *v, strbuf *out) {
  sb_printf(out, "$version allways %s $end\n", v->r->version);
  sb_printf(out, "$comment %s: ", v->r->file);
  if (v->r->result->verdict == VERDICT_UNSAFE)
    report_violation(&v->r->result->violation, out);
  else
    sb_puts(out, "one run");
  sb_puts(out, " $end\n");
  sb_printf(out, "$timescale 1 %s $end\n$scope module kernel $end\n", v->unit ? "fs" : "ps");
  for (size_t i = 0; i < v->signals.len; i++) {
    const signal *s = &v->signals.data[i];
    if (i == KERNEL_SIGNALS) sb_puts(out, "$upscope $end\n$scope module program $end\n");
    unsigned opened = 0;
    const char *name = i < KERNEL_SIGNALS ? s->name + 1 : open_scopes(v, s->name, &opened, out);
    sb_printf(out, "$var %s %u ", s->is_text ? "string" : "wire", s->bits);
    put_id(out, i);
    sb_putc(out, ' ');
    put_name(out, name);
    sb_puts(out, " $end\n");
    for (; opened; opened--) sb_puts(out, "$upscope $end\n");
  }
  sb_puts(out, "$upscope $end\n$enddefinitions $end\n");
}

static void put_steps(const vcd *v, strbuf *out) {
  uint64_t factor = time_factor(v), sub = 0, stamp = 0;
  for (size_t i = 0; i < v->steps.len; i++) {
    sub = i && v->times.data[i] == v->times.data[i - 1] ? sub + 1 : 0;
    uint64_t next = !factor ? i : v->times.data[i] * factor + (sub < factor ? sub : factor - 1);
    if (i == 0 || next != stamp) sb_printf(out, "#%llu\n", (unsigned long long)next);
    stamp = next;
    if (i == 0) sb_puts(out, "$dumpvars\n");
    sb_puts(out, v->steps.data[i]);
    if (i == 0) sb_puts(out, "$end\n");
  }
  sb_printf(out, "#%llu\n", (unsigned long long)stamp + 1);  // the last values get a width of their own
}

bool report_vcd(const report *r, strbuf *out, const char **why) {
  if (!r->ir || !r->result->schedule.len) {
    *why = "there is no counterexample";
    return false;
  }
  vcd v = {.r = r, .names = interner_new()};
  bool ok = report_rerun(r, dump_step, &v, why);
  if (ok) {
    put_header(&v, out);
    put_steps(&v, out);
  }
  for (size_t i = 0; i < v.signals.len; i++) mem_free(v.signals.data[i].last);
  for (size_t i = 0; i < v.steps.len; i++) mem_free(v.steps.data[i]);
  vec_free(&v.signals);
  map64_fini(&v.index);
  interner_free(v.names);
  vec_free(&v.steps);
  vec_free(&v.times);
  sb_fini(&v.changes);
  return ok;
}
