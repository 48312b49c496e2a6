// The run-time of programs that are generated from UML models: active objects with event queues, reactive objects with
// state machines, and an environment that acts when the model is stable.
//
//   OMThread (Active)     a thread with a queue of events; runs one run-to-completion step per event
//   OMReactive (Reactive) an object with a state machine; overrides rootState_entDef (the default transition) and
//                         rootState_dispatchEvent(id), which takes transitions and says whether it did
//   OMEvent               an event; OM_EVENT(evStop) and OM_EVENT1(evSpeed, int, speed) declare them
//   OMEnvironment         a thread whose stimulus() is called whenever the model is stable
//
// A run-to-completion step: the event, then completion events (OMNullEventId) while the object says that it stands in a
// state with transitions that have no trigger (completion(true) on entering, completion(false) on leaving).
// Only who holds the one token runs such a step, so steps of the model exclude each other: threads interleave between
// them. The model is stable when the token is free and all queues are empty.
//
// With SYMCPP_ATOMIC_STEPS a step is one atomic region instead of many steps of a thread that holds the token: the same
// runs, fewer states in between.
#ifndef SYMCPP_UML_H
#define SYMCPP_UML_H

#include <symcpp.h>

typedef int OMBoolean;
enum { OMFalse, OMTrue };
enum { OMNullEventId = -1 };

class OMReactive;
class OMThread;

// --- events ---------------------------------------------------------------------------------------------------------

class OMEvent {
public:
  OMEvent(short id) : lId(id), destination(0), next(0) {}
  virtual ~OMEvent() {}
  short lId;
  OMReactive *destination;
  OMEvent *next;  // behind it in the queue
};

// Each event has its number evName_id in an enumeration of the program, and in OMEvent1 its parameter.
#define OM_EVENT(name)                 \
  class name : public OMEvent {        \
  public:                              \
    name() : OMEvent(name##_id) {}     \
  };
#define OM_EVENT1(name, T, parameter)                                        \
  class name : public OMEvent {                                              \
  public:                                                                    \
    name(T parameter##_) : OMEvent(name##_id), parameter(parameter##_) {}    \
    T parameter;                                                             \
  };
#define OM_EVENT2(name, T, first, U, second)                                                        \
  class name : public OMEvent {                                                                     \
  public:                                                                                           \
    name(T first##_, U second##_) : OMEvent(name##_id), first(first##_), second(second##_) {}       \
    T first;                                                                                        \
    U second;                                                                                       \
  };
// The event that is being dispatched, with its parameters.
#define OMSETPARAMS(name) name *params = static_cast<name *>(event)

// Send: other->GEN(evStop), other->GEN(evSpeed(3)). Call event: other->CALL(evStop), runs at once.
#define GEN(event) gen(new event)
#define CALL(event) call(new event)
#define IS_IN(state) isIn(state)

// --- the token ------------------------------------------------------------------------------------------------------

inline namespace allways_symcpp {
namespace symcpp {

inline int token = 1;   // free: 1
inline int stable = 1;  // all queues are empty: 1
inline int pending;     // events in all queues

inline void sent() {
  pending++;
  stable = 0;
}

inline void taken() {
  if (!--pending) stable = 1;
}

#if defined __ALLWAYS__ && defined SYMCPP_ATOMIC_STEPS
SYMCPP_HERE void take_token(Thread *, const int *ready) {
  __allways_atomic_begin();
  __allways_await_begin();
  __allways_await(*ready > 0);
}
SYMCPP_HERE void give_token() { __allways_atomic_end(); }
#else
SYMCPP_HERE void take_token(Thread *self, const int *ready) { self->await(&token, ready); }
SYMCPP_HERE void give_token() { token = 1; }
#endif

}  // namespace symcpp
}  // namespace allways_symcpp

// --- active and reactive objects ------------------------------------------------------------------------------------

class OMReactive {
public:
  OMReactive(OMThread *thread = 0) : rootState_subState(0), event(0), itsThread(thread), nullStates(0), busy(0) {}
  virtual ~OMReactive() {}

  void setThread(OMThread *thread) { itsThread = thread; }
  OMThread *getThread() const { return itsThread; }
  OMBoolean isIn(int state) const { return rootState_subState == state; }

  virtual OMBoolean startBehavior();
  virtual void initStatechart() {}
  virtual void rootState_entDef() {}
  virtual int rootState_dispatchEvent(short) { return 0; }

  void gen(OMEvent *e);
  OMBoolean call(OMEvent *e);
  virtual void runToCompletion(OMEvent *e);

  int rootState_subState;

protected:
  void completion(bool enter) { nullStates += enter ? 1 : -1; }

  OMEvent *event;  // what is dispatched

private:
  void complete();

  OMThread *itsThread;
  int nullStates;  // active states with transitions that have no trigger
  OMBoolean busy;
};

class OMThread : public Thread {
public:
  OMThread() : first(0), last(0), waiting(0) {}
  void queueEvent(OMEvent *e);
  virtual void dispatchEvent(OMEvent *e);
  void Run();
  int length() const { return waiting; }

private:
  OMEvent *takeEvent();

  OMEvent *first, *last;
  int waiting;  // events in the queue
};

typedef OMThread Active;
typedef OMReactive Reactive;

inline void OMReactive::gen(OMEvent *e) {
  e->destination = this;
  itsThread->queueEvent(e);
}

// False: the object is in the middle of a step of its own; the call has no effect.
inline OMBoolean OMReactive::call(OMEvent *e) {
  OMBoolean can = !busy;
  if (can) runToCompletion(e);
  delete e;
  return can;
}

inline void OMReactive::complete() {
  while (nullStates > 0 && rootState_dispatchEvent(OMNullEventId)) continue;
}

inline void OMReactive::runToCompletion(OMEvent *e) {
  busy = OMTrue;
  event = e;
  if (rootState_dispatchEvent(e->lId)) complete();
  event = 0;
  busy = OMFalse;
}

inline OMBoolean OMReactive::startBehavior() {
  busy = OMTrue;
  initStatechart();
  rootState_entDef();
  complete();
  busy = OMFalse;
  return OMTrue;
}

inline void OMThread::queueEvent(OMEvent *e) {
  if (last)
    last->next = e;
  else
    first = e;
  last = e;
  waiting++;
  symcpp::sent();
}

inline OMEvent *OMThread::takeEvent() {
  OMEvent *e = first;
  first = e->next;
  if (!first) last = 0;
  waiting--;
  symcpp::taken();
  return e;
}

inline void OMThread::dispatchEvent(OMEvent *e) {
  e->destination->runToCompletion(e);
  delete e;
}

inline void OMThread::Run() {
  for (;;) {
    symcpp::take_token(this, &waiting);
    dispatchEvent(takeEvent());
    symcpp::give_token();
  }
}

// --- the environment ------------------------------------------------------------------------------------------------

class OMEnvironment : public Thread {
public:
  // One event or call to one object, chosen by symcpp_nondet.
  virtual void stimulus() = 0;
  void Run() {
    for (;;) {
      symcpp::take_token(this, &symcpp::stable);
      stimulus();
      symcpp::give_token();
    }
  }
};

// --- lists ----------------------------------------------------------------------------------------------------------

template <class T> class OMIterator;

template <class T> class OMList {
public:
  OMList() : head(0), tail(0), length(0) {}
  ~OMList() { removeAll(); }

  void add(T value) {
    Item *item = new Item;
    item->value = value;
    item->next = 0;
    item->prev = tail;
    (tail ? tail->next : head) = item;
    tail = item;
    length++;
  }

  void addFirst(T value) {
    Item *item = new Item;
    item->value = value;
    item->next = head;
    item->prev = 0;
    (head ? head->prev : tail) = item;
    head = item;
    length++;
  }

  void remove(T value) {
    for (Item *i = head; i; i = i->next)
      if (i->value == value) {
        unlink(i);
        return;
      }
  }

  void removeFirst() {
    if (head) unlink(head);
  }

  void removeAll() {
    while (head) unlink(head);
  }

  OMBoolean find(T value) const {
    for (Item *i = head; i; i = i->next)
      if (i->value == value) return OMTrue;
    return OMFalse;
  }

  T getFirst() const { return head ? head->value : T(); }
  T getLast() const { return tail ? tail->value : T(); }
  T getAt(int n) const {
    Item *i = head;
    while (i && n-- > 0) i = i->next;
    return i ? i->value : T();
  }
  int getCount() const { return length; }
  OMBoolean isEmpty() const { return !head; }

private:
  friend class OMIterator<T>;
  struct Item {
    T value;
    Item *next, *prev;
  };
  OMList(const OMList &);
  void operator=(const OMList &);

  void unlink(Item *i) {
    (i->prev ? i->prev->next : head) = i->next;
    (i->next ? i->next->prev : tail) = i->prev;
    delete i;
    length--;
  }

  Item *head, *tail;
  int length;
};

// *i is the element, or null (zero) behind the last one.
template <class T> class OMIterator {
public:
  OMIterator(const OMList<T> &of) : list(&of), at(of.head) {}
  OMIterator(const OMList<T> *of) : list(of), at(of->head) {}
  void reset() { at = list->head; }
  T operator*() const { return at ? at->value : T(); }
  OMIterator &operator++() {
    if (at) at = at->next;
    return *this;
  }
  OMIterator operator++(int) {
    OMIterator old = *this;
    ++*this;
    return old;
  }

private:
  const OMList<T> *list;
  typename OMList<T>::Item *at;
};

#endif
