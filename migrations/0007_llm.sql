-- What models were asked and answered, and how all who read a release voted.

-- One row a request that was sent; only added to. Neither prompt nor key is kept.
CREATE TABLE llm_call (
  id            INTEGER PRIMARY KEY,
  digest        TEXT NOT NULL,       -- SHA-256 of the whole request
  model         TEXT NOT NULL,
  outcome       TEXT NOT NULL CHECK (outcome IN ('good', 'invalid', 'truncated', 'transient', 'refused')),
  status        INTEGER,
  input_tokens  INTEGER,
  cached_tokens INTEGER,
  output_tokens INTEGER,
  cost_usd      REAL,                -- none where the configuration has no price
  asked_at      TEXT NOT NULL,
  answered_at   TEXT NOT NULL,
  detail        TEXT
) STRICT;

CREATE INDEX llm_call_by_digest ON llm_call (digest, id);

-- The newest answer to a request. Only `good` ones are ever used as answers: `invalid` and `truncated` are steps on
-- the way to a repair, so that a killed run does not ask again what was answered; `spent` is the end of such a way.
CREATE TABLE llm_answer (
  digest        TEXT PRIMARY KEY,
  model         TEXT NOT NULL,       -- as asked for
  status        TEXT NOT NULL CHECK (status IN ('good', 'invalid', 'truncated', 'spent')),
  returned_model TEXT,
  fingerprint   TEXT,                -- the server's
  content       TEXT NOT NULL,
  reasoning     TEXT,                -- kept for people, never read
  input_tokens  INTEGER NOT NULL,
  cached_tokens INTEGER NOT NULL,
  output_tokens INTEGER NOT NULL,
  estimated     INTEGER NOT NULL,    -- tokens counted here, because the server did not
  repairs       INTEGER NOT NULL,
  error         TEXT,
  asked_at      TEXT NOT NULL,
  answered_at   TEXT NOT NULL,
  source        TEXT NOT NULL CHECK (source IN ('live', 'import'))
) STRICT;

-- What a model read in a release, checked against its text; its fields stand in `finding` too.
CREATE TABLE llm_reading (
  release_key TEXT NOT NULL REFERENCES release (key),
  job         TEXT NOT NULL CHECK (job IN ('classify', 'extract')),
  model       TEXT NOT NULL,
  repaired    INTEGER NOT NULL,
  body        TEXT NOT NULL,         -- JSON
  digest      TEXT NOT NULL,
  PRIMARY KEY (release_key, job, model)
) STRICT;

-- One opinion of one voter on one field.
CREATE TABLE vote (
  release_key TEXT NOT NULL REFERENCES release (key),
  field       TEXT NOT NULL,
  voter       TEXT NOT NULL,         -- rules, or the model's name
  value       TEXT NOT NULL,
  evidence    INTEGER NOT NULL,      -- whether a verified quote stands behind it
  flags       TEXT NOT NULL,         -- JSON
  PRIMARY KEY (release_key, field, voter, value)
) STRICT;

-- What was decided over the votes on a field.
CREATE TABLE vote_result (
  release_key TEXT NOT NULL REFERENCES release (key),
  field       TEXT NOT NULL,
  value       TEXT NOT NULL,
  accepted    INTEGER NOT NULL,
  agreement   REAL NOT NULL,         -- share of the voters who could speak and said so
  disagree    INTEGER NOT NULL,      -- whether any of them said otherwise
  PRIMARY KEY (release_key, field, value)
) STRICT;
