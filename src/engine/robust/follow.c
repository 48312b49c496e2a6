// What a step means to the monitor.
#include "engine/robust/search.h"
#include "sem/peek.h"

void robust_next(robust_search *x, const state *s, proc_id p, weak_op *op) {
  sem_weak_next(x->ctx->sem, s, p, op);
  // Before there are others what memory holds is where they begin.
  if (!sem_weak_shared(s) && op->kind != WEAK_JOIN) op->kind = WEAK_NOTHING;
}

typedef struct step {
  robust_search *x;
  const state *s, *after;
  monitor *m;
  proc_id p;
  const weak_op *op;
  const footprint *f;
  bool shared;
} step;

static bool is_memory(const touch *t) { return t->mode <= TOUCH_UPDATE || t->mode == TOUCH_AWAIT; }

static bool value_at(const step *w, const state *s, const weak_op *op, value *v) {
  return sem_weak_get(w->x->ctx->sem, s, op, v) && value_is_concrete(*v);
}

// The first access to the place finds what it held before the step.
static void meet(const step *w, uint32_t n) {
  const site *l = &w->x->sites.data[n];
  value v = {0};
  monitor_grow(w->m, (uint32_t)w->x->sites.len, 0);
  bool told = l->kind == SITE_MEMORY && value_at(w, w->s, &l->op, &v);
  monitor_meet(w->m, n, told, v, l->op.obj);
}

static void access_site(const step *w, uint32_t n, mon_access *a) {
  meet(w, n);
  a->spot = n;
  a->noted = w->x->sites.data[n].plain;
  if (a->writes && w->x->sites.data[n].kind == SITE_MEMORY)
    a->told = value_at(w, w->after, &w->x->sites.data[n].op, &a->v);
  uint32_t found = monitor_access(w->m, w->p, a);
  if (found & MONITOR_RACE && w->x->races)
    robust_gives_up(w->x, w->op->at,
                    "a data race: behaviour is undefined (who races is told by the engines dpor and graph)");
  if (found & MONITOR_EARLY && w->x->judges)
    robust_gives_up(w->x, w->op->at,
                    "nothing orders the access behind the making of its object: behaviour is undefined");
}

static bool access_of(const step *w, const weak_op *op, mon_access *a) {
  *a = (mon_access){.atomic = op->atomic, .order = op->order};
  switch ((int)op->kind) {
  case WEAK_LOAD: a->reads = true; break;
  case WEAK_STORE: a->writes = true; break;
  case WEAK_RMW: a->reads = a->writes = true; break;
  case WEAK_CAS:
    a->reads = true;
    a->writes = sem_weak_wrote(w->f, op);
    if (!a->writes) a->order = op->failure;
    break;
  case WEAK_LOCK:
  case WEAK_UNLOCK:
  case WEAK_LIFE:
  case WEAK_TRYLOCK: {
    bool failed = op->kind == WEAK_TRYLOCK && sem_weak_held(w->s, op);
    *a = (mon_access){.reads = true, .writes = !failed, .atomic = true, .lock = true, .order = IR_ACQ_REL};
    if (failed || op->kind == WEAK_LIFE) a->order = IR_RLX;
    break;
  }
  case WEAK_REGION: {
    weak_effect e = sem_weak_effect(w->x->ctx->sem, op, w->f);
    *a = (mon_access){.reads = true, .atomic = true, .lock = true, .shared = e.shared};
    a->order = e.acquires && e.releases ? IR_ACQ_REL : e.acquires ? IR_ACQ : e.releases ? IR_REL : IR_RLX;
    a->writes = e.writes || e.acquires || e.releases;
    break;
  }
  default: return false;
  }
  return true;
}

// An access that static analysis keeps apart from all others, to a place that is also accessed otherwise.
static bool hidden_write(const step *w, const touch *t) {
  for (uint32_t n = 0; n < w->x->sites.len; n++) {
    const site *l = &w->x->sites.data[n];
    if (l->kind != SITE_MEMORY || l->op.obj != t->obj || l->op.offset >= t->offset + t->size ||
        t->offset >= l->op.offset + l->op.bytes)
      continue;
    if (l->op.offset != t->offset || l->op.bytes != t->size) {
      robust_gives_up(w->x, w->op->at, "accesses of different sizes to one place");
      return false;
    }
    access_site(w, n, &(mon_access){.writes = true, .hidden = true});
  }
  return true;
}

static void object_ends(const step *w, uint32_t obj) {
  for (uint32_t n = 0; n < w->x->sites.len && n < w->m->n_spots; n++)
    if (w->x->sites.data[n].op.obj == obj && !monitor_end(w->m, w->p, n) && w->x->judges)
      robust_gives_up(w->x, w->op->at,
                      "an object ends that another process accesses unordered: behaviour is undefined");
  monitor_death(w->m, obj);
}

static bool is_own(const step *w, const weak_op *op, const touch *t) {
  if (op->kind == WEAK_REGION && sem_weak_belongs(w->x->ctx->sem, op, t)) return true;
  if (op->kind == WEAK_FREE && t->obj == op->obj) return true;
  if (op->lives && t->obj == op->lives) return true;
  bool access = op->kind >= WEAK_LOAD && op->kind <= WEAK_LIFE && op->kind != WEAK_REGION;
  return access && t->obj == op->obj && t->offset == op->offset && !(t->flags & TOUCH_APART);
}

// What else the step did. False: something that has no place in an execution graph.
static bool follow_rest(const step *w, const weak_op *op) {
  for (size_t i = 0; i < w->f->len; i++) {
    const touch *t = &w->f->data[i];
    bool mutex = t->mode == TOUCH_ACQUIRE || t->mode == TOUCH_RELEASE || t->mode == TOUCH_TRY;
    if (t->mode == TOUCH_FENCE) {
      monitor_fence(w->m, w->p, sem_weak_fence(t));
    } else if (t->mode == TOUCH_SPAWN) {
      monitor_grow(w->m, 0, t->obj + 1);
      monitor_spawn(w->m, w->p, t->obj);
    } else if (t->mode == TOUCH_DIE) {
      object_ends(w, t->obj);
    } else if (is_memory(t) && w->shared && !is_own(w, op, t)) {
      if (t->flags & TOUCH_APART && t->mode == TOUCH_READ) continue;
      if (t->flags & TOUCH_APART && !hidden_write(w, t)) return false;
      if (t->flags & TOUCH_APART) continue;
      robust_gives_up(w->x, op->at, "a step that looks at memory which others may change");
      return false;
    } else if (mutex && w->shared && !is_own(w, op, t) && (t->mode != TOUCH_TRY || op->kind == WEAK_REGION)) {
      robust_gives_up(w->x, op->at, "a step with several operations on mutexes");
      return false;
    }
  }
  return true;
}

static void note_births(const step *w) {
  for (size_t i = 0; i < w->x->objects.len; i++) {
    uint32_t obj = w->x->objects.data[i];
    if (!sem_object_alive(w->x->ctx->sem, w->s, obj) && sem_object_alive(w->x->ctx->sem, w->after, obj))
      monitor_birth(w->m, obj, w->p);
  }
}

// What a region is about is known when it is over.
static bool complete(const step *w, weak_op *op) {
  if (op->kind != WEAK_REGION) return true;
  sem_weak_region(w->x->ctx->sem, w->f, op);
  if (op->kind != WEAK_OTHER) return true;
  robust_gives_up(w->x, op->at, op->what);
  return false;
}

monitor *robust_follow(robust_search *x, const state *s, const monitor *m, proc_id p, const weak_op *op,
                       const footprint *f, const state *after, taken *t) {
  step w = {x, s, after, monitor_copy(m), p, op, f, sem_weak_shared(s)};
  weak_op own = *op;
  mon_access a;
  bool fine = complete(&w, &own);
  *t = (taken){.proc = p, .site = NO_SITE};
  monitor_grow(w.m, 0, sem_procs(after) + 1);
  monitor_tick(w.m, p);
  if ((own.kind == WEAK_NEW || own.kind == WEAK_FREE) && own.lives) {
    uint32_t n = robust_ends(x, &own);
    monitor_grow(w.m, n + 1, 0);
    monitor_order(w.m, p, n, own.kind == WEAK_FREE);
  }
  if (own.kind == WEAK_JOIN) monitor_join(w.m, p, own.other);
  if (fine && access_of(&w, &own, &a)) {
    fine = robust_site(x, &own, &t->site);
    if (fine && own.kind == WEAK_REGION) robust_judge_region(x, m, p, &own, t->site);
    if (fine) access_site(&w, t->site, &a);
    t->reads = a.reads;
    t->writes = a.writes;
    t->block = own.block ? own.bytes : 0;
  }
  fine = fine && follow_rest(&w, &own);
  if (w.shared) note_births(&w);
  if (fine) return w.m;
  monitor_free(w.m);
  return NULL;
}
