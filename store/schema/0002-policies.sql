-- Named policies, every version of them: a planned campaign keeps the one that it was planned with.
CREATE TABLE policy (
  name     TEXT    NOT NULL,
  version  INTEGER NOT NULL,
  document TEXT    NOT NULL,
  saved_at INTEGER NOT NULL,
  PRIMARY KEY (name, version)
) WITHOUT ROWID;
