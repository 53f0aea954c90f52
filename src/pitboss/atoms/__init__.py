"""Judgements of cards and money: pure integer functions that CPython and Numba both run.

The readable engine calls them plainly; whatever is compiled compiles these same function objects. So nothing here may
use more than integers, booleans and plain control flow.
"""
