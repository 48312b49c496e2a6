--property=no-overflow --report=@TMP@/o.trace programs/overflow.ivl
@TMP@/o.trace
