-- What the workflows that asked for decisions are called, as of their last execution.
CREATE TABLE decision_workflow (
  id   TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL
) WITHOUT ROWID;
