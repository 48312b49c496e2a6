// Two lifts in a tower: a controller remembers a call and gives it to a lift that is free; a lift remembers the button that was
// pressed in it and drives its motor and its door.
// goal: 1 the second lift has opened its door at an upper floor while people are in the first, 2 a lift refuses to go because of
// its load
//
// -DFLOORS=n   floors (3)
#include "model.h"

#ifndef FLOORS
#define FLOORS 3
#endif

enum {
  evCall_id,
  evGoto_id,
  evEnter_id,
  evSensor_id,
  evTimer_id,
  evServe_id,
  evFree_id,
  evUp_id,
  evDown_id,
  evHalt_id,
  evHalted_id,
  evOpen_id,
  evClose_id,
  evOpened_id,
  evClosed_id
};

OM_EVENT1(evCall, int, floor)
OM_EVENT1(evGoto, int, floor)
OM_EVENT1(evEnter, int, weight)
OM_EVENT(evSensor)
OM_EVENT(evTimer)
OM_EVENT1(evServe, int, floor)
OM_EVENT(evFree)
OM_EVENT(evUp)
OM_EVENT(evDown)
OM_EVENT(evHalt)
OM_EVENT(evHalted)
OM_EVENT(evOpen)
OM_EVENT(evClose)
OM_EVENT(evOpened)
OM_EVENT(evClosed)

class Controller;
class Lift;

class Motor : public OMReactive {
public:
  enum { Off, Up, Down };
  Motor(OMThread *thread) : OMReactive(thread) {}
  int rootState_dispatchEvent(short id) {
    if (id != evUp_id && id != evDown_id && id != evHalt_id) return 0;
    rootState_subState = id == evUp_id ? Up : id == evDown_id ? Down : Off;
    return 1;
  }
};

class Door : public OMReactive {
public:
  enum { Closed, Open };
  Door(OMThread *thread) : OMReactive(thread), itsLift(0) {}
  void setItsLift(Lift *lift) { itsLift = lift; }
  int rootState_dispatchEvent(short id);

private:
  Lift *itsLift;
};

class Lift : public OMReactive {
public:
  enum { Idle, Moving, Boarding, Overloaded };
  enum { MostWeight = 6 };
  Lift(OMThread *thread, int number_)
      : OMReactive(thread), number(number_), itsController(0), itsMotor(0), itsDoor(0), position(0), target(0), wanted(-1), weight(0) {}
  void initRelations(Controller *controller, Motor *motor, Door *door) {
    itsController = controller;
    itsMotor = motor;
    itsDoor = door;
    door->setItsLift(this);
  }
  int getWeight() const { return weight; }
  int rootState_dispatchEvent(short id);

private:
  void serve(int floor);
  int boarding(short id);

  const int number;
  Controller *itsController;
  Motor *itsMotor;
  Door *itsDoor;
  int position, target, wanted, weight;
};

class Controller : public OMReactive {
public:
  enum { Ready, Called, Saturated };
  Controller(OMThread *thread) : OMReactive(thread), called(0) {}
  void addItsLift(Lift *lift) { itsLift.add(lift); }
  OMBoolean isOccupied(int number) const;
  int rootState_dispatchEvent(short id);

private:
  void dispatch();

  OMList<Lift *> itsLift;
  int called;  // the floor of the last call
};

int Door::rootState_dispatchEvent(short id) {
  if (rootState_subState == Closed && id == evOpen_id) {
    rootState_subState = Open;
    itsLift->GEN(evOpened);
  } else if (rootState_subState == Open && id == evClose_id) {
    rootState_subState = Closed;
    itsLift->GEN(evClosed);
  } else {
    return 0;
  }
  return 1;
}

void Lift::serve(int floor) {
  target = floor;
  if (target == position) {
    rootState_subState = Boarding;
    itsDoor->GEN(evOpen);
    return;
  }
  rootState_subState = Moving;
  if (target > position)
    itsMotor->GEN(evUp);
  else
    itsMotor->GEN(evDown);
}

int Lift::boarding(short id) {
  if (id == evOpened_id) {
    if (number == 1 && position > 0 && itsController->isOccupied(0)) observe(1);
  } else if (id == evEnter_id && itsDoor->IS_IN(Door::Open)) {
    OMSETPARAMS(evEnter);
    weight = params->weight;
  } else if (id == evTimer_id && itsDoor->IS_IN(Door::Open)) {
    if (weight > MostWeight) {
      rootState_subState = Overloaded;
      observe(2);
    } else {
      itsDoor->GEN(evClose);
    }
  } else if (id == evClosed_id) {
    rootState_subState = Idle;
    itsController->GEN(evFree);
  } else {
    return 0;
  }
  return 1;
}

int Lift::rootState_dispatchEvent(short id) {
  if (id == evGoto_id) {
    OMSETPARAMS(evGoto);
    wanted = params->floor;
    return 1;
  }
  switch (rootState_subState) {
    case Idle:
      if (id == evServe_id) {
        OMSETPARAMS(evServe);
        serve(params->floor);
      } else if (id == evTimer_id) {
        int floor = wanted;
        wanted = -1;
        if (floor >= 0 && floor < FLOORS) serve(floor);
      } else {
        return 0;
      }
      return 1;
    case Moving:
      if (id != evSensor_id) return 0;
      position += itsMotor->IS_IN(Motor::Up) ? 1 : -1;
      if (position != target) return 1;
      itsMotor->GEN(evHalt);
      itsDoor->GEN(evOpen);
      rootState_subState = Boarding;
      return 1;
    case Boarding: return boarding(id);
    case Overloaded:
      if (id != evEnter_id) return 0;
      {
        OMSETPARAMS(evEnter);
        weight = params->weight;
      }
      rootState_subState = Boarding;
      return 1;
  }
  return 0;
}

OMBoolean Controller::isOccupied(int number) const {
  Lift *lift = itsLift.getAt(number);
  return lift->IS_IN(Lift::Boarding) && lift->getWeight() > 0;
}

void Controller::dispatch() {
  if (called < 0 || called >= FLOORS) {
    rootState_subState = Ready;
    return;
  }
  for (OMIterator<Lift *> i(itsLift); *i; ++i)
    if ((*i)->IS_IN(Lift::Idle)) {
      (*i)->GEN(evServe(called));
      rootState_subState = Ready;
      return;
    }
  rootState_subState = Saturated;
}

int Controller::rootState_dispatchEvent(short id) {
  if (id == evCall_id) {
    OMSETPARAMS(evCall);
    called = params->floor;
    if (rootState_subState == Ready) rootState_subState = Called;
  } else if ((rootState_subState == Called && id == evTimer_id) || (rootState_subState == Saturated && id == evFree_id)) {
    dispatch();
  } else {
    return 0;
  }
  return 1;
}

OMThread tower, shafts;
Controller controller(&tower);
Lift left(&shafts, 0), right(&shafts, 1);

class People : public OMEnvironment {
  void ride(Lift &lift) {
    switch (symcpp_nondet(0, 3)) {
      case 0:
        if (!lift.IS_IN(Lift::Idle)) lift.GEN(evGoto(input()));
        break;
      case 1:
        if (lift.IS_IN(Lift::Boarding) || lift.IS_IN(Lift::Overloaded)) lift.GEN(evEnter(input()));
        break;
      case 2:
        if (lift.IS_IN(Lift::Moving)) lift.GEN(evSensor);
        break;
      case 3:
        if (!lift.IS_IN(Lift::Moving)) lift.GEN(evTimer);
        break;
    }
  }
  void stimulus() {
    switch (symcpp_nondet(0, 3)) {
      case 0: controller.GEN(evCall(input())); break;
      case 1:
        if (controller.IS_IN(Controller::Called)) controller.GEN(evTimer);
        break;
      case 2: ride(left); break;
      case 3: ride(right); break;
    }
  }
};

People people;

int main() {
  left.initRelations(&controller, new Motor(&shafts), new Door(&shafts));
  right.initRelations(&controller, new Motor(&shafts), new Door(&shafts));
  controller.addItsLift(&left);
  controller.addItsLift(&right);
  controller.startBehavior();
  tower.Start();
  shafts.Start();
  people.Start();
  return 0;
}
