"""Parameterised IVL benchmarks of the specification's sections 7.4 and 7.5; one module per group of families."""
