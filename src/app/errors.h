// With --json, mistakes on the command line and in the program are told as JSON, too: what is written to stderr until the program is read is
// kept, by this process and by the compiler that it starts, and passed on then.
#ifndef APP_ERRORS_H
#define APP_ERRORS_H

void errors_capture(void);
// What was kept goes to stderr, and so does everything from now on. Nothing if nothing is captured.
void errors_release(void);
// The run ended with `status` before the program was read: the same, and one object on stdout.
void errors_report(int status);

#endif
