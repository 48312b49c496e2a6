"""Array fifos with several producers and consumers, and the one-place fifos of the producer/consumer designs."""
from ivlbench.family import CYCLIC, SAFE, UNSAFE, Family


def writer(name, size, check):
    return f"""thread {name} {{
  while (true) {{
    {check} (num == {size}) {{
      wait read_event;
    }}
    assert num < {size};
    fifo[(first + num) % {size}] = ?(int);
    num += 1;
    notify write_event;
  }}
}}
"""


def reader(name, size, check):
    return f"""thread {name} {{
  int value;
  while (true) {{
    {check} (num == 0) {{
      wait write_event;
    }}
    assert num > 0;
    value = fifo[first];
    first = (first + 1) % {size};
    num -= 1;
    notify read_event;
  }}
}}
"""


def simple_fifo(consumers, producers, size, check):
    """`check` is the keyword of the test before the wait: `while` tests again after it, `if` does not.

    Producers and consumers alternate, and their names sort so: the counts published for the unsafe variants need it.
    """
    kinds = []
    for i in range(max(consumers, producers)):
        kinds += ["producer"] * (i < producers) + ["consumer"] * (i < consumers)
    threads = "\n".join((writer if kind == "producer" else reader)(f"t{i}_{kind}", size, check)
                        for i, kind in enumerate(kinds, 1))
    return f"""
int fifo[{size}];
int first = 0;
int num = 0;
event read_event;
event write_event;

{threads}
main {{
  start;
}}
"""


def fifo_family(consumers, producers, bug):
    name = f"simple-fifo-{'bug-' if bug else ''}{consumers}c{producers}p"
    models = f"{consumers} consumer(s) and {producers} producer(s) share an array fifo"
    if bug:
        models += "; after a wait the fifo is not tested again"

    def build(size):
        return simple_fifo(consumers, producers, size, "if" if bug else "while")

    sizes = {(1, 2): (10, 20, 50), (2, 1): (10, 20, 50)}.get((consumers, producers), (10, 20, 200))
    return Family(name + r"\.(\d+)", UNSAFE if bug else SAFE, CYCLIC, models, build,
                  [f"{name}.{n}" for n in (sizes[:2] if bug else sizes)])


def pc_sfifo(read_done, write_done, update):
    return f"""
int buf;
bool is_free = true;
event read_event;
event write_event;
int num_write = ?(int);
int last_write;
int num_read = num_write;
int last_read;

{update}thread consumer {{
  int value;
  while (true) {{
    if (is_free) {{
      wait write_event;
    }}
    value = buf;
    last_read = value;
    num_read += 1;
    is_free = true;
    {read_done};
    assert(last_write == last_read && num_write == num_read);
  }}
}}

thread producer {{
  while (true) {{
    if (!is_free) {{
      wait read_event;
    }}
    buf = ?(int);
    last_write = buf;
    num_write += 1;
    is_free = false;
    {write_done};
  }}
}}

main {{
  start;
}}
"""


def pc_sfifo_sym_1():
    return pc_sfifo("notify read_event", "notify write_event", "")


def pc_sfifo_sym_2():
    update = """// Tells the other side in the next delta cycle, as a primitive channel does.
update fifo {
  if (is_free) {
    notify read_event, 0;
  } else {
    notify write_event, 0;
  }
}

"""
    return pc_sfifo("request_update fifo", "request_update fifo", update)


FAMILIES = [
    fifo_family(1, 2, False), fifo_family(2, 1, False), fifo_family(2, 2, False),
    fifo_family(1, 2, True), fifo_family(2, 1, True),
    Family(r"pc-sfifo-sym-1", SAFE, CYCLIC,
           "producer and consumer over a one-place buffer, immediate notification, symbolic operation counts",
           pc_sfifo_sym_1, ["pc-sfifo-sym-1"]),
    Family(r"pc-sfifo-sym-2", SAFE, CYCLIC,
           "producer and consumer over a one-place buffer, delta notification by update, symbolic operation counts",
           pc_sfifo_sym_2, ["pc-sfifo-sym-2"]),
]
