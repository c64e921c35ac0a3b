"""The memory engine against the store: fit parameters, move due dates, plan for a day.

`optimizing` fits, `rescheduling` moves, `planning` looks ahead. What is decided is pure and lies
in `memory`; here it is read from the collection and written to it. `library` runs the optimiser
of fsrs-rs in a process of its own, `worker`, where it may fail as it likes.
"""
