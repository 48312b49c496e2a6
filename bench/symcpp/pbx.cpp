// A private branch exchange: telephones, lines, connections, a router that knows free connections and a registry that
// knows the line of an extension.
// goal: 1 the first telephone talks, 2 it hears the busy tone
//
// -DPHONES=n   telephones, lines and connections (4)
// -DDIGITS=n   digits of an extension (2)
#include "model.h"

#ifndef PHONES
#define PHONES 4
#endif
#ifndef DIGITS
#define DIGITS 2
#endif

enum {
  evOffHook_id,
  evOnHook_id,
  evDigitDialed_id,
  evQuickDial_id,
  evStoreNumber_id,
  evTalk_id,
  evOriginateCall_id,
  evDialTone_id,
  evBusy_id,
  evRing_id,
  evAnswerCall_id,
  evListen_id,
  evRelease_id
};

OM_EVENT(evOffHook)
OM_EVENT(evOnHook)
OM_EVENT1(evDigitDialed, int, digit)
OM_EVENT(evQuickDial)
OM_EVENT1(evStoreNumber, int, number)
OM_EVENT1(evTalk, int, word)
OM_EVENT(evOriginateCall)
OM_EVENT(evDialTone)
OM_EVENT(evBusy)
OM_EVENT(evRing)
OM_EVENT(evAnswerCall)
OM_EVENT1(evListen, int, word)
OM_EVENT(evRelease)

class CallRouter;
class Connection;
class Line;
class Registry;
class Telephone;

// The extension of the n-th line: 1, 2, ... as digits with zeros in front.
inline int extensionOf(int n) { return n + 1; }

// The number that the exchange remembers for quick dialling.
class QuickDial {
public:
  QuickDial(int number_) : number(number_) {}
  const int number;
};

class Telephone : public OMReactive {
public:
  enum { Idle, Calling, Ringing, Talking, Busy };

  Telephone(OMThread *thread, OMBoolean watched_)
      : OMReactive(thread), itsLine(0), heard(0), watched(watched_) {}
  void setItsLine(Line *line) { itsLine = line; }
  int rootState_dispatchEvent(short id);

private:
  void enter(int state) {
    rootState_subState = state;
    if (!watched) return;
    if (state == Talking) observe(1);
    if (state == Busy) observe(2);
  }
  int inIdle(short id);
  int inCalling(short id);
  int inTalking(short id);

  Line *itsLine;
  int heard;
  OMBoolean watched;
};

class Line : public OMReactive {
public:
  enum { Idle, Dialing, Busy, Ringing, Talking };

  Line(OMThread *thread, int extension_)
      : OMReactive(thread), itsTelephone(0), itsCallRouter(0), itsCallee(0), itsCaller(0), itsCall(0),
        extension(extension_), Source(0), inService(0) {}
  void setItsTelephone(Telephone *telephone) { itsTelephone = telephone; }
  void setItsCallRouter(CallRouter *router) { itsCallRouter = router; }
  void setItsCaller(Connection *connection) { itsCaller = connection; }
  void setItsCallee(Connection *connection) { itsCallee = connection; }
  void setItsCall(Line *line) { itsCall = line; }
  int getExtension() const { return extension; }
  void putIntoService() { inService = OMTrue; }
  OMBoolean isInService() const { return inService; }
  int rootState_dispatchEvent(short id);

private:
  OMBoolean OpenConnection();
  void Release(OMBoolean byPeer);
  int inDialing(short id);
  int inCall(short id);

  Telephone *itsTelephone;
  CallRouter *itsCallRouter;
  Connection *itsCallee;  // used when this line calls
  Connection *itsCaller;  // when it is called
  Line *itsCall;          // the other side
  int extension;
  OMBoolean Source, inService;
};

class Connection : public OMReactive {
public:
  enum { Disconnected, CollectDigits, Connected, Failed };

  Connection(OMThread *thread)
      : OMReactive(thread), itsCallRouter(0), itsSource(0), itsDestination(0), number(0), count(0), used(0) {}
  void setItsCallRouter(CallRouter *router) { itsCallRouter = router; }
  void open(Line *source) {
    used = OMTrue;
    itsSource = source;
    itsDestination = 0;
    number = count = 0;
  }
  void close() { used = OMFalse; }
  OMBoolean isUsed() const { return used; }
  int rootState_dispatchEvent(short id);

private:
  OMBoolean DialingDone() const { return count >= DIGITS; }
  void CollectDigit(int digit) {
    number = 10 * number + digit;
    count++;
  }
  void ConnectLines();
  void Disconnect();

  CallRouter *itsCallRouter;
  Line *itsSource, *itsDestination;
  int number, count;
  OMBoolean used;
};

class CallRouter {
public:
  CallRouter() : itsRegistry(0) {}
  void setItsRegistry(Registry *registry) { itsRegistry = registry; }
  Registry *getItsRegistry() const { return itsRegistry; }
  void addItsConnection(Connection *connection) { itsConnection.add(connection); }
  Connection *unusedConnection() const {
    for (OMIterator<Connection *> i(itsConnection); *i; ++i)
      if (!(*i)->isUsed()) return *i;
    return 0;
  }

private:
  Registry *itsRegistry;
  OMList<Connection *> itsConnection;
};

class Registry {
public:
  Registry() : itsCallRouter(0), itsQuickDial(0) {}
  void setItsCallRouter(CallRouter *router) { itsCallRouter = router; }
  void addItsLine(Line *line) { itsLine.add(line); }
  OMList<Line *> &getItsLine() { return itsLine; }
  QuickDial *getItsQuickDial() const { return itsQuickDial; }
  void storeNumber(int number) {
    delete itsQuickDial;
    itsQuickDial = new QuickDial(number);
  }
  Line *lineOf(int extension) const {
    for (OMIterator<Line *> i(itsLine); *i; ++i)
      if ((*i)->isInService() && (*i)->getExtension() == extension) return *i;
    return 0;
  }

private:
  CallRouter *itsCallRouter;
  QuickDial *itsQuickDial;
  OMList<Line *> itsLine;
};

// --- behaviour ------------------------------------------------------------------------------------------------------

int Telephone::inIdle(short id) {
  if (id == evOffHook_id) {
    itsLine->GEN(evOriginateCall);
    enter(Calling);
  } else if (id == evRing_id) {
    enter(Ringing);
  } else {
    return 0;
  }
  return 1;
}

int Telephone::inCalling(short id) {
  if (id == evDigitDialed_id) {
    OMSETPARAMS(evDigitDialed);
    itsLine->GEN(evDigitDialed(params->digit));
  } else if (id == evQuickDial_id) {
    itsLine->GEN(evQuickDial);
  } else if (id == evBusy_id) {
    enter(Busy);
  } else if (id == evAnswerCall_id) {
    enter(Talking);
  } else {
    return id == evDialTone_id;
  }
  return 1;
}

int Telephone::inTalking(short id) {
  if (id == evTalk_id) {
    OMSETPARAMS(evTalk);
    itsLine->GEN(evTalk(params->word));
  } else if (id == evListen_id) {
    OMSETPARAMS(evListen);
    heard = params->word;
  } else {
    return 0;
  }
  return 1;
}

int Telephone::rootState_dispatchEvent(short id) {
  if (rootState_subState != Idle && (id == evOnHook_id || id == evRelease_id)) {
    if (id == evOnHook_id) itsLine->GEN(evOnHook);
    enter(Idle);
    return 1;
  }
  switch (rootState_subState) {
    case Idle: return inIdle(id);
    case Calling: return inCalling(id);
    case Talking: return inTalking(id);
    case Ringing:
      if (id != evOffHook_id) return 0;
      itsLine->GEN(evAnswerCall);
      enter(Talking);
      return 1;
  }
  return 0;
}

OMBoolean Line::OpenConnection() {
  itsCall = 0;
  itsCaller = 0;
  itsCallee = itsCallRouter->unusedConnection();
  if (!itsCallee) return OMFalse;
  itsCallee->open(this);
  itsCallee->GEN(evOriginateCall);
  Source = OMTrue;
  return OMTrue;
}

void Line::Release(OMBoolean byPeer) {
  if (itsCall && !byPeer) itsCall->GEN(evRelease);
  if (byPeer) itsTelephone->GEN(evRelease);
  if (itsCallee) itsCallee->GEN(evRelease);
  itsCall = 0;
  itsCallee = 0;
  itsCaller = 0;
  Source = OMFalse;
  rootState_subState = Idle;
}

int Line::inDialing(short id) {
  if (id == evDigitDialed_id) {
    OMSETPARAMS(evDigitDialed);
    itsCallee->GEN(evDigitDialed(params->digit));
  } else if (id == evQuickDial_id) {
    itsCallee->GEN(evQuickDial);
  } else if (id == evBusy_id) {
    itsTelephone->GEN(evBusy);
    rootState_subState = Busy;
  } else if (id == evAnswerCall_id) {
    itsTelephone->GEN(evAnswerCall);
    rootState_subState = Talking;
  } else {
    return 0;
  }
  return 1;
}

int Line::inCall(short id) {
  if (rootState_subState == Ringing && id == evAnswerCall_id) {
    itsCall->GEN(evAnswerCall);
    rootState_subState = Talking;
  } else if (rootState_subState == Talking && id == evTalk_id) {
    OMSETPARAMS(evTalk);
    itsCall->GEN(evListen(params->word));
  } else if (rootState_subState == Talking && id == evListen_id) {
    OMSETPARAMS(evListen);
    itsTelephone->GEN(evListen(params->word));
  } else {
    return 0;
  }
  return 1;
}

int Line::rootState_dispatchEvent(short id) {
  if (rootState_subState != Idle && (id == evOnHook_id || id == evRelease_id)) {
    Release(id == evRelease_id);
    return 1;
  }
  switch (rootState_subState) {
    case Idle:
      if (id == evOriginateCall_id) {
        OMBoolean open = OpenConnection();
        if (open)
          itsTelephone->GEN(evDialTone);
        else
          itsTelephone->GEN(evBusy);
        rootState_subState = open ? Dialing : Busy;
        return 1;
      }
      if (id == evRing_id) {
        itsTelephone->GEN(evRing);
        rootState_subState = Ringing;
        return 1;
      }
      return 0;
    case Dialing: return inDialing(id);
    case Ringing:
    case Talking: return inCall(id);
  }
  return 0;
}

void Connection::ConnectLines() {
  Line *line = itsCallRouter->getItsRegistry()->lineOf(number);
  if (!line || !line->IS_IN(Line::Idle)) {
    itsSource->GEN(evBusy);
    rootState_subState = Failed;
    return;
  }
  itsDestination = line;
  line->setItsCall(itsSource);
  line->setItsCaller(this);
  line->setItsCallee(0);
  itsSource->setItsCall(line);
  line->GEN(evRing);
  rootState_subState = Connected;
}

void Connection::Disconnect() {
  itsSource = itsDestination = 0;
  number = count = 0;
  close();
  rootState_subState = Disconnected;
}

int Connection::rootState_dispatchEvent(short id) {
  if (rootState_subState != Disconnected && id == evRelease_id) {
    Disconnect();
    return 1;
  }
  if (rootState_subState == Disconnected && id == evOriginateCall_id) {
    rootState_subState = CollectDigits;
    return 1;
  }
  if (rootState_subState != CollectDigits) return 0;
  if (id == evDigitDialed_id) {
    OMSETPARAMS(evDigitDialed);
    CollectDigit(params->digit);
    completion(true);  // until the transition to ConnectLines has been looked at
  } else if (id == evQuickDial_id) {
    QuickDial *quick = itsCallRouter->getItsRegistry()->getItsQuickDial();
    if (!quick) return 0;
    number = quick->number;
    ConnectLines();
  } else if (id == OMNullEventId) {
    completion(false);
    if (DialingDone()) ConnectLines();
  } else {
    return 0;
  }
  return 1;
}

// --- the whole ------------------------------------------------------------------------------------------------------

OMThread exchange, handsets;

class PBX : public OMReactive {
public:
  enum { None, Ready };

  PBX(OMThread *thread) : OMReactive(thread), itsRegistry(0), itsCallRouter(0) {}

  void initRelations() {
    itsCallRouter = new CallRouter;
    for (int n = 0; n < PHONES; n++) itsConnection.add(new Connection(&exchange));
    for (int n = 0; n < PHONES; n++) itsLine.add(new Line(&exchange, extensionOf(n)));
    itsRegistry = new Registry;
    for (int n = 0; n < PHONES; n++) itsTelephone.add(new Telephone(&handsets, n == 0));
    itsRegistry->setItsCallRouter(itsCallRouter);
    itsCallRouter->setItsRegistry(itsRegistry);
    OMIterator<Telephone *> telephone(itsTelephone);
    for (OMIterator<Line *> line(itsLine); *line; ++line, ++telephone) {
      (*line)->setItsTelephone(*telephone);
      (*telephone)->setItsLine(*line);
      itsRegistry->addItsLine(*line);
    }
    for (OMIterator<Connection *> i(itsConnection); *i; ++i) {
      (*i)->setItsCallRouter(itsCallRouter);
      itsCallRouter->addItsConnection(*i);
    }
  }

  void rootState_entDef() {
    Configure();
    rootState_subState = Ready;
  }

  int rootState_dispatchEvent(short id) {
    if (id != evStoreNumber_id) return 0;
    OMSETPARAMS(evStoreNumber);
    itsRegistry->storeNumber(params->number);
    return 1;
  }

  OMList<Telephone *> itsTelephone;

private:
  void Configure() {
    for (OMIterator<Line *> i(itsRegistry->getItsLine()); *i; ++i) {
      (*i)->setItsCallRouter(itsCallRouter);
      (*i)->putIntoService();
    }
  }

  Registry *itsRegistry;
  CallRouter *itsCallRouter;
  OMList<Connection *> itsConnection;
  OMList<Line *> itsLine;
};

PBX pbx(&exchange);
Telephone *handset[PHONES];

// The number for quick dialling is stored by keys or, at once, by the operator.
class People : public OMEnvironment {
  void stimulus() {
    int what = symcpp_nondet(0, 6);
    if (what < 2) {
      if (what)
        pbx.GEN(evStoreNumber(input()));
      else
        pbx.CALL(evStoreNumber(input()));
      return;
    }
    Telephone *telephone = handset[symcpp_nondet(0, PHONES - 1)];
    OMBoolean onHook = telephone->IS_IN(Telephone::Idle) || telephone->IS_IN(Telephone::Ringing);
    if (onHook) {
      if (what == 2) telephone->GEN(evOffHook);
      return;
    }
    switch (what) {
      case 3: telephone->GEN(evOnHook); break;
      case 4: telephone->GEN(evDigitDialed(input())); break;
      case 5: telephone->GEN(evQuickDial); break;
      case 6:
        if (telephone->IS_IN(Telephone::Talking)) telephone->GEN(evTalk(input()));
        break;
    }
  }
};

People people;

int main() {
  pbx.initRelations();
  for (int n = 0; n < PHONES; n++) handset[n] = pbx.itsTelephone.getAt(n);
  pbx.startBehavior();
  exchange.Start();
  handsets.Start();
  people.Start();
  return 0;
}
