-- The datasets before they are exported, and what people said of them.

CREATE TABLE instance (
  id      TEXT PRIMARY KEY,
  task    TEXT NOT NULL,
  case_id TEXT NOT NULL,
  job_key TEXT NOT NULL,           -- the assemble job that made it
  body    TEXT NOT NULL,           -- JSON
  digest  TEXT NOT NULL
) STRICT;

CREATE INDEX instance_by_job ON instance (job_key);

-- One answered question. Keys name what is asked about and outlive rebuilds; a later answer is a new row.
CREATE TABLE review (
  id        INTEGER PRIMARY KEY,
  key       TEXT NOT NULL,         -- subject and question
  question  TEXT NOT NULL,
  answer    TEXT NOT NULL,
  reviewer  TEXT NOT NULL,
  reason    TEXT NOT NULL,
  decided   TEXT NOT NULL          -- ISO date
) STRICT;

CREATE INDEX review_by_key ON review (key, id);
