-- What was asked for, what is left to do, and why it came out as it did.

CREATE TABLE run (
  id         INTEGER PRIMARY KEY,
  verb       TEXT NOT NULL,
  version    TEXT NOT NULL,
  config     TEXT NOT NULL,
  started_at TEXT NOT NULL,
  ended_at   TEXT,
  exit_code  INTEGER
) STRICT;

-- State: one row a unit of work; `attempt` beside it is the history.
CREATE TABLE job (
  id            INTEGER PRIMARY KEY,
  stage         TEXT NOT NULL,
  key           TEXT NOT NULL,
  fingerprint   TEXT NOT NULL,
  status        TEXT NOT NULL CHECK (status IN ('pending', 'running', 'done', 'dropped', 'failed', 'withdrawn')),
  reason        TEXT,
  attempts      INTEGER NOT NULL DEFAULT 0,
  not_before    TEXT,
  run_id        INTEGER REFERENCES run (id),
  output_digest TEXT,
  UNIQUE (stage, key)
) STRICT;

CREATE INDEX job_by_status ON job (stage, status, key);

CREATE TABLE attempt (
  id         INTEGER PRIMARY KEY,
  job_id     INTEGER NOT NULL REFERENCES job (id),
  run_id     INTEGER NOT NULL REFERENCES run (id),
  started_at TEXT NOT NULL,
  ended_at   TEXT,
  outcome    TEXT CHECK (outcome IN ('done', 'dropped', 'deferred', 'transient', 'permanent', 'fatal', 'panic', 'lost')),
  detail     TEXT
) STRICT;

CREATE INDEX attempt_by_job ON attempt (job_id, id);

-- Small facts of the data directory itself, such as the day the index was last read whole.
CREATE TABLE setting (
  key   TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT;
