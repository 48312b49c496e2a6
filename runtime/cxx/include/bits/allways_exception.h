// The base of library exceptions that can say what went wrong without any code being run: their first member is a pointer to
// the text. It lies right behind the table of methods, where __cxa_throw looks for it.
#ifndef ALLWAYS_EXCEPTION_H
#define ALLWAYS_EXCEPTION_H

#include <exception>

class __allways_exception : public std::exception {};

#endif
