// What the programs of this folder share: the range of inputs and the observer of the goal.
//
//   -DVALUES=8    inputs are 0..7; without it any int
//   -DGOAL=2      which of the program's goals is observed; 1 without it
//   -DGOAL_ASSERT the goal is a violated assertion, for engines and runs without --goal='EF goal = 1'
#ifndef MODEL_H
#define MODEL_H

#include <symcpp_uml.h>

#ifndef GOAL
#define GOAL 1
#endif

inline int goal;

inline int input() {
#if defined VALUES
  return symcpp_nondet(0, VALUES - 1);
#else
  return symcpp_nondet(-2147483647 - 1, 2147483647);
#endif
}

// The n-th goal of the program is reached.
inline void observe(int n) {
  if (n != GOAL) return;
  goal = 1;
#if defined GOAL_ASSERT
  symcpp_assert(!"the goal is reached");
#endif
}

#endif
