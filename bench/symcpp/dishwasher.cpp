// A dishwasher with a quick and a normal program: the controller drives the tank, the heater and the jet.
// goal: 1 the machine dries the dishes, 2 the normal program has ended
//
// -DROUNDS=n   rounds of the jet in the normal program (2)
#include "model.h"

#ifndef ROUNDS
#define ROUNDS 2
#endif

enum {
  evSelect_id,
  evHardness_id,
  evLoad_id,
  evDetergent_id,
  evDoor_id,
  evStart_id,
  evTick_id,
  evFill_id,
  evDrain_id,
  evFull_id,
  evEmpty_id,
  evHeat_id,
  evWarm_id,
  evSpray_id,
  evSprayed_id
};

OM_EVENT1(evSelect, int, program)
OM_EVENT1(evHardness, int, degree)
OM_EVENT1(evLoad, int, weight)
OM_EVENT1(evDetergent, int, amount)
OM_EVENT(evDoor)
OM_EVENT(evStart)
OM_EVENT(evTick)
OM_EVENT(evFill)
OM_EVENT(evDrain)
OM_EVENT(evFull)
OM_EVENT(evEmpty)
OM_EVENT1(evHeat, OMBoolean, on)
OM_EVENT(evWarm)
OM_EVENT1(evSpray, int, rounds)
OM_EVENT(evSprayed)

class Dishwasher;

class Tank : public OMReactive {
public:
  enum { Empty, Filling, Full, Draining };
  Tank(OMThread *thread) : OMReactive(thread), itsDishwasher(0) {}
  void setItsDishwasher(Dishwasher *dishwasher) { itsDishwasher = dishwasher; }
  int rootState_dispatchEvent(short id);

private:
  Dishwasher *itsDishwasher;
};

class Heater : public OMReactive {
public:
  enum { Off, Heating };
  Heater(OMThread *thread) : OMReactive(thread), itsDishwasher(0) {}
  void setItsDishwasher(Dishwasher *dishwasher) { itsDishwasher = dishwasher; }
  int rootState_dispatchEvent(short id);

private:
  Dishwasher *itsDishwasher;
};

class Jet : public OMReactive {
public:
  enum { Off, Spraying };
  Jet(OMThread *thread) : OMReactive(thread), itsDishwasher(0), left(0) {}
  void setItsDishwasher(Dishwasher *dishwasher) { itsDishwasher = dishwasher; }
  int rootState_dispatchEvent(short id);

private:
  Dishwasher *itsDishwasher;
  int left;
};

class Dishwasher : public OMReactive {
public:
  enum { Idle, DoorOpen, Filling, Washing, Draining, Drying, Done };
  enum { Quick = 1, Normal = 2 };

  Dishwasher(OMThread *thread)
      : OMReactive(thread), itsTank(0), itsHeater(0), itsJet(0), program(0), hardness(0), load(0), detergent(0) {}
  void initRelations(Tank *tank, Heater *heater, Jet *jet) {
    itsTank = tank;
    itsHeater = heater;
    itsJet = jet;
    tank->setItsDishwasher(this);
    heater->setItsDishwasher(this);
    jet->setItsDishwasher(this);
  }
  void rootState_entDef() { rootState_subState = Idle; }
  int rootState_dispatchEvent(short id);
  Tank *getItsTank() const { return itsTank; }
  Heater *getItsHeater() const { return itsHeater; }
  Jet *getItsJet() const { return itsJet; }

private:
  int inIdle(short id);
  int running(short id);
  // Hard water and a heavy load need more detergent; the quick program takes light loads alone.
  OMBoolean canStart() const {
    if (hardness <= 0 || load <= 0 || detergent < hardness || detergent < load) return OMFalse;
    if (program == Quick) return load < 3;
    return program == Normal;
  }

  Tank *itsTank;
  Heater *itsHeater;
  Jet *itsJet;
  int program, hardness, load, detergent;
};

int Tank::rootState_dispatchEvent(short id) {
  switch (rootState_subState) {
    case Empty:
      if (id != evFill_id) return 0;
      rootState_subState = Filling;
      return 1;
    case Filling:
      if (id != evTick_id) return 0;
      rootState_subState = Full;
      itsDishwasher->GEN(evFull);
      return 1;
    case Full:
      if (id != evDrain_id) return 0;
      rootState_subState = Draining;
      return 1;
    case Draining:
      if (id != evTick_id) return 0;
      rootState_subState = Empty;
      itsDishwasher->GEN(evEmpty);
      return 1;
  }
  return 0;
}

int Heater::rootState_dispatchEvent(short id) {
  if (id == evHeat_id) {
    OMSETPARAMS(evHeat);
    rootState_subState = params->on ? Heating : Off;
    return 1;
  }
  if (rootState_subState != Heating || id != evTick_id) return 0;
  rootState_subState = Off;
  itsDishwasher->GEN(evWarm);
  return 1;
}

int Jet::rootState_dispatchEvent(short id) {
  if (rootState_subState == Off && id == evSpray_id) {
    OMSETPARAMS(evSpray);
    left = params->rounds;
    rootState_subState = Spraying;
    return 1;
  }
  if (rootState_subState != Spraying || id != evTick_id) return 0;
  if (--left > 0) return 1;
  rootState_subState = Off;
  itsDishwasher->GEN(evSprayed);
  return 1;
}

int Dishwasher::inIdle(short id) {
  if (id == evSelect_id) {
    OMSETPARAMS(evSelect);
    program = params->program;
  } else if (id == evHardness_id) {
    OMSETPARAMS(evHardness);
    hardness = params->degree;
  } else if (id == evDoor_id) {
    rootState_subState = DoorOpen;
  } else if (id == evStart_id && canStart()) {
    rootState_subState = Filling;
    itsTank->GEN(evFill);
  } else {
    return 0;
  }
  return 1;
}

int Dishwasher::running(short id) {
  if (rootState_subState == Filling && id == evFull_id) {
    rootState_subState = Washing;
    if (program == Quick) {
      itsJet->GEN(evSpray(1));
    } else {
      itsJet->GEN(evSpray(ROUNDS));
      itsHeater->GEN(evHeat(OMTrue));
    }
  } else if (rootState_subState == Washing && id == evSprayed_id) {
    rootState_subState = Draining;
    itsTank->GEN(evDrain);
  } else if (rootState_subState == Draining && id == evEmpty_id) {
    rootState_subState = Drying;
    itsHeater->GEN(evHeat(OMTrue));
    observe(1);
  } else if (rootState_subState == Drying && id == evWarm_id) {
    rootState_subState = Done;
    if (program == Normal) observe(2);
  } else {
    return 0;
  }
  return 1;
}

int Dishwasher::rootState_dispatchEvent(short id) {
  switch (rootState_subState) {
    case Idle: return inIdle(id);
    case DoorOpen:
      if (id == evLoad_id) {
        OMSETPARAMS(evLoad);
        load = params->weight;
      } else if (id == evDetergent_id) {
        OMSETPARAMS(evDetergent);
        detergent = params->amount;
      } else if (id == evDoor_id) {
        rootState_subState = Idle;
      } else {
        return 0;
      }
      return 1;
    case Done:
      if (id != evDoor_id) return 0;
      rootState_subState = DoorOpen;
      return 1;
  }
  return running(id);
}

OMThread control, machinery;
Dishwasher dishwasher(&control);

class Household : public OMEnvironment {
  void stimulus() {
    switch (symcpp_nondet(0, 8)) {
      case 0: dishwasher.GEN(evSelect(input())); break;
      case 1: dishwasher.GEN(evHardness(input())); break;
      case 2: dishwasher.GEN(evLoad(input())); break;
      case 3: dishwasher.GEN(evDetergent(input())); break;
      case 4: dishwasher.GEN(evDoor); break;
      case 5: dishwasher.GEN(evStart); break;
      case 6: dishwasher.getItsTank()->GEN(evTick); break;
      case 7: dishwasher.getItsHeater()->GEN(evTick); break;
      case 8: dishwasher.getItsJet()->GEN(evTick); break;
    }
  }
};

Household household;

int main() {
  dishwasher.initRelations(new Tank(&machinery), new Heater(&machinery), new Jet(&machinery));
  dishwasher.startBehavior();
  control.Start();
  machinery.Start();
  household.Start();
  return 0;
}
