// The commands: each takes the parsed command line and returns the exit status of the process.
#ifndef APP_DRIVER_H
#define APP_DRIVER_H

#include "app/options.h"

enum {
  STATUS_SAFE = 0,
  STATUS_UNSAFE = 1,
  STATUS_UNKNOWN = 2,
  STATUS_USAGE = 64,
  STATUS_BAD_INPUT = 65,
  STATUS_BUG = 70,
  STATUS_IO = 74  // something asked for could not be written
};

int driver_verify(const command_line *line);
int driver_simulate(const command_line *line);
int driver_replay(const command_line *line);
int driver_ir(const command_line *line);
int driver_merge(const command_line *line);
int driver_stubs(const command_line *line);
int driver_harness(const command_line *line);
int driver_each(const command_line *line);   // verify --each
int driver_tasks(const command_line *line);  // of a project file

#endif
