-- "For later": a learner's own mark on a card, set in a review and listed with is:marked.
ALTER TABLE cards ADD COLUMN marked INTEGER NOT NULL DEFAULT 0 CHECK (marked IN (0, 1));
