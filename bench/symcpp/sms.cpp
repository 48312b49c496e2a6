// The stores of an aircraft: stations under the wings hold loads; a computer derives weight and balance from the loads, and
// a controller lets go of a store only if the rest stays in balance.
// goal: 1 a store has been released, 2 the load computer warns of imbalance while the controller is armed
//
// -DSTATIONS=n   stations, half of them on each wing (4)
#include "model.h"

#ifndef STATIONS
#define STATIONS 4
#endif

enum {
  evLoad_id,
  evSafety_id,
  evMaster_id,
  evSelect_id,
  evRelease_id,
  evLoaded_id,
  evLock_id,
  evUnlock_id,
  evGone_id,
  evBalance_id,
  evWarning_id
};

OM_EVENT1(evLoad, int, weight)
OM_EVENT(evSafety)
OM_EVENT(evMaster)
OM_EVENT1(evSelect, int, station)
OM_EVENT(evRelease)
OM_EVENT(evLoaded)
OM_EVENT(evLock)
OM_EVENT(evUnlock)
OM_EVENT(evGone)
OM_EVENT(evBalance)
OM_EVENT1(evWarning, OMBoolean, on)

class LoadComputer;
class Controller;

class Station : public OMReactive {
public:
  enum { Empty, Loaded, Unlocked, Released };
  Station(OMThread *thread, int side_)
      : OMReactive(thread), side(side_), itsLoadComputer(0), itsController(0), weight(0) {}
  void initRelations(LoadComputer *computer, Controller *controller) {
    itsLoadComputer = computer;
    itsController = controller;
  }
  int getWeight() const { return weight; }
  int rootState_dispatchEvent(short id);
  const int side;  // -1 left, 1 right

private:
  LoadComputer *itsLoadComputer;
  Controller *itsController;
  int weight;
};

class LoadComputer : public OMReactive {
public:
  enum { Unloaded, Balanced, Imbalanced, Overweight };
  enum { MostWeight = 24, MostMoment = 3 };
  LoadComputer(OMThread *thread) : OMReactive(thread), itsController(0) {}
  void setItsController(Controller *controller) { itsController = controller; }
  void addItsStation(Station *station) { itsStation.add(station); }
  int rootState_dispatchEvent(short id);

private:
  int judge() const;

  Controller *itsController;
  OMList<Station *> itsStation;
};

class SafetySwitch : public OMReactive {
public:
  enum { Safe, Live };
  SafetySwitch(OMThread *thread) : OMReactive(thread) {}
  int rootState_dispatchEvent(short id) {
    if (id != evSafety_id) return 0;
    rootState_subState = rootState_subState == Safe ? Live : Safe;
    return 1;
  }
};

class Controller : public OMReactive {
public:
  enum { Off, Standby, Selected, Releasing };
  Controller(OMThread *thread) : OMReactive(thread), itsSwitch(0), itsSelected(0), warned(0) {}
  void initRelations(SafetySwitch *safety) { itsSwitch = safety; }
  void addItsStation(Station *station) { itsStation.add(station); }
  int rootState_dispatchEvent(short id);

private:
  int select(int number);

  SafetySwitch *itsSwitch;
  OMList<Station *> itsStation;
  Station *itsSelected;
  OMBoolean warned;
};

int Station::rootState_dispatchEvent(short id) {
  switch (rootState_subState) {
    case Empty:
    case Loaded:
      if (id == evLoad_id) {
        OMSETPARAMS(evLoad);
        weight = params->weight;
        rootState_subState = Loaded;
        itsLoadComputer->GEN(evLoaded);
        return 1;
      }
      if (rootState_subState == Empty || id != evUnlock_id) return 0;
      rootState_subState = Unlocked;
      itsController->GEN(evUnlock);
      return 1;
    case Unlocked:
      if (id == evRelease_id) {
        weight = 0;
        rootState_subState = Released;
        itsController->GEN(evGone);
      } else if (id == evLock_id) {
        rootState_subState = Loaded;
      } else {
        return 0;
      }
      return 1;
  }
  return 0;
}

int LoadComputer::judge() const {
  int total = 0, moment = 0;
  for (OMIterator<Station *> i(itsStation); *i; ++i) {
    if ((*i)->IS_IN(Station::Empty)) return Unloaded;
    total += (*i)->getWeight();
    moment += (*i)->side * (*i)->getWeight();
  }
  if (total > MostWeight) return Overweight;
  if (moment > MostMoment || moment < -MostMoment) return Imbalanced;
  return Balanced;
}

int LoadComputer::rootState_dispatchEvent(short id) {
  if (id != evLoaded_id && id != evBalance_id) return 0;
  int old = rootState_subState;
  rootState_subState = judge();
  if (rootState_subState != old) itsController->GEN(evWarning(rootState_subState != Balanced));
  return 1;
}

int Controller::select(int number) {
  int n = 0;
  for (OMIterator<Station *> i(itsStation); *i; ++i)
    if (n++ == number) {
      itsSelected = *i;
      itsSelected->GEN(evUnlock);
      return 1;
    }
  return 0;
}

int Controller::rootState_dispatchEvent(short id) {
  if (id == evWarning_id) {
    OMSETPARAMS(evWarning);
    warned = params->on;
    if (warned && rootState_subState >= Selected) observe(2);
    return 1;
  }
  if (id == evMaster_id) {
    if (itsSelected && rootState_subState == Selected) itsSelected->GEN(evLock);
    itsSelected = 0;
    rootState_subState = rootState_subState == Off ? Standby : Off;
    return 1;
  }
  switch (rootState_subState) {
    case Standby:
      if (id == evSelect_id && !warned) {
        OMSETPARAMS(evSelect);
        return select(params->station);
      }
      if (id != evUnlock_id) return 0;
      rootState_subState = Selected;
      return 1;
    case Selected:
      if (id != evRelease_id || !itsSwitch->IS_IN(SafetySwitch::Live)) return 0;
      itsSelected->GEN(evRelease);
      rootState_subState = Releasing;
      return 1;
    case Releasing:
      if (id != evGone_id) return 0;
      itsSelected = 0;
      rootState_subState = Standby;
      observe(1);
      return 1;
  }
  return 0;
}

OMThread avionics, pylons;
LoadComputer computer(&avionics);
SafetySwitch safety(&avionics);

Controller controller(&avionics);
Station *stations[STATIONS];

class Crew : public OMEnvironment {
  void stimulus() {
    switch (symcpp_nondet(0, 4)) {
      case 0: stations[symcpp_nondet(0, STATIONS - 1)]->GEN(evLoad(input())); break;
      case 1: safety.GEN(evSafety); break;
      case 2: controller.GEN(evMaster); break;
      case 3: controller.GEN(evSelect(input())); break;
      case 4: controller.GEN(evRelease); break;
    }
  }
};

Crew crew;

int main() {
  controller.initRelations(&safety);
  computer.setItsController(&controller);
  for (int n = 0; n < STATIONS; n++) {
    Station *station = new Station(&pylons, n < STATIONS / 2 ? -1 : 1);
    station->initRelations(&computer, &controller);
    computer.addItsStation(station);
    controller.addItsStation(station);
    stations[n] = station;
  }
  computer.startBehavior();
  controller.startBehavior();
  avionics.Start();
  pylons.Start();
  crew.Start();
  return 0;
}
