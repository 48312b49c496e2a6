// Several tasks in one go: `verify --each` and `allways tasks`. Each task is a run of this executable with words of its own.
#ifndef APP_TASKS_H
#define APP_TASKS_H

#include "app/options.h"

typedef enum task_expect { EXPECT_SAFE, EXPECT_PROVED, EXPECT_UNSAFE, EXPECT_UNKNOWN } task_expect;

typedef struct task {
  const char *name;
  VEC(const char *) words;  // of its command line, without the program
  task_expect expect;
} task;

typedef struct task_list {
  arena *mem;
  const char *folder;  // where the tasks run
  VEC(task) tasks;
} task_list;

void tasks_fini(task_list *list);
// The tasks of a project file (doc/projects.md), each with these words too; out->mem is there. False: stderr says what is wrong with the
// file, and where.
bool tasks_read(const char *path, const char *const *words, size_t n, task_list *out);
// Runs them one after the other and prints a table, or with `json` an array of their results. The exit status for all: 0 as expected, 1 a
// verdict that was not, 2 nothing worse than an UNKNOWN that was not, else the highest status of a task without verdict.
int tasks_run(const task_list *list, bool json);

#endif
