-- `uid` is what a topic goes by however its question reads: the author's id, else the digest under
-- which its first cards were born; `pin` writes it. `slug` is what people call it beside that. Both
-- are empty for simple cards. A topic that its file no longer has keeps its row with position -1.
ALTER TABLE topics ADD COLUMN uid TEXT NOT NULL DEFAULT '';
ALTER TABLE topics ADD COLUMN slug TEXT NOT NULL DEFAULT '';
CREATE INDEX topics_uid ON topics (uid) WHERE uid <> '';
