"""Pure integer functions on cards and money that CPython and Numba both run.

The engine calls them directly; the kernels compile the same function objects. So this package uses only integers,
booleans and plain control flow.
"""
