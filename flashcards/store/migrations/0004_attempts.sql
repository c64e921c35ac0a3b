-- An attempt that its deck does not drill is a card all the same, asleep (`presence` 0) until its
-- first rating.
ALTER TABLE cards ADD COLUMN drilled INTEGER NOT NULL DEFAULT 1 CHECK (drilled IN (0, 1));

-- Answers in one's own words, kept with the card and so through every edit of the deck. `points`
-- is JSON: each key point as it was worded then, its weight, and whether it was ticked. `event`
-- is the rating it led to, if any.
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
CREATE INDEX attempts_card ON attempts (card, begun_at_ms);
