// An alarm system: a number on the keypad arms and disarms it; sensors watch rooms for movement and noise.
// goal: 1 the siren sounds, 2 the system has been disarmed in time after an entry
//
// -DDIGITS=n   digits of the number (4)
// -DROOMS=n    watched rooms (2)
#include "model.h"

#ifndef DIGITS
#define DIGITS 4
#endif
#ifndef ROOMS
#define ROOMS 2
#endif

enum {
  evDigit_id,
  evClear_id,
  evMovement_id,
  evNoise_id,
  evTick_id,
  evCode_id,
  evWatch_id,
  evIntruder_id,
  evSound_id
};

OM_EVENT1(evDigit, int, digit)
OM_EVENT(evClear)
OM_EVENT1(evMovement, int, strength)
OM_EVENT1(evNoise, int, level)
OM_EVENT(evTick)
OM_EVENT(evCode)
OM_EVENT1(evWatch, OMBoolean, on)
OM_EVENT(evIntruder)
OM_EVENT1(evSound, OMBoolean, on)

class Controller;

class Keypad : public OMReactive {
public:
  enum { Collecting, Locked };
  Keypad(OMThread *thread) : OMReactive(thread), itsController(0), count(0), wrong(0) {
    for (int i = 0; i < DIGITS; i++) digits[i] = 0;
  }
  void setItsController(Controller *controller) { itsController = controller; }
  int rootState_dispatchEvent(short id);

private:
  // The number is 1 2 1 2 ...
  OMBoolean right() const {
    for (int i = 0; i < DIGITS; i++)
      if (digits[i] != 1 + i % 2) return OMFalse;
    return OMTrue;
  }
  void judge();

  Controller *itsController;
  int digits[DIGITS];
  int count, wrong;
};

class Sensor : public OMReactive {
public:
  enum { Off, Quiet, Suspicious };
  enum { MostMovement = 1, MostNoise = 1 };
  Sensor(OMThread *thread) : OMReactive(thread), itsController(0), movement(0), noise(0) {}
  void setItsController(Controller *controller) { itsController = controller; }
  int rootState_dispatchEvent(short id);

private:
  Controller *itsController;
  int movement, noise;
};

class Siren : public OMReactive {
public:
  enum { Silent, Sounding };
  Siren(OMThread *thread) : OMReactive(thread) {}
  int rootState_dispatchEvent(short id) {
    if (id != evSound_id) return 0;
    OMSETPARAMS(evSound);
    rootState_subState = params->on ? Sounding : Silent;
    if (params->on) observe(1);
    return 1;
  }
};

class Controller : public OMReactive {
public:
  enum { Disarmed, Leaving, Armed, Entry, Alarm };
  Controller(OMThread *thread) : OMReactive(thread), itsSiren(0) {}
  void setItsSiren(Siren *siren) { itsSiren = siren; }
  void addItsSensor(Sensor *sensor) { itsSensor.add(sensor); }
  int rootState_dispatchEvent(short id);

private:
  void watch(OMBoolean on) {
    for (OMIterator<Sensor *> i(itsSensor); *i; ++i) (*i)->GEN(evWatch(on));
  }
  int code();

  Siren *itsSiren;
  OMList<Sensor *> itsSensor;
};

void Keypad::judge() {
  OMBoolean ok = right();
  count = 0;
  for (int i = 0; i < DIGITS; i++) digits[i] = 0;
  if (ok) {
    wrong = 0;
    itsController->GEN(evCode);
  } else if (++wrong == 2) {
    rootState_subState = Locked;
  }
}

int Keypad::rootState_dispatchEvent(short id) {
  if (rootState_subState == Locked) {
    if (id != evTick_id) return 0;
    wrong = 0;
    rootState_subState = Collecting;
    return 1;
  }
  if (id == evClear_id) {
    count = 0;
    for (int i = 0; i < DIGITS; i++) digits[i] = 0;
    return 1;
  }
  if (id != evDigit_id) return 0;
  OMSETPARAMS(evDigit);
  digits[count++] = params->digit;
  if (count == DIGITS) judge();
  return 1;
}

int Sensor::rootState_dispatchEvent(short id) {
  if (id == evWatch_id) {
    OMSETPARAMS(evWatch);
    rootState_subState = params->on ? Quiet : Off;
    movement = noise = 0;
    return 1;
  }
  if (rootState_subState == Off) return 0;
  if (id == evMovement_id) {
    OMSETPARAMS(evMovement);
    movement = params->strength;
  } else if (id == evNoise_id) {
    OMSETPARAMS(evNoise);
    noise = params->level;
  } else {
    return 0;
  }
  if (rootState_subState == Suspicious || movement <= MostMovement || noise <= MostNoise) return 1;
  rootState_subState = Suspicious;
  itsController->GEN(evIntruder);
  return 1;
}

int Controller::code() {
  switch (rootState_subState) {
    case Disarmed: rootState_subState = Leaving; return 1;
    case Entry: observe(2);
  }
  if (rootState_subState == Alarm) itsSiren->GEN(evSound(OMFalse));
  if (rootState_subState != Leaving) watch(OMFalse);
  rootState_subState = Disarmed;
  return 1;
}

int Controller::rootState_dispatchEvent(short id) {
  if (id == evCode_id) return code();
  if (rootState_subState == Leaving && id == evTick_id) {
    rootState_subState = Armed;
    watch(OMTrue);
  } else if (rootState_subState == Armed && id == evIntruder_id) {
    rootState_subState = Entry;
  } else if (rootState_subState == Entry && id == evTick_id) {
    rootState_subState = Alarm;
    itsSiren->GEN(evSound(OMTrue));
  } else {
    return 0;
  }
  return 1;
}

OMThread box, field;
Controller controller(&box);
Keypad keypad(&box);
Siren siren(&field);
Sensor *sensor[ROOMS];

class Burglar : public OMEnvironment {
  void stimulus() {
    switch (symcpp_nondet(0, 4)) {
      case 0: keypad.GEN(evDigit(input())); break;
      case 1: keypad.GEN(evClear); break;
      case 2:
        if (controller.IS_IN(Controller::Leaving) || controller.IS_IN(Controller::Entry)) controller.GEN(evTick);
        break;
      case 3: sensor[symcpp_nondet(0, ROOMS - 1)]->GEN(evMovement(input())); break;
      case 4: sensor[symcpp_nondet(0, ROOMS - 1)]->GEN(evNoise(input())); break;
    }
  }
};

Burglar burglar;

int main() {
  keypad.setItsController(&controller);
  controller.setItsSiren(&siren);
  for (int n = 0; n < ROOMS; n++) {
    sensor[n] = new Sensor(&field);
    sensor[n]->setItsController(&controller);
    controller.addItsSensor(sensor[n]);
  }
  controller.startBehavior();
  box.Start();
  field.Start();
  burglar.Start();
  return 0;
}
