-- Documents that a finished job would have read and that an offline cache lacks: a run online does it again.
CREATE TABLE job_without (
  job_id INTEGER NOT NULL REFERENCES job (id),
  what   TEXT NOT NULL,
  PRIMARY KEY (job_id, what)
) STRICT, WITHOUT ROWID;
