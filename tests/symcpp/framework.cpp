// The run-time of UML models: order of events, run-to-completion steps, completion events, call events, stability.
// run: stateful exsym ; -DSTIMULI=2 ; ; ; safe
// run: stateful exsym ; -DSTIMULI=2 -DSYMCPP_ATOMIC_STEPS ; ; ; safe
// run: stateful exsym ; -DSTIMULI=2 ; ; EF overtaken = 1 ; unsafe goal
// run: stateful dpor exsym ; -DSTIMULI=2 -DBROKEN=1 -DSYMCPP_ATOMIC_STEPS ; ; ; unsafe assert
// run: stateful exsym ; -DSTIMULI=2 -DBROKEN=2 ; ; ; unsafe assert
// run: naive ; -DSTIMULI=1 ; ; ; safe
// native: 0
#include <symcpp_uml.h>

#ifndef BROKEN
#define BROKEN 0
#endif

enum { evWork_id, evNote_id, evAsk_id };

OM_EVENT1(evWork, int, number)
OM_EVENT1(evNote, int, number)
OM_EVENT(evAsk)

int inside;     // threads in a run-to-completion step
int overtaken;  // observer: the second logger was faster than the first

// Takes notes: they come in the order in which they were sent.
class Logger : public OMReactive {
public:
  enum { Empty, Noted };
  Logger(OMThread *thread) : OMReactive(thread), last(0) {}
  void rootState_entDef() { rootState_subState = Empty; }
  int rootState_dispatchEvent(short id) {
    if (id == evAsk_id) return 1;
    if (id != evNote_id) return 0;
    OMSETPARAMS(evNote);
    symcpp_assert(params->number == last + 1);
    last = params->number;
    rootState_subState = Noted;
    return 1;
  }
  int last;
};

// Each piece of work leads through two states with completion transitions, in one step.
class Worker : public OMReactive {
public:
  enum { Waiting, First, Second };
  Worker(OMThread *thread, Logger *a, Logger *b) : OMReactive(thread), done(0), itsA(a), itsB(b) {}
  void rootState_entDef() { rootState_subState = Waiting; }
  int rootState_dispatchEvent(short id);
  int done;

private:
  Logger *itsA, *itsB;
};

int Worker::rootState_dispatchEvent(short id) {
  if (id == evWork_id) {
    symcpp_assert(rootState_subState == Waiting && ++inside == 1);
    rootState_subState = First;
    completion(true);
    return 1;
  }
  if (id != OMNullEventId) return 0;
  if (rootState_subState == First) {
    rootState_subState = Second;
    itsA->GEN(evNote(done + 1));
    return 1;
  }
  itsB->GEN(evNote(done + 1));
  symcpp_assert(itsA->CALL(evAsk) && !CALL(evAsk));  // another object, and one in the middle of its step
  done++;
  rootState_subState = Waiting;
  completion(false);
  inside--;
  return 1;
}

OMThread workers, notes, copies;
Logger first(&notes), second(&copies);
Worker worker(&workers, &first, &second);

class Orders : public OMEnvironment {
public:
  Orders() : given(0) {}
  void stimulus() {
    symcpp_assert(workers.length() + notes.length() + copies.length() == 0 && inside == 0);
    symcpp_assert(worker.done == given && first.last == given && second.last == given);
    if (given == STIMULI) return;
    given++;
    worker.GEN(evWork(given));
#if BROKEN == 1
    worker.GEN(evWork(given));
#endif
  }
  int given;
} orders;

#if BROKEN == 2
class Disturber : public Thread {
  void Run() { inside = 1; }
} disturber;
#endif

class Observer : public Thread {
  void Run() {
    if (second.last > first.last) overtaken = 1;
  }
} observer;

static void lists() {
  OMList<int *> list;
  int a = 1, b = 2, c = 3;
  list.add(&b);
  list.add(&c);
  list.addFirst(&a);
  int sum = 0;
  OMIterator<int *> i(list);
  for (; *i; i++) sum = 10 * sum + **i;
  symcpp_assert(sum == 123 && list.getCount() == 3 && list.getAt(1) == &b && list.getLast() == &c);
  list.remove(&b);
  i.reset();
  symcpp_assert(*i == &a && *++i == &c && !*++i && !list.find(&b));
  list.removeFirst();
  list.removeAll();
  symcpp_assert(list.isEmpty() && !list.getFirst());
}

int main() {
  lists();
  first.startBehavior();
  second.startBehavior();
  worker.startBehavior();
  symcpp_assert(worker.IS_IN(Worker::Waiting) && first.IS_IN(Logger::Empty) && worker.getThread() == &workers);
  workers.Start();
  notes.Start();
  copies.Start();
#if BROKEN == 2
  disturber.Start();
#endif
  observer.Start();
  orders.Start();
  return 0;
}
