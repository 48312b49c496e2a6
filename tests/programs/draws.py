"""Pieces of C, also of C++, whose result does not depend on the schedule: layout, conversions, calls, library functions.

Each function draws one piece and returns the text of a function `static void NAME(u64 *h)` that tells what it observes by OBS(value).
Nothing here is undefined or left open by the ABI.
"""

INTEGERS = ["signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long", "unsigned long",
            "long long", "unsigned long long", "_Bool"]
WIDTHS = {"signed char": 8, "unsigned char": 8, "short": 16, "unsigned short": 16, "int": 32, "unsigned": 32,
          "long": 64, "unsigned long": 64, "long long": 64, "unsigned long long": 64, "_Bool": 1}
EDGES = [0, 1, 2, 7, 8, 127, 128, 255, 256, 32767, 32768, 65535, 65536, 2147483647, 2147483648, 4294967295,
         4294967296, 9223372036854775807, 9223372036854775808, 18446744073709551615]
REALS = ["0.0", "1.0", "-1.5", "0.1", "3.25", "1e10", "-2.5e-3", "16777217.0", "123456.789", "0.5"]


def number(rng):
    return rng.choice(EDGES) if rng.random() < 0.5 else rng.getrandbits(rng.randrange(1, 65))


def literal(rng):
    return f"{number(rng)}ull"


def spelled(rng, cxx):
    name = rng.choice(INTEGERS)
    return "bool" if cxx and name == "_Bool" else name


def layout(rng, name, cxx):
    """A struct of drawn members: where they lie, what is stored, which bytes that makes."""
    kinds, tell, members = [], [], []
    packed = rng.random() < 0.25
    for i in range(rng.randrange(2, 7)):
        field, draw = f"m{i}", rng.random()
        if draw < 0.4:
            kind = rng.choice(["int", "unsigned", "unsigned char", "unsigned short", "signed char", "unsigned long long"])
            bits = rng.randrange(1, min(WIDTHS[kind], 40) + 1)
            members.append(f"  {kind} {field} : {bits};")
            if rng.random() < 0.15:
                members.append(f"  {kind} : 0;")
        elif draw < 0.55:
            kind = spelled(rng, cxx)
            members.append(f"  {kind} {field}[{rng.randrange(1, 4)}];")
            tell.append(f"  OBS(offsetof(struct {name}_s, {field}));")
            field += "[0]"
        elif draw < 0.7:
            kind = rng.choice(["float", "double"])
            members.append(f"  {kind} {field};")
            tell.append(f"  OBS(offsetof(struct {name}_s, {field}));")
        else:
            kind = spelled(rng, cxx)
            aligned = f" __attribute__((aligned({rng.choice([2, 8, 16, 32])})))" if rng.random() < 0.2 else ""
            members.append(f"  {kind} {field}{aligned};")
            tell.append(f"  OBS(offsetof(struct {name}_s, {field}));")
        kinds.append((field, kind))
    members = "\n".join(members)
    lines = [f"struct {'__attribute__((packed)) ' if packed else ''}{name}_s {{\n{members}\n}};",
             f"static void {name}(u64 *h) {{", f"  struct {name}_s s, t, *p = &t;",
             "  memset(&s, 0, sizeof s);", "  memset(&t, 0x5a, sizeof t);",
             f"  OBS(sizeof s);\n  OBS({'alignof' if cxx else '_Alignof'}(struct {name}_s));", *tell]
    for field, kind in kinds:
        value = rng.choice(REALS) if kind in ("float", "double") else literal(rng)
        lines.append(f"  s.{field} = ({kind}){value};")
        if kind not in ("float", "double", "_Bool", "bool") and rng.random() < 0.5:
            lines.append(f"  s.{field} {rng.choice(['+=', '^=', '|=', '&='])} ({kind}){rng.randrange(1, 100)};")
    lines.append("  OBS_BYTES(&s, sizeof s);")
    for field, kind in kinds:
        lines.append(f"  p->{field} = s.{field};\n  OBS(p->{field} == s.{field});\n  OBS((long long)p->{field} > 0);")
    lines.append("  t = s;")  # of padding nothing is known now
    lines += [f"  OBS((long long)t.{field});" for field, _ in kinds] + ["}"]
    return "\n".join(lines)


def punning(rng, name, cxx):
    kind, other = rng.choice(["double", "float", "int", "long long"]), rng.choice(["unsigned", "unsigned short", "unsigned char"])
    value = rng.choice(REALS) if kind in ("double", "float") else f"({kind}){literal(rng)}"
    return f"""static void {name}(u64 *h) {{
  union {{
    {kind} a;
    {other} b[sizeof({kind}) / sizeof({other})];
    struct {{
      unsigned low : {rng.randrange(1, 16)}, high : {rng.randrange(1, 16)};
    }} c;
  }} u;
  memset(&u, 0, sizeof u);
  u.a = {value};
  for (unsigned i = 0; i < sizeof u.b / sizeof u.b[0]; i++) OBS(u.b[i]);
  OBS(u.c.low);
  OBS(u.c.high);
  u.c.high = {rng.randrange(1, 3)}u;
  u.b[0] ^= ({other}){literal(rng)};
  OBS_BYTES(&u, sizeof u);
}}"""


def arithmetic(rng, name, cxx):
    """Usual conversions, wrapping of unsigned numbers, shifts, comparisons of both signs."""
    lines = [f"static void {name}(u64 *h) {{"]
    names = []
    for i in range(4):
        kind = spelled(rng, cxx)
        lines.append(f"  volatile {kind} v{i} = ({kind}){literal(rng)};")
        names.append(f"v{i}")
    a = lambda: rng.choice(names)
    for _ in range(rng.randrange(5, 10)):
        draw = rng.randrange(8)
        if draw == 0:
            lines.append(f"  OBS((u64){a()} {rng.choice(['+', '-', '*', '&', '|', '^'])} (u64){a()});")
        elif draw == 1:
            lines.append(f"  OBS({a()} {rng.choice(['<', '<=', '==', '!=', '>'])} {a()});")
        elif draw == 2:
            kind = spelled(rng, cxx)
            lines.append(f"  OBS(({kind})({kind}){a()});")
        elif draw == 3:
            lines.append(f"  OBS((unsigned){a()} {rng.choice(['<<', '>>'])} {rng.randrange(32)});")
        elif draw == 4:
            lines.append(f"  OBS((long long){a()} >> {rng.randrange(64)});")
        elif draw == 5:
            kind = rng.choice(["unsigned", "u64", "unsigned short"])
            lines.append(f"  OBS(({kind}){a()} {rng.choice(['/', '%'])} (({kind}){a()} | 1));")
        elif draw == 6:
            kind = rng.choice(["int", "long long", "unsigned", "short"])
            lines.append(f"  {{\n    {kind} to;\n    OBS(__builtin_{rng.choice(['add', 'sub', 'mul'])}_overflow({a()}, {a()} + 0, &to));\n    OBS(to);\n  }}"
                         if "_Bool" not in "".join(lines[1:5]) and "bool" not in "".join(lines[1:5]) else f"  OBS(!{a()});")
        else:
            kind, back = rng.choice(["float", "double"]), rng.choice(["long long", "int", "signed char"])
            lines.append(f"  OBS(({kind}){a()} * 3 > ({kind}){a()});\n  OBS(({back})(({kind})(signed char){a()} / 2));")
    return "\n".join(lines + ["}"])


def reals(rng, name, cxx):
    lines = [f"static void {name}(u64 *h) {{", f"  volatile double d = {rng.choice(REALS)};", f"  volatile float f = (float){rng.choice(REALS)};"]
    for _ in range(rng.randrange(4, 8)):
        lines.append("  " + rng.choice([
            f"d = d {rng.choice('+-*')} {rng.choice(REALS)};", f"d = d / {rng.choice(REALS[1:])};", f"f = f {rng.choice('+-*')} (float)d;",
            f"f = (float)(f {rng.choice('+-*')} d);", "d = -d;", f"OBS(d < {rng.choice(REALS)});", "OBS(f == (float)d);", "OBS((d != d) + 2);"]))
        lines.append("  {\n    double shown = d;\n    float part = f;\n    OBS_BYTES(&shown, sizeof shown);\n    OBS_BYTES(&part, sizeof part);\n  }")
    return "\n".join(lines + ["}"])


SHAPES = ["int a; int b;", "long a; char b;", "double a; float b;", "float a, b, c;", "char a[3]; short b;", "long a, b, c;",
          "double a; long b;", "unsigned char a;", "float a; int b;", "char a[17];", "long a; double b;", "short a, b, c, d, e;"]


def calls(rng, name, cxx):
    """Structs of drawn shapes by value, through pointers to functions, behind `...`."""
    shapes = rng.sample(SHAPES, 3)
    text = [f"struct {name}_{i} {{\n  {shape}\n}};" for i, shape in enumerate(shapes)]
    first = lambda i: "a[0]" if "a[" in shapes[i] else "a"
    for i in range(3):
        text.append(f"static struct {name}_{i} {name}_f{i}(int k, struct {name}_{i} s, double d, struct {name}_{(i + 1) % 3} t) {{\n"
                    f"  s.{first(i)} += (char)(k + (int)d + (int)t.{first((i + 1) % 3)});\n  return s;\n}}")
    order = [rng.randrange(3) for _ in range(rng.randrange(2, 6))]
    text.append(f"static u64 {name}_v(int n, ...) {{\n  va_list ap, again;\n  u64 sum = 0;\n  va_start(ap, n);\n  va_copy(again, ap);")
    for at, i in enumerate(order):
        text.append(f"  sum = sum * 31 + (u64)(long)va_arg(ap, struct {name}_{i}).{first(i)};\n  sum += (u64)va_arg(ap, {'int' if at % 2 else 'long'});")
        text.append("  sum += (u64)(long)va_arg(ap, double);" if at % 3 == 0 else "")
    text.append(f"  sum ^= (u64)(long)va_arg(again, struct {name}_{order[0]}).{first(order[0])};\n  va_end(again);\n  va_end(ap);\n  return sum;\n}}")
    text.append(f"static void {name}(u64 *h) {{")
    for i in range(3):
        text.append(f"  struct {name}_{i} s{i};\n  memset(&s{i}, 0, sizeof s{i});\n  s{i}.{first(i)} = {rng.randrange(1, 50)};")
    for i in range(3):
        text.append(f"  struct {name}_{i} (*p{i})(int, struct {name}_{i}, double, struct {name}_{(i + 1) % 3}) = {name}_f{i};\n"
                    f"  s{i} = p{i}({rng.randrange(9)}, s{i}, {rng.choice(['2.5', '7.0'])}, s{(i + 1) % 3});\n  OBS((long)s{i}.{first(i)});")
    arguments = ", ".join(f"s{i}, ({'int' if at % 2 else 'long'}){rng.randrange(100)}" + (f", {at}.5" if at % 3 == 0 else "") for at, i in enumerate(order))
    text.append(f"  OBS({name}_v({len(order)}, {arguments}));\n}}")
    return "\n".join(line for line in text if line)


def texts(rng, name, cxx):
    word, other = (rng.choice(["alpha", "a,b,,c", "x", "", "one two", "ABCabc"]) for _ in range(2))
    form = "%" + rng.choice(["", "-", "0", "+"]) + rng.choice(["", "3", "9"]) + rng.choice(["d", "x", "u", "o"])
    return f"""static void {name}(u64 *h) {{
  char text[64], copy[64], *rest = NULL, *at, *end;
  memset(text, 0, sizeof text);
  OBS(snprintf(text, {rng.choice([4, 16, 64])}, "{form}|%s|%.*f", {rng.randrange(-500, 500)}, "{word}", {rng.randrange(4)}, {rng.choice(REALS)}));
  OBS_BYTES(text, sizeof text);
  strcpy(copy, "{word}");
  strncat(copy, "{other}", {rng.randrange(6)});
  OBS(strlen(copy));
  OBS(strspn(copy, "abc,"));
  at = strchr(copy, '{rng.choice('a,x')}');
  OBS(at ? at - copy : -1);
  at = strstr(copy, "{rng.choice(['a', 'bc', ',', 'one'])}");
  OBS(at ? at - copy : -1);
  for (at = strtok_r(copy, ", ", &rest); at; at = strtok_r(NULL, ", ", &rest)) OBS(at - copy);
  memmove(text + {rng.randrange(4)}, text + {rng.randrange(4)}, {rng.randrange(20)});
  OBS_BYTES(text, sizeof text);
  OBS(strtol("{rng.choice(['12', '-0x1f', ' 077z', '99999999999999999999'])}", &end, {rng.choice([0, 10, 16])}));
  OBS(*end);
  int number = -5;
  OBS(sscanf("{rng.choice(['12 ab', '-7', 'x', '  33,5'])}", "%d%*c%1s", &number, copy));
  OBS(number);
  OBS(isalpha((unsigned char)"{word}x"[0]) != 0);
}}"""


def sorting(rng, name, cxx):
    values = [rng.randrange(-20, 20) for _ in range(rng.randrange(3, 9))]
    return f"""static int {name}_by(const void *a, const void *b) {{
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}}
static void {name}(u64 *h) {{
  int values[] = {{{', '.join(map(str, values))}}}, key = {rng.choice(values)};
  qsort(values, {len(values)}, sizeof *values, {name}_by);
  OBS_BYTES(values, sizeof values);
  int *found = (int *)bsearch(&key, values, {len(values)}, sizeof *values, {name}_by);
  OBS(*found);
}}"""


def jumps(rng, name, cxx):
    """Control flow: switch with falling through, goto, arrays of a length that is drawn, recursion, alloca."""
    n = rng.randrange(2, 7)
    return f"""static unsigned {name}_deep(unsigned n, unsigned *p) {{
  unsigned here[2] = {{n, *p}};
  return n ? {name}_deep(n - 1, here + (n & 1)) * 3 + here[0] : *p;
}}
static void {name}(u64 *h) {{
  volatile int n = {n};
  int array[{n + 2}], k = 0;
  unsigned start = {rng.randrange(9)}u;
  for (int i = 0; i < n; i++) array[i] = i * {rng.randrange(1, 9)};
again:
  switch (array[k] % 5) {{
  case 0: OBS(100);
  case 1: OBS(101); break;
  case {rng.choice(['2', '2 ... 3'])}: OBS(array[k]);
  default: OBS(103);
  }}
  if (++k < n) goto again;
  char *block = (char *)__builtin_alloca((size_t)n);
  memset(block, 7, (size_t)n);
  OBS(block[n - 1] + {name}_deep((unsigned)n, &start));
  do {{
    if (k-- == 2) continue;
    OBS(k);
  }} while (k > 0 && k != {rng.randrange(3)});
}}"""


def heap(rng, name, cxx):
    n = rng.randrange(1, 9)
    return f"""static void {name}(u64 *h) {{
  unsigned char *p = (unsigned char *)calloc({n}, {rng.randrange(1, 5)});
  for (int i = 0; i < {n}; i++) OBS(p[i]);
  memset(p, {rng.randrange(256)}, {n});
  p = (unsigned char *)realloc(p, {n + rng.randrange(1, 30)});
  OBS_BYTES(p, {n});
  OBS((uintptr_t)p % 8);
  free(p);
  void *q = NULL;
  OBS(posix_memalign(&q, {rng.choice([8, 32, 64])}, {n}) + (q == NULL));
  free(q);
}}"""


def statics(rng, name, cxx):
    a, b, c = (rng.randrange(1, 50) for _ in range(3))
    designated = "" if cxx else f"static const int {name}_d[7] = {{[5] = {a}, [1] = {b}, {c}}};"
    return f"""struct {name}_n {{
  struct {name}_n *next;
  int v;
  const char *text;
}};
static struct {name}_n {name}_b = {{NULL, {b}, "tail" + 1}}, {name}_a = {{&{name}_b, {a}, "head"}};
static int *{name}_p = &{name}_a.v, {name}_m[2][3] = {{{{1}}, {{2, 3}}}};
static const unsigned char {name}_t[] = "a\\0b\\xff";
{designated}
static void {name}(u64 *h) {{
  OBS(*{name}_p + {name}_a.next->v);
  OBS({name}_a.next->text[0] * 256 + {name}_a.text[1]);
  OBS({name}_m[1][{rng.randrange(3)}]);
  OBS_BYTES({name}_t, sizeof {name}_t);
  {"" if cxx else f"OBS_BYTES({name}_d, sizeof {name}_d);"}
  OBS((char *)&{name}_m[1][2] - (char *){name}_m);
}}"""


def wide_numbers(rng, name, cxx):
    """Numbers of 128 bits: every operation, both signs, shifts by drawn amounts."""
    lines = [f"static void {name}(u64 *h) {{", f"  volatile u64 a = {literal(rng)}, b = {literal(rng)} | 1;",
             "  unsigned __int128 x = (unsigned __int128)a << 64 | b, y = (unsigned __int128)b * a + 1;", "  __int128 s = (__int128)x;"]
    for _ in range(rng.randrange(3, 7)):
        lines.append("  " + rng.choice([
            "x = x * y + 3;", f"x ^= y >> {rng.randrange(128)};", f"y = (y << {rng.randrange(128)}) | 1;", "x = x / (y | 1);", "y = x % (y | 1);",
            "s = (__int128)x - (__int128)(a >> 1);", f"s >>= {rng.randrange(128)};", "s = -(s / 7);", "OBS(s < 0);", "OBS(x > y);", "OBS((__int128)x < (__int128)y);",
            "OBS((u64)((double)(u64)(x >> 64) / 3));"]))
        lines.append("  OBS((u64)x);\n  OBS((u64)(x >> 64));\n  OBS((u64)s);\n  OBS((u64)(s >> 64));")
    return "\n".join(lines + ["}"])


def forwarded(rng, name, cxx):
    """A list of arguments that is given on, twice."""
    words = [rng.choice(["%d", "%s", "%5.1f", "%c", "%lu", "%hhd", "%-4x|"]) for _ in range(rng.randrange(1, 8))]
    values = {"%d": "-7", "%s": "\"word\"", "%5.1f": "2.25", "%c": "'x'", "%lu": "99ul", "%hhd": "300", "%-4x|": "255u"}
    return f"""static int {name}_to(char *to, size_t room, const char *format, ...) {{
  va_list ap, again;
  va_start(ap, format);
  va_copy(again, ap);
  int n = vsnprintf(to, room, format, ap);
  n += vsnprintf(to + room, room, format, again);
  va_end(again);
  va_end(ap);
  return n;
}}
static void {name}(u64 *h) {{
  char text[64];
  memset(text, '#', sizeof text);
  OBS({name}_to(text, {rng.choice([1, 8, 32])}, "{' '.join(words)}", {', '.join(values[w] for w in words)}));
  OBS_BYTES(text, sizeof text);
}}"""


def tables(rng, name, cxx):
    """Tables of functions, pointers into arrays and their differences, values that choose."""
    n = rng.randrange(3, 7)
    return f"""static int {name}_a(int x) {{ return x + {rng.randrange(9)}; }}
static int {name}_b(int x) {{ return x * {rng.randrange(2, 9)}; }}
static int (*const {name}_t[2])(int) = {{{name}_a, {name}_b}};
static void {name}(u64 *h) {{
  struct {{
    short s;
    int (*f)(int);
    char c[3];
  }} all[{n}], *at = all;
  for (int i = 0; i < {n}; i++) {{
    all[i].s = (short)(i * {rng.randrange(1, 20000)});
    all[i].f = {name}_t[i & 1];
    memcpy(all[i].c, "ab", 3);
  }}
  for (at = all + {n} - 1; at >= all; at -= {rng.randrange(1, 3)}) {{
    OBS(at->f(at->s));
    OBS(at - all);
    OBS((char *)&at->c[1] - (char *)all);
    if (at == all) break;
    if (at - all < 2) at = all + 2;
    if (at == all + 2) OBS(at->c[0] == 'a' && at > all);
    if (at == all + 2) break;
  }}
  const unsigned *w = (const unsigned *){"(const unsigned[]){7, 8, 9}" if not cxx else "&all[0].s"};
  {"OBS(w[2] - *w);" if not cxx else "OBS(w != NULL);"}
  OBS(sizeof(L"abc") + sizeof(u"abc") + L"x"[0]);
}}"""


def far_jumps(rng, name, cxx):
    """setjmp and longjmp over calls; what changes in between is volatile."""
    if cxx:  # not beside exceptions
        return forwarded(rng, name, cxx)
    n = rng.randrange(1, 4)
    return f"""static void {name}_deep(jmp_buf *to, int n, int value) {{
  char block[8];
  memset(block, n, sizeof block);
  if (!n) longjmp(*to, value);
  {name}_deep(to, n - 1, value + block[3]);
}}
static void {name}(u64 *h) {{
  jmp_buf here;
  volatile int rounds = 0;
  int back = setjmp(here);
  OBS(back);
  if (rounds++ < {n}) {name}_deep(&here, rounds, {rng.randrange(3)});
  OBS(rounds);
}}"""


PIECES = [layout, layout, layout, punning, arithmetic, arithmetic, reals, calls, calls, texts, texts, sorting, jumps, heap, statics, wide_numbers, forwarded, tables, far_jumps]
