"""Writes files: whole or not at all, over nothing that this program did not make.

`writing` puts a file in its place: `create` where there is none, `replace` where what was read is
still there, `write` where an output of the same kind may be. `temporary` makes what is not in its
place yet, and sweeps what a program that was killed left of it.
"""
