-- The key of the hashes that are kept of what was erased, on the row that every delivery takes its numbers from.
ALTER TABLE counter ADD COLUMN secret TEXT;

-- What is kept of an erased event or send: a hash of its id or key. send is the row that a send's key leads to.
CREATE TABLE erased (
  hash TEXT    NOT NULL PRIMARY KEY,
  at   INTEGER NOT NULL,
  send TEXT
) WITHOUT ROWID;
CREATE INDEX erased_at ON erased (at);

-- The campaign in which a single message is sent once to its customer, whatever they are called.
ALTER TABLE send ADD COLUMN once_in TEXT;

-- When a message that never went out was first seen to have ended. Epoch ms
ALTER TABLE send ADD COLUMN ended_at INTEGER;

-- Since when it has been seen that nothing else is known of the customer. Epoch ms
ALTER TABLE alias ADD COLUMN alone_since INTEGER;

-- How long things are kept, where it isn't the default. ms
CREATE TABLE retention (
  name     TEXT    NOT NULL PRIMARY KEY,
  kept_for INTEGER NOT NULL
) WITHOUT ROWID;

-- When old things were last forgotten. Local time, epoch ms
INSERT INTO counter (name, value) VALUES ('forgotten-at', 0);
