// The telephone unit of a car: it makes and takes calls, calls for help after a breakdown on request and after a crash by
// itself, with the position of the car.
// goal: 1 the emergency call after a crash has been answered, 2 a breakdown call has been answered
//
// -DTRIES=n   attempts of an emergency call (2)
#include "model.h"

#ifndef TRIES
#define TRIES 2
#endif

enum {
  evKey_id,
  evDial_id,
  evHangUp_id,
  evBreakdown_id,
  evImpact_id,
  evTilt_id,
  evPosition_id,
  evSignal_id,
  evAnswer_id,
  evTick_id,
  evIncoming_id,
  evCrash_id,
  evConnect_id,
  evRelease_id,
  evConnected_id,
  evRefused_id
};

OM_EVENT(evKey)
OM_EVENT1(evDial, int, number)
OM_EVENT(evHangUp)
OM_EVENT(evBreakdown)
OM_EVENT1(evImpact, int, force)
OM_EVENT1(evTilt, int, angle)
OM_EVENT2(evPosition, int, east, int, north)
OM_EVENT1(evSignal, int, level)
OM_EVENT(evAnswer)
OM_EVENT(evTick)
OM_EVENT(evIncoming)
OM_EVENT(evCrash)
OM_EVENT1(evConnect, int, number)
OM_EVENT(evRelease)
OM_EVENT(evConnected)
OM_EVENT(evRefused)

class Unit;

class CrashSensor : public OMReactive {
public:
  enum { Watching, Hit, Crashed };
  enum { StrongImpact = 1, StrongTilt = 1 };
  CrashSensor(OMThread *thread) : OMReactive(thread), itsUnit(0), force(0), angle(0) {}
  void setItsUnit(Unit *unit) { itsUnit = unit; }
  int rootState_dispatchEvent(short id);

private:
  Unit *itsUnit;
  int force, angle;
};

class Locator : public OMReactive {
public:
  enum { Unknown, Known };
  Locator(OMThread *thread) : OMReactive(thread), east(0), north(0) {}
  int rootState_dispatchEvent(short id) {
    if (id != evPosition_id) return 0;
    OMSETPARAMS(evPosition);
    east = params->east;
    north = params->north;
    rootState_subState = Known;
    return 1;
  }
  int getEast() const { return east; }
  int getNorth() const { return north; }

private:
  int east, north;
};

class Modem : public OMReactive {
public:
  enum { Searching, Registered, Connecting, Connected };
  enum { Audible = 2 };
  Modem(OMThread *thread) : OMReactive(thread), itsUnit(0), level(0), number(0) {}
  void setItsUnit(Unit *unit) { itsUnit = unit; }
  int rootState_dispatchEvent(short id);

private:
  Unit *itsUnit;
  int level, number;
};

class Unit : public OMReactive {
public:
  enum { Off, Ready, Calling, Talking, Breakdown, Emergency, Helped, Failed };
  enum { HelpNumber = 6, EmergencyNumber = 7 };
  Unit(OMThread *thread) : OMReactive(thread), itsModem(0), itsLocator(0), tries(0), kind(0), east(0), north(0) {}
  void initRelations(Modem *modem, Locator *locator) {
    itsModem = modem;
    itsLocator = locator;
  }
  int rootState_dispatchEvent(short id);

private:
  void callForHelp(int state, int number);
  int ready(short id);
  int helping(short id);

  Modem *itsModem;
  Locator *itsLocator;
  int tries, kind, east, north;
};

int CrashSensor::rootState_dispatchEvent(short id) {
  if (id == evImpact_id) {
    OMSETPARAMS(evImpact);
    force = params->force;
    if (rootState_subState == Watching) rootState_subState = Hit;
  } else if (id == evTilt_id) {
    OMSETPARAMS(evTilt);
    angle = params->angle;
  } else if (id == evTick_id && rootState_subState == Hit) {
    if (force > StrongImpact && angle > StrongTilt) {
      rootState_subState = Crashed;
      itsUnit->GEN(evCrash);
    } else {
      rootState_subState = Watching;
    }
  } else {
    return 0;
  }
  return 1;
}

int Modem::rootState_dispatchEvent(short id) {
  if (id == evSignal_id) {
    OMSETPARAMS(evSignal);
    level = params->level;
    return 1;
  }
  switch (rootState_subState) {
    case Searching:
      if (id == evTick_id) {
        if (level >= Audible) rootState_subState = Registered;
      } else if (id == evConnect_id) {
        itsUnit->GEN(evRefused);
      } else {
        return 0;
      }
      return 1;
    case Registered:
      if (id != evConnect_id) return 0;
      {
        OMSETPARAMS(evConnect);
        number = params->number;
      }
      rootState_subState = Connecting;
      return 1;
    case Connecting:
    case Connected:
      if (id == evAnswer_id && rootState_subState == Connecting) {
        rootState_subState = Connected;
        itsUnit->GEN(evConnected);
        return 1;
      }
      if (id != evRelease_id) return 0;
      rootState_subState = Registered;
      number = 0;
      return 1;
  }
  return 0;
}

void Unit::callForHelp(int state, int number) {
  if (rootState_subState == Calling || rootState_subState == Talking) itsModem->GEN(evRelease);
  kind = state;
  east = itsLocator->getEast();
  north = itsLocator->getNorth();
  itsModem->GEN(evConnect(number));
  rootState_subState = state;
}

int Unit::ready(short id) {
  if (id == evDial_id) {
    OMSETPARAMS(evDial);
    if (params->number <= 0) return 1;
    itsModem->GEN(evConnect(params->number));
    rootState_subState = Calling;
  } else if (id == evBreakdown_id) {
    if (!itsLocator->IS_IN(Locator::Known)) return 1;
    tries = 1;
    callForHelp(Breakdown, HelpNumber);
  } else if (id == evKey_id) {
    rootState_subState = Off;
  } else {
    return 0;
  }
  return 1;
}

int Unit::helping(short id) {
  if (id == evConnected_id) {
    rootState_subState = Helped;
    observe(kind == Emergency ? 1 : 2);
  } else if (id == evRefused_id) {
    rootState_subState = Failed;
  } else if (id == evTick_id && rootState_subState == Failed && --tries > 0) {
    callForHelp(kind, kind == Emergency ? EmergencyNumber : HelpNumber);
  } else {
    return 0;
  }
  return 1;
}

int Unit::rootState_dispatchEvent(short id) {
  if (id == evCrash_id && rootState_subState != Off && rootState_subState != Emergency) {
    tries = TRIES;
    callForHelp(Emergency, EmergencyNumber);
    return 1;
  }
  switch (rootState_subState) {
    case Off:
      if (id != evKey_id) return 0;
      rootState_subState = Ready;
      return 1;
    case Ready: return ready(id);
    case Calling:
    case Talking:
      if (id == evConnected_id) {
        rootState_subState = Talking;
        return 1;
      }
      if (id == evRefused_id) {
        rootState_subState = Ready;
        return 1;
      }
      if (id != evHangUp_id) return 0;
      itsModem->GEN(evRelease);
      rootState_subState = Ready;
      return 1;
  }
  return helping(id);
}

OMThread unit_thread, radio;
Unit unit(&unit_thread);
CrashSensor crash(&unit_thread);
Locator locator(&unit_thread);
Modem modem(&radio);

class Road : public OMEnvironment {
  void stimulus() {
    switch (symcpp_nondet(0, 10)) {
      case 0: unit.GEN(evKey); break;
      case 1: unit.GEN(evDial(input())); break;
      case 2:
        if (unit.IS_IN(Unit::Calling) || unit.IS_IN(Unit::Talking)) unit.GEN(evHangUp);
        break;
      case 3: unit.GEN(evBreakdown); break;
      case 4:
        if (unit.IS_IN(Unit::Failed)) unit.GEN(evTick);
        break;
      case 5: crash.GEN(evImpact(input())); break;
      case 6: crash.GEN(evTilt(input())); break;
      case 7:
        if (crash.IS_IN(CrashSensor::Hit)) crash.GEN(evTick);
        break;
      case 8: locator.GEN(evPosition(input(), input())); break;
      case 9: modem.GEN(evSignal(input())); break;
      case 10:
        if (modem.IS_IN(Modem::Connecting))
          modem.GEN(evAnswer);
        else if (modem.IS_IN(Modem::Searching))
          modem.GEN(evTick);
        break;
    }
  }
};

Road road;

int main() {
  unit.initRelations(&modem, &locator);
  crash.setItsUnit(&unit);
  modem.setItsUnit(&unit);
  unit.startBehavior();
  unit_thread.Start();
  radio.Start();
  road.Start();
  return 0;
}
