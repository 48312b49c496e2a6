// A CAN bus: two transmitters ask for the bus, the controller of the bus decides by the identifiers (the lower one wins),
// receivers take the frames that pass their filters and acknowledge.
// goal: 1 a receiver has taken the frame of the transmitter that lost the arbitration, 2 a transmitter is off the bus
//
// -DERRORS=n   frames without acknowledgement that take a transmitter off the bus (3)
#include "model.h"

#ifndef ERRORS
#define ERRORS 3
#endif

enum { evSend_id, evFilter_id, evSlot_id, evRequest_id, evGrant_id, evLost_id, evFrame_id, evAck_id, evNoAck_id, evEnd_id };

OM_EVENT2(evSend, int, identifier, int, data)
OM_EVENT1(evFilter, int, identifier)
OM_EVENT(evSlot)
OM_EVENT1(evRequest, int, node)
OM_EVENT(evGrant)
OM_EVENT(evLost)
OM_EVENT2(evFrame, int, identifier, int, data)
OM_EVENT1(evAck, int, node)
OM_EVENT(evNoAck)
OM_EVENT(evEnd)

class Bus;

// Counts errors of its transmitter by call events.
class ErrorCounter : public OMReactive {
public:
  enum { Active, Passive, BusOff };
  ErrorCounter(OMThread *thread) : OMReactive(thread), count(0) {}
  int rootState_dispatchEvent(short id) {
    if (id == evAck_id) {
      count = 0;
    } else if (id == evNoAck_id) {
      count++;
    } else {
      return 0;
    }
    rootState_subState = count == 0 ? Active : count < ERRORS ? Passive : BusOff;
    return 1;
  }

private:
  int count;
};

class Transmitter : public OMReactive {
public:
  enum { Idle, Waiting, Sending, Off };
  Transmitter(OMThread *thread, int node_)
      : OMReactive(thread), node(node_), itsBus(0), itsCounter(0), identifier(0), data(0), lost(0) {}
  void initRelations(Bus *bus, ErrorCounter *counter) {
    itsBus = bus;
    itsCounter = counter;
  }
  int getIdentifier() const { return identifier; }
  OMBoolean hasLost() const { return lost; }
  int rootState_dispatchEvent(short id);

private:
  void failed();

  int node;
  Bus *itsBus;
  ErrorCounter *itsCounter;
  int identifier, data;
  OMBoolean lost;
};

class Receiver : public OMReactive {
public:
  enum { Listening, Taken };
  Receiver(OMThread *thread) : OMReactive(thread), itsBus(0), filter(0), data(0) {}
  void setItsBus(Bus *bus) { itsBus = bus; }
  int rootState_dispatchEvent(short id);

private:
  Bus *itsBus;
  int filter, data;
};

class Bus : public OMReactive {
public:
  enum { Free, Requested, Busy };
  Bus(OMThread *thread) : OMReactive(thread), itsReceiver(0), itsWinner(0) {
    itsTransmitter[0] = itsTransmitter[1] = 0;
    wants[0] = wants[1] = OMFalse;
  }
  void initRelations(Transmitter *first, Transmitter *second, Receiver *receiver) {
    itsTransmitter[0] = first;
    itsTransmitter[1] = second;
    itsReceiver = receiver;
  }
  int rootState_dispatchEvent(short id);

private:
  void arbitrate();

  Transmitter *itsTransmitter[2];
  OMBoolean wants[2];
  Receiver *itsReceiver;
  Transmitter *itsWinner;
};

void Transmitter::failed() {
  itsCounter->CALL(evNoAck);
  if (itsCounter->IS_IN(ErrorCounter::BusOff)) {
    rootState_subState = Off;
    observe(2);
  } else {
    rootState_subState = Waiting;
    itsBus->GEN(evRequest(node));
  }
}

int Transmitter::rootState_dispatchEvent(short id) {
  switch (rootState_subState) {
    case Idle:
      if (id == evSend_id) {
        OMSETPARAMS(evSend);
        identifier = params->identifier;
        data = params->data;
        rootState_subState = Waiting;
        itsBus->GEN(evRequest(node));
        return 1;
      }
      return 0;
    case Waiting:
      if (id == evLost_id) {
        lost = OMTrue;
      } else if (id == evGrant_id) {
        rootState_subState = Sending;
        itsBus->GEN(evFrame(identifier, data));
      } else {
        return 0;
      }
      return 1;
    case Sending:
      if (id == evAck_id) {
        itsCounter->CALL(evAck(node));
        rootState_subState = Idle;
        identifier = data = 0;
        lost = OMFalse;
      } else if (id == evNoAck_id) {
        failed();
      } else {
        return 0;
      }
      return 1;
  }
  return 0;
}

int Receiver::rootState_dispatchEvent(short id) {
  if (id == evFilter_id) {
    OMSETPARAMS(evFilter);
    filter = params->identifier;
    rootState_subState = Listening;
    return 1;
  }
  if (id != evFrame_id) return 0;
  OMSETPARAMS(evFrame);
  if (params->identifier != filter || params->identifier <= 0) {
    itsBus->GEN(evNoAck);
    return 1;
  }
  data = params->data;
  rootState_subState = Taken;
  itsBus->GEN(evAck(0));
  return 1;
}

void Bus::arbitrate() {
  int winner = wants[0] ? 0 : 1;
  if (wants[0] && wants[1]) {
    if (itsTransmitter[0]->getIdentifier() > itsTransmitter[1]->getIdentifier()) winner = 1;
    itsTransmitter[1 - winner]->GEN(evLost);
  }
  wants[winner] = OMFalse;
  itsWinner = itsTransmitter[winner];
  itsWinner->GEN(evGrant);
  rootState_subState = Busy;
}

int Bus::rootState_dispatchEvent(short id) {
  if (id == evRequest_id) {
    OMSETPARAMS(evRequest);
    wants[params->node] = OMTrue;
    if (rootState_subState == Free) rootState_subState = Requested;
  } else if (rootState_subState == Requested && id == evSlot_id) {
    arbitrate();
  } else if (rootState_subState == Busy && id == evFrame_id) {
    OMSETPARAMS(evFrame);
    itsReceiver->GEN(evFrame(params->identifier, params->data));
  } else if (rootState_subState == Busy && (id == evAck_id || id == evNoAck_id)) {
    if (id == evAck_id) {
      if (itsWinner->hasLost()) observe(1);
      itsWinner->GEN(evAck(0));
    } else {
      itsWinner->GEN(evNoAck);
    }
    itsWinner = 0;
    rootState_subState = wants[0] || wants[1] ? Requested : Free;
  } else {
    return 0;
  }
  return 1;
}

OMThread nodes, wire;
Bus bus(&wire);
Transmitter engine(&nodes, 0), brakes(&nodes, 1);
Receiver dashboard(&nodes);

class Car : public OMEnvironment {
  void stimulus() {
    switch (symcpp_nondet(0, 3)) {
      case 0: engine.GEN(evSend(input(), input())); break;
      case 1: brakes.GEN(evSend(input(), input())); break;
      case 2: dashboard.GEN(evFilter(input())); break;
      case 3: bus.GEN(evSlot); break;
    }
  }
};

Car car;

int main() {
  engine.initRelations(&bus, new ErrorCounter(&nodes));
  brakes.initRelations(&bus, new ErrorCounter(&nodes));
  dashboard.setItsBus(&bus);
  bus.initRelations(&engine, &brakes, &dashboard);
  bus.startBehavior();
  nodes.Start();
  wire.Start();
  car.Start();
  return 0;
}
