"""Pieces that threads share: atomics of all sizes, locks, condition variables, barriers, once, thread-local values.

Each function draws one piece for n threads and returns a dict:
  top      text at file level
  init     statements in main before the threads start
  threads  statements of each thread; OBS(value) tells what does not depend on the schedule, and `v[k] = ...` what may
  final    statements in main after the threads have ended
`p.vary()` gives the place in `v` for a number that may depend on the schedule. There are no races, and atomics are seq_cst.
"""

SIZES = ["signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long", "unsigned long", "long long"]


def c_atomic(rng, kind, name, cxx):
    """Ways to change an atomic variable: an expression whose value is observed."""
    value = f"({kind}){rng.choice([1, 3, 127, 128, 255, 65535, 40000, 2147483647])}"
    op = rng.choice(["add", "sub", "or", "and", "xor"])
    if cxx:
        sign = {"add": "+=", "sub": "-=", "or": "|=", "and": "&=", "xor": "^="}[op]
        return rng.choice([f"{name}.fetch_{op}({value})", f"({name} {sign} {value})", f"{name}.exchange({value})", f"{name}++",
                           f"--{name}", f"{name}.load()", f"[&] {{ {kind} e = 5; return (int){name}.compare_exchange_strong(e, {value}) + 2 * (int)e; }}()"])
    way = rng.randrange(5)
    if way == 0:
        return f"atomic_fetch_{op}(&{name}, {value})"
    if way == 1:
        sign = {"add": "+=", "sub": "-=", "or": "|=", "and": "&=", "xor": "^="}[op]
        return f"({name} {sign} {value})"
    if way == 2:
        return rng.choice([f"atomic_exchange(&{name}, {value})", f"{name}++", f"--{name}", f"atomic_load(&{name})"])
    return f"({{ {kind} e = 5; atomic_compare_exchange_strong(&{name}, &e, {value}) + 2 * (int)e; }})"


def old_atomic(rng, kind, name):
    value = f"({kind}){rng.choice([1, 3, 127, 128, 255, 65535])}"
    op = rng.choice(["add", "sub", "or", "and", "xor", "nand"])
    return rng.choice([f"__sync_fetch_and_{op}(&{name}, {value})", f"__sync_{op}_and_fetch(&{name}, {value})",
                       f"__atomic_fetch_{op}(&{name}, {value}, __ATOMIC_SEQ_CST)", f"__atomic_{op}_fetch(&{name}, {value}, __ATOMIC_SEQ_CST)",
                       f"__atomic_exchange_n(&{name}, {value}, __ATOMIC_SEQ_CST)", f"__sync_val_compare_and_swap(&{name}, ({kind})5, {value})",
                       f"__sync_bool_compare_and_swap(&{name}, ({kind})5, {value})"])


def atomics(p, name, n):
    rng, kind = p.rng, p.rng.choice(SIZES)
    old = rng.random() < 0.35
    first = rng.choice([0, 5, 5, 126, 255])
    if old:
        top = f"static {kind} {name} = ({kind}){first};"
    elif p.cxx:
        top = f"static std::atomic<{kind}> {name}{{({kind}){first}}};"
    else:
        top = f"static _Atomic({kind}) {name} = ({kind}){first};"
    change = lambda: old_atomic(rng, kind, name) if old else c_atomic(rng, kind, name, p.cxx)
    threads = [[f"v[{p.vary()}] = (long long)({change()});" for _ in range(rng.randrange(1, 3))] for _ in range(n)]
    return {"top": top, "threads": threads, "final": [f"v[{p.vary()}] = (long long){name};"]}


def neighbours(p, name, n):
    """Members of one word that different threads write: no races between members that are no bit-fields."""
    kind = p.rng.choice(["unsigned char", "short", "int"])
    threads = [[f"{name}.m[{i}] = ({kind}){p.rng.randrange(1, 200)};", f"{name}.m[{i}]++;", f"OBS({name}.m[{i}]);"] for i in range(n)]
    return {"top": f"static struct {{\n  {kind} m[{n}];\n  unsigned bits : 5, more : 9;\n}} {name} = {{{{0}}, 3, 77}};", "threads": threads,
            "final": [f"OBS_BYTES(&{name}, sizeof {name});"]}


def mutex_log(p, name, n):
    """Who comes when: the order varies, the sum does not."""
    rng = p.rng
    kind = rng.choice(["plain", "recursive", "errorcheck", "spin", "rwlock", "try"])
    top = f"static int {name}_log[{n}], {name}_n, {name}_sum;\n"
    init, take, give = [], f"pthread_mutex_lock(&{name});", f"pthread_mutex_unlock(&{name});"
    if kind == "spin":
        top += f"static pthread_spinlock_t {name};"
        init = [f"pthread_spin_init(&{name}, 0);"]
        take, give = f"pthread_spin_lock(&{name});", f"pthread_spin_unlock(&{name});"
    elif kind == "rwlock":
        top += f"static pthread_rwlock_t {name} = PTHREAD_RWLOCK_INITIALIZER;"
        take, give = f"pthread_rwlock_wrlock(&{name});", f"pthread_rwlock_unlock(&{name});"
    elif kind in ("recursive", "errorcheck"):
        top += f"static pthread_mutex_t {name};"
        init = ["pthread_mutexattr_t a;", "pthread_mutexattr_init(&a);", f"pthread_mutexattr_settype(&a, PTHREAD_MUTEX_{kind.upper()});",
                f"pthread_mutex_init(&{name}, &a);", "pthread_mutexattr_destroy(&a);"]
        again = f"OBS(pthread_mutex_lock(&{name}));"
        take += "\n  " + again
        if kind == "recursive":
            give += f"\n  OBS(pthread_mutex_unlock(&{name}));"
        else:
            give += f"\n  OBS(pthread_mutex_unlock(&{name}));"
    else:
        top += f"static pthread_mutex_t {name} = PTHREAD_MUTEX_INITIALIZER;"
    threads = []
    for i in range(n):
        body = f"{name}_log[{name}_n++] = {i};\n  {name}_sum += {i + 1};"
        if kind == "try" and i == 0:
            k = p.vary()
            threads.append([f"v[{k}] = pthread_mutex_trylock(&{name});", f"if (!v[{k}]) {{\n  {body}\n  {give}\n  }}"])
        else:
            threads.append([take, body, give])
    final = [f"v[{p.vary()}] = {name}_log[0] * 10 + {name}_n;"]
    if kind != "try":
        final.append(f"OBS({name}_sum);")
    return {"top": top, "init": init, "threads": threads, "final": final}


def readers(p, name, n):
    threads = [[f"pthread_rwlock_wrlock(&{name});", f"{name}_a++;", f"{name}_b++;", f"pthread_rwlock_unlock(&{name});"]]
    for _ in range(1, n):
        k = p.vary()
        threads.append([f"pthread_rwlock_rdlock(&{name});", f"OBS({name}_a == {name}_b);", f"v[{k}] = {name}_a;", f"pthread_rwlock_unlock(&{name});"])
    return {"top": f"static pthread_rwlock_t {name} = PTHREAD_RWLOCK_INITIALIZER;\nstatic int {name}_a, {name}_b;", "threads": threads, "final": []}


def handover(p, name, n):
    """One thread gives a record to the others through a condition variable."""
    rng = p.rng
    wake = "broadcast" if n > 2 or rng.random() < 0.5 else "signal"
    text = rng.choice(["ok", "message", ""])
    threads = [[f"pthread_mutex_lock(&{name}_m);", f"strcpy({name}_r.text, \"{text}\");", f"{name}_r.value = {rng.randrange(-99, 99)} / 7.0;",
                f"{name}_ready = 1;", f"pthread_cond_{wake}(&{name}_c);", f"pthread_mutex_unlock(&{name}_m);"]]
    for _ in range(1, n):
        threads.append([f"pthread_mutex_lock(&{name}_m);", f"while (!{name}_ready) pthread_cond_wait(&{name}_c, &{name}_m);",
                        f"OBS(strlen({name}_r.text));", f"OBS((long long)({name}_r.value * 1000));", f"pthread_mutex_unlock(&{name}_m);"])
    return {"top": f"static pthread_mutex_t {name}_m = PTHREAD_MUTEX_INITIALIZER;\nstatic pthread_cond_t {name}_c = PTHREAD_COND_INITIALIZER;\n"
                   f"static int {name}_ready;\nstatic struct {{\n  char text[9];\n  double value;\n}} {name}_r;", "threads": threads, "final": []}


def barrier(p, name, n):
    threads = []
    for i in range(n):
        k = p.vary()
        threads.append([f"{name}_a[{i}] = {i * i + 3};", f"v[{k}] = pthread_barrier_wait(&{name}) != 0;",
                        *[f"OBS({name}_a[{j}]);" for j in range(n)]])
    return {"top": f"static pthread_barrier_t {name};\nstatic int {name}_a[{n}];", "init": [f"pthread_barrier_init(&{name}, NULL, {n});"],
            "threads": threads, "final": [f"OBS(pthread_barrier_destroy(&{name}));"]}


def once(p, name, n):
    k = p.vary()
    threads = [[f"{name}_me = {i};", f"pthread_once(&{name}, {name}_run);", f"OBS({name}_made);"] for i in range(n)]
    return {"top": f"static pthread_once_t {name} = PTHREAD_ONCE_INIT;\nstatic int {name}_made, {name}_by;\nstatic __thread int {name}_me;\n"
                   f"static void {name}_run(void) {{\n  {name}_made += 7;\n  {name}_by = {name}_me;\n}}", "threads": threads,
            "final": [f"v[{k}] = {name}_by;", f"OBS({name}_made);"]}


def semaphore(p, name, n):
    first = p.rng.randrange(3)
    threads = [[f"sem_post(&{name});"]]
    for _ in range(1, n):
        k = p.vary()
        threads.append([f"v[{k}] = sem_trywait(&{name});", f"if (v[{k}]) OBS(errno == EAGAIN);\n  else OBS(1);"])
    k = p.vary()
    return {"top": f"static sem_t {name};", "init": [f"sem_init(&{name}, 0, {first});"], "threads": threads,
            "final": ["int left = -1;", f"OBS(sem_getvalue(&{name}, &left));", f"v[{k}] = left;", f"sem_destroy(&{name});"]}


def keys(p, name, n):
    """Thread-specific values: their destructors run before the thread is joined."""
    threads = [[f"pthread_setspecific({name}_k, &{name}_a[{i}]);", f"OBS(*(int *)pthread_getspecific({name}_k));"] for i in range(n)]
    return {"top": f"static pthread_key_t {name}_k;\nstatic int {name}_a[{n}] = {{{', '.join(str(5 + i) for i in range(n))}}};\n"
                   f"static void {name}_end(void *at) {{ *(int *)at += 100; }}", "init": [f"pthread_key_create(&{name}_k, {name}_end);"],
            "threads": threads, "final": [f"OBS_BYTES({name}_a, sizeof {name}_a);", f"OBS(pthread_key_delete({name}_k));"]}


def own_variables(p, name, n):
    threads = [[f"{name}_t.a += {i + 1};", f"errno = {i + 3};", "YIELD();", f"OBS({name}_t.a * 10 + {name}_t.b[1]);", "OBS(errno);"] for i in range(n)]
    return {"top": f"static __thread struct {{\n  short a;\n  char b[3];\n}} {name}_t = {{{p.rng.randrange(50)}, \"xy\"}};", "threads": threads,
            "final": [f"OBS({name}_t.a);"]}


def pointers(p, name, n):
    """A new object goes through an atomic pointer: who comes early sees none."""
    k, value = p.vary(), p.rng.randrange(1, 99)
    declared = f"static std::atomic<struct {name}_o *> {name}_p;" if p.cxx else f"static struct {name}_o *_Atomic {name}_p;"
    made = f"struct {name}_o *o = (struct {name}_o *)malloc(sizeof *o);"
    threads = [[made, f"o->a = {value};", f"memset(o->rest, {value}, sizeof o->rest);", f"{name}_p = o;"],
               [f"struct {name}_o *o = {name}_p;", f"v[{k}] = o ? o->a + o->rest[4] : -1;"]] + [[] for _ in range(n - 2)]
    return {"top": f"struct {name}_o {{\n  int a;\n  char rest[5];\n}};\n{declared}", "threads": threads,
            "final": [f"struct {name}_o *o = {name}_p;", "OBS(o->rest[2]);", "free(o);"]}


def spin(p, name, n):
    value = p.rng.randrange(1, 9)
    threads = [[f"while (atomic_flag_test_and_set(&{name})) YIELD();", f"{name}_x = {name}_x * 2 + {value};", f"atomic_flag_clear(&{name});"]
               for _ in range(n)]
    prefix = "std::" if p.cxx else ""
    return {"top": f"static {prefix}atomic_flag {name} = ATOMIC_FLAG_INIT;\nstatic unsigned {name}_x;", "threads": threads, "final": [f"OBS({name}_x);"]}


def exits(p, name, n):
    """Ends of threads: cleanup handlers, pthread_exit from a call."""
    threads = [[f"{name}_work({i});"] for i in range(n)]
    return {"top": f"static int {name}_a[{n}];\nstatic void {name}_clean(void *at) {{ ++*(int *)at; }}\n"
                   f"static void {name}_work(int i) {{\n  pthread_cleanup_push({name}_clean, &{name}_a[i]);\n  {name}_a[i] += 10 * (i + 1);\n"
                   f"  pthread_cleanup_pop({p.rng.randrange(2)});\n}}", "threads": threads, "final": [f"OBS_BYTES({name}_a, sizeof {name}_a);"]}


def c11_threads(p, name, n):
    """Threads, mutexes, conditions and values of threads.h."""
    threads = [[f"thrd_t inner;\n  int r = -1;\n  OBS(thrd_create(&inner, {name}_run, &{name}_in[{i}]));\n  OBS(thrd_join(inner, &r));\n  OBS(r);"] if i == 0 else
               [f"mtx_lock(&{name}_m);\n  while (!{name}_done) cnd_wait(&{name}_c, &{name}_m);\n  mtx_unlock(&{name}_m);", f"OBS({name}_done);"] for i in range(n)]
    return {"top": f"#include <threads.h>\nstatic mtx_t {name}_m;\nstatic cnd_t {name}_c;\nstatic tss_t {name}_k;\nstatic int {name}_done, {name}_in[{n}] = {{3}};\n"
                   f"static void {name}_end(void *at) {{ ++*(int *)at; }}\n"
                   f"static int {name}_run(void *arg) {{\n  tss_set({name}_k, arg);\n  mtx_lock(&{name}_m);\n  {name}_done = 5;\n  cnd_broadcast(&{name}_c);\n"
                   f"  mtx_unlock(&{name}_m);\n  return *(int *)arg + 4;\n}}",
            "init": [f"mtx_init(&{name}_m, mtx_plain);", f"cnd_init(&{name}_c);", f"tss_create(&{name}_k, {name}_end);"], "threads": threads,
            "final": [f"OBS({name}_in[0]);", f"mtx_destroy(&{name}_m);", f"cnd_destroy(&{name}_c);", f"tss_delete({name}_k);"]}


def timed(p, name, n):
    """Waits that end by a signal or by their time, which is long over: both may come."""
    k = p.vary()
    threads = [[f"pthread_mutex_lock(&{name}_m);", f"{name}_ready = 1;", f"pthread_cond_signal(&{name}_c);", f"pthread_mutex_unlock(&{name}_m);"],
               ["struct timespec past = {1, 0};", f"pthread_mutex_lock(&{name}_m);", "int r = 0;",
                f"while (!{name}_ready && !r) r = pthread_cond_timedwait(&{name}_c, &{name}_m, &past);", f"v[{k}] = {name}_ready * 1000 + r;",
                f"pthread_mutex_unlock(&{name}_m);"]]
    threads += [["struct timespec past = {1, 0};", f"OBS(sem_timedwait(&{name}_s, &past));", "OBS(errno);"] for _ in range(n - 2)]
    return {"top": f"#include <time.h>\nstatic pthread_mutex_t {name}_m = PTHREAD_MUTEX_INITIALIZER;\nstatic pthread_cond_t {name}_c = PTHREAD_COND_INITIALIZER;\n"
                   f"static sem_t {name}_s;\nstatic int {name}_ready;", "init": [f"sem_init(&{name}_s, 0, 0);"], "threads": threads, "final": []}


def ended(p, name, n):
    """A thread ends inside of a call, with handlers on its stack and a value that is destroyed."""
    pushed = p.rng.randrange(1, 3)
    body = f"{name}_leave();" if pushed == 1 else f"pthread_cleanup_push({name}_clean, &{name}_x[1]);\n  {name}_leave();\n  pthread_cleanup_pop(0);"
    threads = [[f"pthread_t inner;\n  void *r = NULL;\n  pthread_create(&inner, NULL, {name}_run, NULL);\n  pthread_join(inner, &r);\n  OBS(*(int *)r);\n  OBS_BYTES({name}_x, sizeof {name}_x);"]]
    return {"top": f"static int {name}_x[3] = {{1, 2, 3}};\nstatic void {name}_clean(void *at) {{ *(int *)at = *(int *)at * 5 + {name}_x[0]++; }}\n"
                   f"static void {name}_leave(void) {{ pthread_exit(&{name}_x[2]); }}\n"
                   f"static void *{name}_run(void *arg) {{\n  pthread_cleanup_push({name}_clean, &{name}_x[2]);\n  {body}\n  pthread_cleanup_pop(1);\n  return NULL;\n}}",
            "threads": threads + [[] for _ in range(n - 1)], "final": []}


PIECES = [atomics, atomics, atomics, neighbours, mutex_log, mutex_log, readers, handover, barrier, once, semaphore, keys, own_variables,
          pointers, spin, exits, timed, ended]
ONLY_C = [c11_threads, c11_threads]
