// Rail cars between the terminals of an airport: a car asks for a terminal, accelerates, keeps its distance to the car in
// front, brakes before the terminal and stops there.
// goal: 1 the first car has arrived at a terminal, 2 a car stands in a terminal that the other one has left
//
// -DTERMINALS=n   terminals (2)
#include "model.h"

#ifndef TERMINALS
#define TERMINALS 2
#endif

enum {
  evPassenger_id,
  evDistance_id,
  evLimit_id,
  evTick_id,
  evApproach_id,
  evReserve_id,
  evGranted_id,
  evLeave_id,
  evAccelerate_id,
  evHold_id,
  evBrake_id,
  evStopped_id,
  evNear_id,
  evClear_id
};

OM_EVENT2(evPassenger, int, terminal, int, weight)
OM_EVENT1(evDistance, int, metres)
OM_EVENT1(evLimit, int, speed)
OM_EVENT(evTick)
OM_EVENT(evApproach)
OM_EVENT1(evReserve, int, car)
OM_EVENT(evGranted)
OM_EVENT(evLeave)
OM_EVENT1(evAccelerate, int, limit)
OM_EVENT(evHold)
OM_EVENT(evBrake)
OM_EVENT(evStopped)
OM_EVENT(evNear)
OM_EVENT(evClear)

class Car;

class Terminal : public OMReactive {
public:
  enum { Free, Reserved };
  Terminal(OMThread *thread) : OMReactive(thread), visits(0), waits(0) {}
  void addItsCar(Car *car) { itsCar.add(car); }
  int getVisits() const { return visits; }
  int rootState_dispatchEvent(short id);

private:
  void grant(int car);

  OMList<Car *> itsCar;
  int visits, waits;  // waits: number of the car that waits, from 1
};

// The drive of a car: speed is counted in steps.
class Drive : public OMReactive {
public:
  enum { Off, Accelerating, Holding, Braking };
  Drive(OMThread *thread) : OMReactive(thread), itsCar(0), speed(0), limit(0) {}
  void setItsCar(Car *car) { itsCar = car; }
  int rootState_dispatchEvent(short id);

private:
  Car *itsCar;
  int speed, limit;
};

class Proximity : public OMReactive {
public:
  enum { Clear, Near };
  enum { SafeDistance = 4 };
  Proximity(OMThread *thread) : OMReactive(thread), itsCar(0), distance(0) {}
  void setItsCar(Car *car) { itsCar = car; }
  int rootState_dispatchEvent(short id);

private:
  Car *itsCar;
  int distance;
};

class Car : public OMReactive {
public:
  enum { Standing, Waiting, Cruising, Arriving, Emergency };
  enum { MostWeight = 5 };
  Car(OMThread *thread, int number_)
      : OMReactive(thread), number(number_), itsDrive(0), itsProximity(0), itsTerminal(0), itsNext(0), weight(0), limit(0) {}
  void initRelations(Drive *drive, Proximity *proximity) {
    itsDrive = drive;
    itsProximity = proximity;
    drive->setItsCar(this);
    proximity->setItsCar(this);
  }
  void addTerminal(Terminal *terminal) { terminals.add(terminal); }
  Drive *getItsDrive() const { return itsDrive; }
  Proximity *getItsProximity() const { return itsProximity; }
  int rootState_dispatchEvent(short id);

private:
  int standing(short id);
  int cruising(short id);
  void arrive();

  const int number;
  Drive *itsDrive;
  Proximity *itsProximity;
  Terminal *itsTerminal, *itsNext;
  OMList<Terminal *> terminals;
  int weight, limit;
};

void Terminal::grant(int car) {
  rootState_subState = Reserved;
  visits++;
  itsCar.getAt(car)->GEN(evGranted);
}

int Terminal::rootState_dispatchEvent(short id) {
  if (id == evReserve_id) {
    OMSETPARAMS(evReserve);
    if (rootState_subState == Free)
      grant(params->car);
    else
      waits = params->car + 1;
    return 1;
  }
  if (id != evLeave_id || rootState_subState != Reserved) return 0;
  rootState_subState = Free;
  int next = waits;
  waits = 0;
  if (next) grant(next - 1);
  return 1;
}

int Drive::rootState_dispatchEvent(short id) {
  if (id == evAccelerate_id) {
    OMSETPARAMS(evAccelerate);
    limit = params->limit;
    rootState_subState = Accelerating;
  } else if (id == evBrake_id) {
    rootState_subState = Braking;
  } else if (id == evHold_id && rootState_subState == Accelerating) {
    rootState_subState = Holding;
  } else if (id == evTick_id && rootState_subState == Accelerating) {
    if (++speed >= limit || speed == 3) rootState_subState = Holding;
  } else if (id == evTick_id && rootState_subState == Braking) {
    if (--speed > 0) return 1;
    speed = 0;
    rootState_subState = Off;
    itsCar->GEN(evStopped);
  } else {
    return 0;
  }
  return 1;
}

int Proximity::rootState_dispatchEvent(short id) {
  if (id != evDistance_id) return 0;
  OMSETPARAMS(evDistance);
  distance = params->metres;
  int state = Clear;
  if (distance < SafeDistance) state = Near;
  if (state == rootState_subState) return 1;
  rootState_subState = state;
  if (state == Near)
    itsCar->GEN(evNear);
  else
    itsCar->GEN(evClear);
  return 1;
}

int Car::standing(short id) {
  if (id == evLimit_id) {
    OMSETPARAMS(evLimit);
    limit = params->speed;
    return 1;
  }
  if (id != evPassenger_id) return 0;
  OMSETPARAMS(evPassenger);
  int n = 0;
  weight = params->weight;
  for (OMIterator<Terminal *> i(terminals); *i; ++i)
    if (n++ == params->terminal && *i != itsTerminal) itsNext = *i;
  if (!itsNext || weight > MostWeight || limit <= 0) {
    itsNext = 0;
    return 1;
  }
  itsNext->GEN(evReserve(number));
  rootState_subState = Waiting;
  return 1;
}

int Car::cruising(short id) {
  if (id == evNear_id) {
    itsDrive->GEN(evBrake);
    rootState_subState = Emergency;
  } else if (id == evApproach_id && itsDrive->IS_IN(Drive::Holding)) {
    itsDrive->GEN(evBrake);
    rootState_subState = Arriving;
  } else {
    return 0;
  }
  return 1;
}

void Car::arrive() {
  itsTerminal = itsNext;
  itsNext = 0;
  rootState_subState = Standing;
  if (number == 0) observe(1);
  if (itsTerminal->getVisits() > 1) observe(2);
}

int Car::rootState_dispatchEvent(short id) {
  switch (rootState_subState) {
    case Standing: return standing(id);
    case Waiting:
      if (id != evGranted_id) return 0;
      if (itsTerminal) itsTerminal->GEN(evLeave);
      itsDrive->GEN(evAccelerate(limit));
      rootState_subState = Cruising;
      return 1;
    case Cruising: return cruising(id);
    case Arriving:
      if (id != evStopped_id) return 0;
      arrive();
      return 1;
    case Emergency:
      if (id != evClear_id) return 0;
      itsDrive->GEN(evAccelerate(limit));
      rootState_subState = Cruising;
      return 1;
  }
  return 0;
}

OMThread track, vehicles;
Car first(&vehicles, 0), second(&vehicles, 1);

class Airport : public OMEnvironment {
  void drive(Car &car) {
    switch (symcpp_nondet(0, 4)) {
      case 0:
        if (car.IS_IN(Car::Standing)) car.GEN(evPassenger(input(), input()));
        break;
      case 1:
        if (car.IS_IN(Car::Standing)) car.GEN(evLimit(input()));
        break;
      case 2:
        if (!car.IS_IN(Car::Standing)) car.getItsProximity()->GEN(evDistance(input()));
        break;
      case 3:
        if (!car.getItsDrive()->IS_IN(Drive::Off)) car.getItsDrive()->GEN(evTick);
        break;
      case 4:
        if (car.IS_IN(Car::Cruising)) car.GEN(evApproach);
        break;
    }
  }
  void stimulus() {
    if (symcpp_nondet(0, 1))
      drive(second);
    else
      drive(first);
  }
};

Airport airport;

int main() {
  first.initRelations(new Drive(&vehicles), new Proximity(&vehicles));
  second.initRelations(new Drive(&vehicles), new Proximity(&vehicles));
  for (int n = 0; n < TERMINALS; n++) {
    Terminal *terminal = new Terminal(&track);
    terminal->addItsCar(&first);
    terminal->addItsCar(&second);
    first.addTerminal(terminal);
    second.addTerminal(terminal);
  }
  first.startBehavior();
  second.startBehavior();
  track.Start();
  vehicles.Start();
  airport.Start();
  return 0;
}
