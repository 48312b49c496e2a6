// Ways to an answer side by side, one process each; the first definite answer is the answer (--jobs with --engine=auto).
//
// Processes, because nothing below is made for threads; each has its own solver and terms, as they were when it was forked. All
// of them are right, so which one is first does not change the verdict. The parent waits, watches limits, and ends them all.
#ifndef APP_PORTFOLIO_H
#define APP_PORTFOLIO_H

#include "engine/engine.h"

enum { PORTFOLIO_MOST = 8 };

// Runs lane(ctx, i, n, arg) for all i < n <= PORTFOLIO_MOST, each in a process of its own. ctx->result: the first definite answer
// with its evidence and counters; if there is none, UNKNOWN with the reasons of all.
void portfolio_run(engine_ctx *ctx, uint32_t n, void (*lane)(engine_ctx *ctx, uint32_t i, uint32_t n, void *arg),
                   void *arg);

#endif
