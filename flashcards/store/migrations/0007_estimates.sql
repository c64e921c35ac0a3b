-- A card may come with a memory and without the answers that led to it: an event of its own kind
-- says so and holds the memory. What an old table checks cannot be changed, so the log is written
-- once more; what refers to it stands aside meanwhile.
CREATE TABLE attempts_aside AS SELECT * FROM attempts;
DROP TABLE attempts;

CREATE TABLE events_anew (
    id INTEGER PRIMARY KEY,
    card INTEGER NOT NULL REFERENCES cards (id),
    kind TEXT NOT NULL
        CHECK (kind IN ('review', 'forget', 'reschedule', 'set-due', 'estimate')),
    device TEXT NOT NULL,
    sequence INTEGER NOT NULL,
    reviewed_at_ms INTEGER NOT NULL UNIQUE,
    clock_ms INTEGER NOT NULL,
    utc_offset_s INTEGER NOT NULL,
    study_day INTEGER NOT NULL,
    rating INTEGER CHECK (rating BETWEEN 1 AND 4),
    taken_ms INTEGER NOT NULL,
    state_before INTEGER NOT NULL CHECK (state_before BETWEEN 0 AND 3),
    step_before INTEGER,
    state_after INTEGER NOT NULL CHECK (state_after BETWEEN 0 AND 3),
    step_after INTEGER,
    desired_retention REAL NOT NULL,
    interval_s INTEGER NOT NULL,
    due_day INTEGER,
    parameter_set INTEGER NOT NULL REFERENCES parameter_sets (id),
    source TEXT NOT NULL DEFAULT '',
    foreign_id INTEGER,
    undone INTEGER NOT NULL DEFAULT 0 CHECK (undone IN (0, 1)),
    stability REAL CHECK (stability > 0),
    difficulty REAL CHECK (difficulty BETWEEN 1 AND 10),
    CHECK ((kind = 'review') = (rating IS NOT NULL)),
    CHECK ((kind = 'estimate') = (stability IS NOT NULL)),
    CHECK ((stability IS NULL) = (difficulty IS NULL)),
    UNIQUE (device, sequence)
) STRICT;
INSERT INTO events_anew (
    id, card, kind, device, sequence, reviewed_at_ms, clock_ms, utc_offset_s, study_day, rating,
    taken_ms, state_before, step_before, state_after, step_after, desired_retention, interval_s,
    due_day, parameter_set, source, foreign_id, undone
) SELECT
    id, card, kind, device, sequence, reviewed_at_ms, clock_ms, utc_offset_s, study_day, rating,
    taken_ms, state_before, step_before, state_after, step_after, desired_retention, interval_s,
    due_day, parameter_set, source, foreign_id, undone
FROM events;
DROP TABLE events;
ALTER TABLE events_anew RENAME TO events;
CREATE INDEX events_card ON events (card, reviewed_at_ms);
CREATE INDEX events_day ON events (study_day);
CREATE INDEX events_first ON events (reviewed_at_ms) WHERE kind = 'review' AND state_before = 0;
CREATE UNIQUE INDEX events_foreign ON events (source, foreign_id) WHERE foreign_id IS NOT NULL;

CREATE TABLE attempts (
    id INTEGER PRIMARY KEY,
    card INTEGER NOT NULL REFERENCES cards (id),
    begun_at_ms INTEGER NOT NULL,
    utc_offset_s INTEGER NOT NULL,
    seconds INTEGER NOT NULL,
    prompt TEXT NOT NULL,
    text TEXT NOT NULL,
    points TEXT NOT NULL,
    event INTEGER REFERENCES events (id)
) STRICT;
INSERT INTO attempts SELECT * FROM attempts_aside;
CREATE INDEX attempts_card ON attempts (card, begun_at_ms);
DROP TABLE attempts_aside;

-- Who fitted a parameter set: nobody (the defaults, and what `optimize` fits), or the program it
-- was taken over from.
ALTER TABLE parameter_sets ADD COLUMN source TEXT NOT NULL DEFAULT '';
