// Checks of our own mistakes (never of the user's input).
//
// CHECK is always on and cheap; DCHECK exists in debug builds only. Both print the place and the reason, call the
// hook that the application installed (it prints input, options and phase) and abort with exit status 70.
#ifndef BASE_CHECK_H
#define BASE_CHECK_H

#include <stdbool.h>
#include <stdnoreturn.h>

noreturn void check_failed(const char *file, int line, const char *cond, const char *why);

// Called once before the process ends because of a failed check; may be NULL.
void check_set_hook(void (*hook)(void *arg), void *arg);

#define CHECK(cond, why) ((cond) ? (void)0 : check_failed(__FILE__, __LINE__, #cond, (why)))
#ifdef NDEBUG
#define DCHECK(cond, why) ((void)sizeof(cond))
#else
#define DCHECK(cond, why) CHECK(cond, why)
#endif

// Structures that are looked at as a whole where they change: in debug builds, and in others if that is asked for (--check=3).
bool check_wholes(void);
void check_set_wholes(bool wanted);
void check_whole(const char *file, int line, const char *what, const char *fault);  // NULL: nothing is wrong with it
#define CHECK_WHOLE(fault) (check_wholes() ? check_whole(__FILE__, __LINE__, #fault, (fault)) : (void)0)
// What grows is looked at whenever its size has doubled, so that all looks together cost as much as a few.
#define CHECK_GROWN(size, fault) ((((size)-1) & (size)) == 0 ? CHECK_WHOLE(fault) : (void)0)

#define UNREACHABLE(why) check_failed(__FILE__, __LINE__, "unreachable", (why))

#endif
