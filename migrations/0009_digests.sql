-- Plans and counts read keys and digests of whole tables. Beside long texts those are slow to reach, since a row's
-- later columns lie behind its text; these indexes hold them alone.
CREATE INDEX release_text_digest ON release_text (release_key, digest);
CREATE INDEX release_text_usable ON release_text (usable);
CREATE INDEX reading_digest ON reading (release_key, digest);
CREATE INDEX case_digest ON case_ (id, digest);
CREATE INDEX case_release_by_release ON case_release (release_key);
CREATE INDEX issuer_digest ON issuer (cik, digest);
CREATE INDEX pair_by_case ON pair (case_id, cik);
CREATE INDEX pair_key ON pair (id, case_id, period_end, original, restating, digest);
CREATE INDEX pair_basis ON pair (basis);
CREATE INDEX filing_reading_digest ON filing_reading (accession, digest);
CREATE INDEX pair_facts_digest ON pair_facts (pair_id, digest);
CREATE INDEX instance_by_task ON instance (task);
CREATE INDEX job_by_reason ON job (stage, status, reason);
