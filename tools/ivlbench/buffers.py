"""Rotating bit buffers and the array that many threads fill (sections 7.4 and 7.5).

The clock of the bit buffers is declared first: the published counts follow from its running before the copies.
"""
from ivlbench.family import ACYCLIC, CYCLIC, SAFE, UNSAFE, Family


def bounded(_, steps=None):
    return CYCLIC if steps is None else ACYCLIC


def popcount(kind):
    """Sums single bits instead of branching on them: a symbolic value must not fork here."""
    return f"""int num_high_bits({kind} value) {{
  int count = 0;
  for (int bit = 0; bit < 32; bit += 1) {{
    count += (value >> bit) & 1;
  }}
  return count;
}}
"""


def clock(kind):
    return f"""{popcount(kind)}
void check_state() {{
  int a = num_high_bits(c);
  int b = num_high_bits(n);
  assert a == b;
}}

thread clk {{
  while (true) {{
    wait_time 1;
    notify COPY;
    check_state();
    c = n;
    n = 0;
  }}
}}
"""


def sections(threads, name):
    if threads not in (2, 4):
        raise ValueError(f"{name}: two or four threads")
    return 32 // threads


def start(steps):
    return "start" if steps is None else f"start {steps - 1}"


def rbuf(threads, steps):
    width = sections(threads, "rbuf")
    cases = "\n".join(f"    case {i}:\n      mask = 0x{((1 << width) - 1) << (width * i):08x};\n      break;"
                      for i in range(threads))
    copies = "\n".join(f"""thread copy_{i + 1} {{
  while (true) {{
    rotate(&n, c, {i});
    wait COPY;
  }}
}}
""" for i in range(threads))
    return f"""
u32 c = ?(u32);
u32 n = 0;
event COPY;

// Copies section `pos` of the source one section up, the last one to the bottom.
void rotate(u32 *dst, u32 src, int pos) {{
  u32 mask = 0;
  switch (pos) {{
{cases}
    default:
      assert false;
  }}
  if (pos == {threads - 1}) {{
    *dst |= (src & mask) >> {32 - width};
  }} else {{
    *dst |= (src & mask) << {width};
  }}
}}

{clock("u32")}
{copies}
main {{
  {start(steps)};
}}
"""


def rbuf2_section(threads, index, wrong_mask):
    """Moves the section without its top bit; the top bit stays where it is."""
    width = 32 // threads
    low = ((1 << (width - 1)) - 1) << (width * index)
    top = 1 << (width * index + width - 1)
    if wrong_mask and index == threads - 1:
        low &= ~(1 << (width * index))
    return low, top, width


def rbuf2_copies(threads, bug):
    out = []
    for i in range(threads):
        low, top, width = rbuf2_section(threads, i, bug == 1)
        if i < threads - 1:
            moved = f"(c & 0x{low:08x}) << {width}"
        elif bug == 2:
            # A negative value is shifted arithmetically: the sign runs into the lower sections.
            moved = f"c >> {32 - width}"
        else:
            moved = f"(c & 0x{low:08x}) >> {32 - width}"
        out.append(f"""thread copy_{i + 1} {{
  while (true) {{
    n |= ({moved}) | (c & {top_literal(top)});
    wait COPY;
  }}
}}
""")
    return "\n".join(out)


def top_literal(top):
    """The sign bit as an int: 0x80000000 would be unsigned and make the whole expression unsigned."""
    return "(-2147483647 - 1)" if top == 1 << 31 else f"0x{top:08x}"


def rbuf2_text(threads, steps, bug):
    sections(threads, "rbuf2")
    return f"""
int c = ?(int);
int n = 0;
event COPY;

{clock("int")}
{rbuf2_copies(threads, bug)}
main {{
  {start(steps)};
}}
"""


def rbuf2(threads, steps):
    return rbuf2_text(threads, steps, 0)


def rbuf2_bug1(threads):
    return rbuf2_text(threads, None, 1)


def rbuf2_bug2(threads):
    return rbuf2_text(threads, None, 2)


def buffer(writers):
    writes = "\n".join(f"""thread P{i:0{len(str(writers - 1))}d} {{
  while (true) {{
    buf[{i}] = data + {i};
    wait next;
  }}
}}
""" for i in range(writers))
    return f"""
int buf[{writers}];
int data = ?(int);
event next;

{writes}
// Runs in the instant after all cells were written, then lets the writers begin again with a new value.
thread check {{
  while (true) {{
    wait_time 1;
    for (int i = 0; i < {writers}; i += 1) {{
      assert(buf[i] == data + i);
      buf[i] = 0;
    }}
    data = ?(int);
    notify next, 0;
  }}
}}

main {{
  start;
}}
"""


FAMILIES = [
    Family(r"rbuf-(\d+)(?:\.(\d+))?", SAFE, bounded,
           "threads rotate the sections of a 32-bit word, a clock checks that no bit was lost",
           rbuf, ["rbuf-2", "rbuf-4"] + [f"rbuf-{t}.{n}" for t in (2, 4) for n in (1, 3, 5, 9, 13)]),
    Family(r"rbuf2-(\d+)(?:\.(\d+))?", SAFE, bounded,
           "rbuf on a signed word: the top bit of each section stays in place",
           rbuf2, ["rbuf2-2", "rbuf2-4"]),
    Family(r"rbuf2-bug1\.(\d+)", UNSAFE, CYCLIC, "rbuf2 that loses the lowest bit of the last section",
           rbuf2_bug1, ["rbuf2-bug1.2", "rbuf2-bug1.4"]),
    Family(r"rbuf2-bug2\.(\d+)", UNSAFE, CYCLIC, "rbuf2 that shifts the last section down with its sign",
           rbuf2_bug2, ["rbuf2-bug2.2", "rbuf2-bug2.4"]),
    Family(r"buffer\.p(\d+)", SAFE, CYCLIC, "many threads fill one cell each of an array, then it is checked",
           buffer, [f"buffer.p{n}" for n in (4, 5, 6, 7, 8, 9, 10, 64)]),
]
