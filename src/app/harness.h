// Drivers from the command line (--threads, --operations): options to the text that front/clang compiles in the place of the first file.
#ifndef APP_HARNESS_H
#define APP_HARNESS_H

#include "base/arena.h"
#include "base/str.h"
#include "config/options.h"
#include "front/front.h"
#include "result/result.h"

bool harness_asked(const options *o);
// With what belongs to a condition of consistency: who waits for ever is a part of it, and found as deadlocks are.
uint32_t harness_checks(uint32_t checks);
// Can the texts be meant? What is wrong in the sense of the language is the compiler's business.
bool harness_texts_judge(const options *o, strbuf *error);
// The driver for these checks, in mem; NULL: none is asked for, or errors in d.
const front_driver *harness_make(const options *o, uint32_t checks, const char *file, const front_options *with,
                                 arena *mem, diags *d);
// The same as a program of its own.
void harness_print(const options *o, const char *file, const front_options *with, strbuf *out, diags *d);

#endif
