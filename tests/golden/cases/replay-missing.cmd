replay none.trace
