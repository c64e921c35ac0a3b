-- The memory engine. A parameter set may be withdrawn (`optimize --undo`); the one in force is the
-- newest that is not. `fitted_to` is the number of answers it was fitted to.
ALTER TABLE parameter_sets ADD COLUMN withdrawn INTEGER NOT NULL DEFAULT 0 CHECK (withdrawn IN (0, 1));
ALTER TABLE parameter_sets ADD COLUMN fitted_to INTEGER NOT NULL DEFAULT 0;

-- One row a `reschedule`: the events it logged are those of the device from first to last.
CREATE TABLE reschedules (
    id INTEGER PRIMARY KEY,
    device TEXT NOT NULL,
    first_sequence INTEGER NOT NULL,
    last_sequence INTEGER NOT NULL,
    made_at_ms INTEGER NOT NULL,
    undone INTEGER NOT NULL DEFAULT 0 CHECK (undone IN (0, 1))
) STRICT;

-- What `config --deck` set for a deck and those below it, as texts.
CREATE TABLE deck_settings (
    deck TEXT NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (deck, key)
) STRICT, WITHOUT ROWID;
