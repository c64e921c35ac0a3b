-- The number of a line is its instant in one collection; another may have a line of that instant,
-- on another card.
DROP INDEX events_foreign;
CREATE UNIQUE INDEX events_foreign ON events (source, foreign_id, card)
    WHERE foreign_id IS NOT NULL;
