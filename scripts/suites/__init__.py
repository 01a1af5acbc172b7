"""Suites of positions whose value is proved, to test engines with.

Nothing here is shared with the engines but the kernels of the rules: the proofs are a plain search
of all moves, without an evaluation, and therefore slow.
"""
