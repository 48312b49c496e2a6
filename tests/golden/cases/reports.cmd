--quiet programs/signal.ivl --report=@TMP@/s.txt --report=@TMP@/s.trace
@TMP@/s.txt
@TMP@/s.trace
