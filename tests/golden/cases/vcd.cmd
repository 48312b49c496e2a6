--quiet programs/signal.ivl --report=@TMP@/s.vcd
@TMP@/s.vcd
