// The heating of a house: a target for all rooms; each room has a thermometer and a radiator, which opens when the room is too
// cold; a controller asks the furnace for heat.
// goal: 1 the furnace burns and every radiator is open, 2 the furnace has a fault
//
// -DROOMS=n   rooms (3)
#include "model.h"

#ifndef ROOMS
#define ROOMS 3
#endif

enum {
  evTarget_id,
  evTemperature_id,
  evMain_id,
  evFlame_id,
  evDemand_id,
  evOpen_id,
  evClose_id,
  evBurn_id,
  evStop_id,
  evFault_id
};

OM_EVENT1(evTarget, int, degrees)
OM_EVENT1(evTemperature, int, degrees)
OM_EVENT(evMain)
OM_EVENT1(evFlame, int, brightness)
OM_EVENT1(evDemand, int, change)
OM_EVENT(evOpen)
OM_EVENT(evClose)
OM_EVENT(evBurn)
OM_EVENT(evStop)
OM_EVENT(evFault)

class Controller;

class Radiator : public OMReactive {
public:
  enum { Closed, Open };
  Radiator(OMThread *thread) : OMReactive(thread), itsController(0) {}
  void setItsController(Controller *controller) { itsController = controller; }
  int rootState_dispatchEvent(short id);

private:
  Controller *itsController;
};

class Room : public OMReactive {
public:
  enum { Unknown, Warm, Cold };
  Room(OMThread *thread, Radiator *radiator, Controller *controller)
      : OMReactive(thread), itsRadiator(radiator), itsController(controller), temperature(0) {}
  int rootState_dispatchEvent(short id);

private:
  Radiator *itsRadiator;
  Controller *itsController;
  int temperature;
};

class Furnace : public OMReactive {
public:
  enum { Off, Ignition, Burning, Fault };
  enum { Bright = 2 };
  Furnace(OMThread *thread) : OMReactive(thread), itsController(0), tries(0) {}
  void setItsController(Controller *controller) { itsController = controller; }
  int rootState_dispatchEvent(short id);

private:
  Controller *itsController;
  int tries;
};

class Controller : public OMReactive {
public:
  enum { Off, Idle, Heating, Failed };
  Controller(OMThread *thread) : OMReactive(thread), itsFurnace(0), target(0), demand(0) {}
  void setItsFurnace(Furnace *furnace) { itsFurnace = furnace; }
  int getDemand() const { return demand; }
  int getTarget() const { return target; }
  int rootState_dispatchEvent(short id);

private:
  Furnace *itsFurnace;
  int target;
  int demand;  // open radiators
};

int Radiator::rootState_dispatchEvent(short id) {
  if (rootState_subState == Closed && id == evOpen_id) {
    rootState_subState = Open;
    itsController->GEN(evDemand(1));
  } else if (rootState_subState == Open && id == evClose_id) {
    rootState_subState = Closed;
    itsController->GEN(evDemand(-1));
  } else {
    return 0;
  }
  return 1;
}

// One degree of difference changes nothing, so that radiators do not open and close all the time.
int Room::rootState_dispatchEvent(short id) {
  if (id != evTemperature_id) return 0;
  OMSETPARAMS(evTemperature);
  temperature = params->degrees;
  int target = itsController->getTarget();
  if (rootState_subState != Cold && temperature < target - 1) {
    rootState_subState = Cold;
    itsRadiator->GEN(evOpen);
  } else if (rootState_subState != Warm && temperature > target) {
    if (rootState_subState == Cold) itsRadiator->GEN(evClose);
    rootState_subState = Warm;
  }
  return 1;
}

int Furnace::rootState_dispatchEvent(short id) {
  switch (rootState_subState) {
    case Off:
      if (id != evBurn_id) return 0;
      rootState_subState = Ignition;
      tries = 2;
      return 1;
    case Ignition:
      if (id == evFlame_id) {
        OMSETPARAMS(evFlame);
        if (params->brightness >= Bright) {
          rootState_subState = Burning;
          if (itsController->getDemand() == ROOMS) observe(1);
        } else if (--tries == 0) {
          rootState_subState = Fault;
          itsController->GEN(evFault);
          observe(2);
        }
      } else if (id == evStop_id) {
        rootState_subState = Off;
      } else {
        return 0;
      }
      return 1;
    case Burning:
      if (id != evStop_id) return 0;
      rootState_subState = Off;
      return 1;
  }
  return 0;
}

int Controller::rootState_dispatchEvent(short id) {
  if (id == evDemand_id) {
    OMSETPARAMS(evDemand);
    demand += params->change;
    if (rootState_subState == Idle && demand == ROOMS) {
      rootState_subState = Heating;
      itsFurnace->GEN(evBurn);
    } else if (rootState_subState == Heating && demand == 0) {
      rootState_subState = Idle;
      itsFurnace->GEN(evStop);
    }
  } else if (id == evTarget_id) {
    OMSETPARAMS(evTarget);
    target = params->degrees;
  } else if (id == evMain_id && rootState_subState != Failed) {
    if (rootState_subState == Heating) itsFurnace->GEN(evStop);
    rootState_subState = rootState_subState == Off ? Idle : Off;
  } else if (id == evFault_id) {
    rootState_subState = Failed;
  } else {
    return 0;
  }
  return 1;
}

OMThread house, cellar;
Controller controller(&cellar);
Furnace furnace(&cellar);
Room *rooms[ROOMS];

class Weather : public OMEnvironment {
  void stimulus() {
    switch (symcpp_nondet(0, 3)) {
      case 0: controller.GEN(evMain); break;
      case 1: controller.GEN(evTarget(input())); break;
      case 2:
        if (furnace.IS_IN(Furnace::Ignition)) furnace.GEN(evFlame(input()));
        break;
      case 3: rooms[symcpp_nondet(0, ROOMS - 1)]->GEN(evTemperature(input())); break;
    }
  }
};

Weather weather;

int main() {
  controller.setItsFurnace(&furnace);
  furnace.setItsController(&controller);
  for (int n = 0; n < ROOMS; n++) {
    Radiator *radiator = new Radiator(&house);
    radiator->setItsController(&controller);
    rooms[n] = new Room(&house, radiator, &controller);
  }
  controller.startBehavior();
  house.Start();
  cellar.Start();
  weather.Start();
  return 0;
}
