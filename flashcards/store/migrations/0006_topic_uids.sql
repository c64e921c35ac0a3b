-- What a topic goes by however its question reads: the author's id, else the digest under which its
-- first cards were born. `pin` writes it. Empty for simple cards.
ALTER TABLE topics ADD COLUMN uid TEXT NOT NULL DEFAULT '';
CREATE INDEX topics_uid ON topics (uid) WHERE uid <> '';
