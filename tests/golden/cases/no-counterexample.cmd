--quiet programs/safe.ivl --report=@TMP@/s.vcd
@TMP@/s.vcd
