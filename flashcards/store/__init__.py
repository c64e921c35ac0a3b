"""The collection's memory: one SQLite file, the only room that speaks SQL.

`database` opens and migrates it, `cache` and `shelf` keep what the decks say, `log` what the
learner answered, `queue` finds what is due within a `scope`, `browse` what a selection names,
`keep` the settings. `schema` knows the migrations, `soundness` what may stand in a row, `failures`
says in words what went wrong; `backups` are made and `restoring` puts one back, by `files`.
"""
