"""What a learner remembers, and when a card should come again.

`days` counts study days and is light enough for every command. `scheduling` computes what each
rating would do and what an answer does; `replay` folds a card's log into its state by the same
definitions. Underneath, `recall` is the model of memory (FSRS-6, calculated by py-fsrs),
`intervals` turns the model's wishes into steps and whole days as Anki does, and `fuzz` spreads
them. All of it is pure. Import the modules by name: `days` must not load the others.
"""
