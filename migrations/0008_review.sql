-- Questions as they were last asked of a person: what an answer is held against, and kept when a rebuild no
-- longer asks. The answers are the rows of `review`.

CREATE TABLE review_question (
  key      TEXT PRIMARY KEY,         -- question and subject
  question TEXT NOT NULL,
  subject  TEXT NOT NULL,
  evidence TEXT NOT NULL,
  proposed TEXT NOT NULL,            -- what stands without an answer
  allowed  TEXT NOT NULL             -- JSON list
) STRICT;

CREATE INDEX review_by_reviewer ON review (reviewer, id);
