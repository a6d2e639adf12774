-- What a policy has to decide, whatever its version.
CREATE TABLE policy_test (
  policy_name TEXT    NOT NULL,
  name        TEXT    NOT NULL,
  content     TEXT    NOT NULL,
  saved_at    INTEGER NOT NULL,
  PRIMARY KEY (policy_name, name)
) WITHOUT ROWID;
