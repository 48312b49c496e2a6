// A pacemaker: a programmer sets rate, refractory time and energy through a coil; the monitor measures the heart, the pulse
// generator makes a pulse when the heart is too slow.
// goal: 1 a pulse has been given, 2 the battery is at its end
//
// -DCHARGE=n   pulses that the battery holds (3)
#include "model.h"

#ifndef CHARGE
#define CHARGE 3
#endif

enum {
  evMagnet_id,
  evRate_id,
  evRefractory_id,
  evEnergy_id,
  evCommit_id,
  evBeats_id,
  evTick_id,
  evSettings_id,
  evSlow_id,
  evNormal_id,
  evDraw_id,
  evLow_id,
  evEmpty_id
};

OM_EVENT(evMagnet)
OM_EVENT1(evRate, int, rate)
OM_EVENT1(evRefractory, int, time)
OM_EVENT1(evEnergy, int, energy)
OM_EVENT(evCommit)
OM_EVENT1(evBeats, int, beats)
OM_EVENT(evTick)
OM_EVENT(evSettings)
OM_EVENT(evSlow)
OM_EVENT(evNormal)
OM_EVENT(evDraw)
OM_EVENT(evLow)
OM_EVENT(evEmpty)

class Monitor;
class Generator;

class Coil : public OMReactive {
public:
  enum { Closed, Receiving };
  enum { LeastRate = 3, MostEnergy = 5 };
  Coil(OMThread *thread) : OMReactive(thread), rate(0), refractory(0), energy(0), itsMonitor(0), itsGenerator(0) {}
  void initRelations(Monitor *monitor, Generator *generator) {
    itsMonitor = monitor;
    itsGenerator = generator;
  }
  int rootState_dispatchEvent(short id);
  int rate, refractory, energy;

private:
  // What would hurt is refused.
  OMBoolean sound() const {
    return rate >= LeastRate && refractory > 0 && refractory < rate && energy > 0 && energy <= MostEnergy;
  }
  Monitor *itsMonitor;
  Generator *itsGenerator;
};

class Monitor : public OMReactive {
public:
  enum { Off, Normal, Slow };
  Monitor(OMThread *thread) : OMReactive(thread), itsCoil(0), itsGenerator(0), beats(0), rate(0) {}
  void initRelations(Coil *coil, Generator *generator) {
    itsCoil = coil;
    itsGenerator = generator;
  }
  int rootState_dispatchEvent(short id);

private:
  Coil *itsCoil;
  Generator *itsGenerator;
  int beats, rate;
};

class Battery : public OMReactive {
public:
  enum { Full, Low, Empty };
  Battery(OMThread *thread) : OMReactive(thread), itsGenerator(0), charge(CHARGE) {}
  void setItsGenerator(Generator *generator) { itsGenerator = generator; }
  int rootState_dispatchEvent(short id);

private:
  Generator *itsGenerator;
  int charge;
};

class Generator : public OMReactive {
public:
  enum { Off, Watching, Waiting, Refractory, Dead };
  Generator(OMThread *thread) : OMReactive(thread), itsCoil(0), itsBattery(0), time(0), energy(0) {}
  void initRelations(Coil *coil, Battery *battery) {
    itsCoil = coil;
    itsBattery = battery;
  }
  int rootState_dispatchEvent(short id);

private:
  int running(short id);

  Coil *itsCoil;
  Battery *itsBattery;
  int time, energy;
};

int Coil::rootState_dispatchEvent(short id) {
  if (id == evMagnet_id) {
    rootState_subState = rootState_subState == Closed ? Receiving : Closed;
    return 1;
  }
  if (rootState_subState != Receiving) return 0;
  if (id == evRate_id) {
    OMSETPARAMS(evRate);
    rate = params->rate;
  } else if (id == evRefractory_id) {
    OMSETPARAMS(evRefractory);
    refractory = params->time;
  } else if (id == evEnergy_id) {
    OMSETPARAMS(evEnergy);
    energy = params->energy;
  } else if (id == evCommit_id && sound()) {
    itsMonitor->GEN(evSettings);
    itsGenerator->GEN(evSettings);
    rootState_subState = Closed;
  } else {
    return 0;
  }
  return 1;
}

int Monitor::rootState_dispatchEvent(short id) {
  if (id == evSettings_id) {
    rate = itsCoil->rate;
    rootState_subState = Normal;
    return 1;
  }
  if (id != evBeats_id) return 0;
  OMSETPARAMS(evBeats);
  beats = params->beats;
  if (rootState_subState == Normal && beats < rate) {
    rootState_subState = Slow;
    itsGenerator->GEN(evSlow);
  } else if (rootState_subState == Slow && beats >= rate) {
    rootState_subState = Normal;
    itsGenerator->GEN(evNormal);
  }
  return 1;
}

int Battery::rootState_dispatchEvent(short id) {
  if (id != evDraw_id) return 0;
  charge--;
  if (charge == 0) {
    rootState_subState = Empty;
    itsGenerator->GEN(evEmpty);
    observe(2);
  } else if (rootState_subState == Full && charge == 1) {
    rootState_subState = Low;
  }
  return 1;
}

int Generator::running(short id) {
  switch (rootState_subState) {
    case Watching:
      if (id != evSlow_id) return 0;
      rootState_subState = Waiting;
      return 1;
    case Waiting:
      if (id == evNormal_id) {
        rootState_subState = Watching;
      } else if (id == evTick_id) {
        itsBattery->GEN(evDraw);
        time = 1;
        if (itsCoil->refractory > 2) time = 2;
        rootState_subState = Refractory;
        observe(1);
      } else {
        return 0;
      }
      return 1;
    case Refractory:
      if (id == evNormal_id) {
        rootState_subState = Watching;
      } else if (id == evTick_id) {
        if (--time == 0) rootState_subState = Waiting;
      } else {
        return 0;
      }
      return 1;
  }
  return 0;
}

int Generator::rootState_dispatchEvent(short id) {
  if (id == evSettings_id && rootState_subState != Dead) {
    energy = itsCoil->energy;
    rootState_subState = Watching;
    return 1;
  }
  if (id == evEmpty_id) {
    rootState_subState = Dead;
    return 1;
  }
  return running(id);
}

OMThread sensing, pacing;
Coil coil(&sensing);
Monitor monitor(&sensing);
Generator generator(&pacing);
Battery battery(&pacing);

class Patient : public OMEnvironment {
  void stimulus() {
    switch (symcpp_nondet(0, 6)) {
      case 0: coil.GEN(evMagnet); break;
      case 1: coil.GEN(evRate(input())); break;
      case 2: coil.GEN(evRefractory(input())); break;
      case 3: coil.GEN(evEnergy(input())); break;
      case 4: coil.GEN(evCommit); break;
      case 5: monitor.GEN(evBeats(input())); break;
      case 6: generator.GEN(evTick); break;
    }
  }
};

Patient patient;

int main() {
  coil.initRelations(&monitor, &generator);
  monitor.initRelations(&coil, &generator);
  generator.initRelations(&coil, &battery);
  battery.setItsGenerator(&generator);
  coil.startBehavior();
  sensing.Start();
  pacing.Start();
  patient.Start();
  return 0;
}
