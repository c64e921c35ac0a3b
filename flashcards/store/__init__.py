"""The collection's memory: one SQLite file, the only room that speaks SQL.

`database` opens and migrates it, `shelf` keeps what the decks say, `log` what the learner
answered, `queue` finds what is due, `browse` what a selection names, `keep` the settings.
"""
