"""Counters, the pressure model, the condition builder and the symmetric accumulator (sections 7.4 and 7.5)."""
from ivlbench.family import ACYCLIC, CYCLIC, SAFE, Family


def letters(count):
    """Thread names that sort as they are declared: A .. Z, then AA .. (search orders by name)."""
    if count > 26 * 27:
        raise ValueError("more threads than letters")
    return [chr(65 + i) if i < 26 else chr(64 + i // 26) + chr(65 + i % 26) for i in range(count)]


def symbolic_counter(bound, maximum):
    return f"""
int MAX = {maximum};
int BOUND = {bound};
int c = ?(int);
event e;

thread counter {{
  while (true) {{
    c += 1;
    wait e;
  }}
}}

// Resets into the initial range; whether it runs before or after the counter matters only near MAX.
thread guard {{
  while (true) {{
    if (c >= MAX) {{
      c = c - MAX + BOUND;
    }}
    wait e;
  }}
}}

thread check {{
  while (true) {{
    wait_time 0;
    assert(c >= 0 && c <= MAX);
    notify e;
  }}
}}

main {{
  assume(c >= 0 && c <= BOUND);
  start;
}}
"""


def counting_threads(threads):
    out = []
    for name in letters(threads):
        low = name.lower()
        out.append(f"""thread {name} {{
  while ({low} < STEPS) {{
    {low} += 1;
    changes += 1;
    wait e{name};
  }}
}}
""")
    return "\n".join(out)


def counter_declarations(threads, steps):
    names = letters(threads)
    events = "\n".join(f"event e{name};" for name in names)
    values = "\n".join(f"int {name.lower()} = ?(int);" for name in names)
    return f"int STEPS = {steps};\n{events}\n\n{values}\n"


def start_values(threads):
    lows = [name.lower() for name in letters(threads)]
    return "\n".join(f"  assume({low} == 0 || {low} == 1);" for low in lows)


def term_counter(threads, steps):
    names = letters(threads)
    wake = "\n".join(f"    notify e{name};" for name in names)
    reached = " && ".join(f"{name.lower()} == STEPS" for name in names)
    return f"""
{counter_declarations(threads, steps)}int changes = 0;

{counting_threads(threads)}
// Ends with the first step in which no thread counted.
thread clk {{
  wait_time 1;
  while (changes > 0) {{
    changes = 0;
{wake}
    wait_time 1;
  }}
}}

main {{
{start_values(threads)}
  start;
  assert({reached});
}}
"""


def leaving_threads(threads):
    """The loops of `counting_threads`, leaving first: the published counts of exact subsumption follow that branch."""
    out = []
    for name in letters(threads):
        low = name.lower()
        out.append(f"""thread {name} {{
  while (true) {{
    if ({low} >= STEPS) {{
      break;
    }}
    {low} += 1;
    wait e{name};
  }}
}}
""")
    return "\n".join(out)


def counter(threads, steps):
    names = letters(threads)
    wake = "\n".join(f"    notify e{name};" for name in names)
    within = " && ".join(f"{name.lower()} <= STEPS" for name in names)
    return f"""
{counter_declarations(threads, steps)}
{leaving_threads(threads)}
// Never ends: once all threads are done the states repeat.
thread clk {{
  while (true) {{
    wait_time 1;
    assert({within});
{wake}
  }}
}}

main {{
{start_values(threads)}
  start;
}}
"""


def pressure(initial, maximum, assume, start):
    return f"""
int pressure = {initial};
int max = {maximum};
event e;

// Keeps the pressure below the maximum; it reads in every step and writes only near the end.
thread guard {{
  while (true) {{
    wait e;
    if (pressure >= max) {{
      pressure -= 1;
    }}
  }}
}}

thread increase {{
  while (true) {{
    wait e;
    pressure += 1;
  }}
}}

thread clk {{
  while (true) {{
    assert(pressure <= max);
    wait_time 1;
    notify e, 0;
  }}
}}

main {{
{assume}  {start};
}}
"""


def pressure_safe(steps):
    # The simulation covers the instants 0 .. steps-1 and ends when the guard could act for the first time.
    return pressure("0", max(steps - 1, 1), "", f"start {steps - 1}")


def pressure_sym(steps, bound):
    return pressure("?(int)", steps, f"  assume(pressure <= {bound} && pressure >= 0);\n", f"start {steps}")


def pressure_sym_nb(maximum, bound):
    return pressure("?(int)", maximum, f"  assume(pressure <= {bound} && pressure >= 0);\n", "start")


def condition_builder(size):
    if size < 4 or size % 2:
        raise ValueError("condition-builder: the size is an even number from 4 on")
    last, low, high = size - 1, size // 2 - 1, size // 2
    return f"""
bool b = true;
int n = ?(int);
int step = 0;
bool is_first = true;
event e;

void extend_cond(int i) {{
  if (i < {low} || i > {high}) {{
    if (!is_first)
      assert(!b || n != {last} - i);
    is_first = false;
    b = b && (n != i);
  }}
}}

thread A {{
  while (true) {{
    wait e;
    extend_cond(step);
  }}
}}

thread B {{
  while (true) {{
    wait e;
    extend_cond({last} - step);
  }}
}}

thread C {{
  wait_time 0;
  while (true) {{
    for (step = 0; step < {last}; step += 1) {{
      is_first = true;
      notify e;
      wait_time 0;
    }}
    assert(!b || n == {low} || n == {high});
  }}
}}

main {{
  assume(n >= 0 && n <= {last});
  start;
}}
"""


def symmetric_accumulator(iterations):
    return f"""
int result = 0;
int step = 0;
event WRITE;
event READ;

bool is_even(int x) {{
  return x % 2 == 0;
}}

bool pred(int x) {{
  return x == 2 || x == 4;
}}

int fA() {{
  int a1 = ?(int);
  int a2 = ?(int);
  int a3 = a1 * a2 + a1;
  assume pred(a1);
  return a3;
}}

int fB() {{
  int b1 = ?(int);
  int b2 = ?(int);
  int b3 = b2 * (b1 + 1);
  assume pred(b2);
  return b3;
}}

thread A {{
  while (true) {{
    if (is_even(step)) {{
      result = result + fA();
      notify WRITE, 0;
    }}
    step += 1;
    wait READ;
  }}
}}

thread B {{
  while (true) {{
    if (is_even(step)) {{
      result = result + fB();
      notify WRITE, 0;
    }}
    step += 1;
    wait READ;
  }}
}}

thread check {{
  while (true) {{
    wait WRITE;
    notify READ, 1;
  }}
}}

main {{
  start {iterations - 1};
  assert is_even(result);
}}
"""


FAMILIES = [
    Family(r"symbolic-counter\.(\d+)\.(\d+)", SAFE, CYCLIC,
           "a symbolic counter, a guard that resets it at MAX and a check; start value in 0..BOUND",
           symbolic_counter,
           [f"symbolic-counter.{b}.{m}" for b, m in ((1, 3), (1, 6), (1, 9), (1, 12), (1, 15), (2, 9), (3, 9), (4, 9),
            (5, 9), (6, 9), (7, 9), (3, 15), (6, 15), (9, 15), (9, 1000))]),
    Family(r"term-counter-(\d+)\.(\d+)", SAFE, ACYCLIC,
           "independent threads count to a limit; the clock stops when nothing changed any more",
           term_counter,
           [f"term-counter-{t}.{s}" for t in (1, 2, 3, 4) for s in (50, 100, 200, 400)] + ["term-counter-4.10000"]),
    Family(r"counter-(\d+)\.(\d+)", SAFE, CYCLIC,
           "independent threads count to a limit; the clock never stops",
           counter, [f"counter-{t}.{s}" for t in (1, 2, 3, 4) for s in (50, 200)]),
    Family(r"pressure-safe\.(\d+)", SAFE, ACYCLIC,
           "a thread raises the pressure, a guard lowers it at the maximum; bounded simulation time",
           pressure_safe, [f"pressure-safe.{n}" for n in (5, 13, 15, 20, 25, 50, 100, 10000)]),
    Family(r"pressure-sym\.(\d+)\.(\d+)", SAFE, ACYCLIC,
           "the pressure model with a symbolic start value; bounded simulation time",
           pressure_sym, ["pressure-sym.9.4", "pressure-sym.50.5"]),
    Family(r"pressure-sym\.nb\.(\d+)\.(\d+)", SAFE, CYCLIC,
           "the pressure model with a symbolic start value; simulation time not bounded",
           pressure_sym_nb, ["pressure-sym.nb.9.4", "pressure-sym.nb.50.5"]),
    Family(r"condition-builder\.(\d+)", SAFE, CYCLIC,
           "two threads extend one logic condition from both ends until all but two values are excluded",
           condition_builder, ["condition-builder.8", "condition-builder.16", "condition-builder.32"]),
    Family(r"symmetric-accumulator\.(\d+)", SAFE, ACYCLIC,
           "two threads add values that are equal in meaning and different in form, whichever comes first",
           symmetric_accumulator, [f"symmetric-accumulator.{n}" for n in range(1, 16)]),
]
