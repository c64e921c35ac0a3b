"""The collection's memory: one SQLite file, the only room that speaks SQL.

`database` opens and migrates it, `cache` and `shelf` keep what the decks say, `log` what the
learner answered, `queue` finds what is due within a `scope`, `browse` what a selection names,
`keep` the settings.
"""
