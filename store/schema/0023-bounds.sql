-- How many bytes wait for a target: when it has too many, the oldest are dropped.
ALTER TABLE forward_target ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;
INSERT INTO forward_target (target, bytes) SELECT target, SUM(LENGTH(body)) FROM forward WHERE true GROUP BY target
  ON CONFLICT (target) DO UPDATE SET bytes = excluded.bytes;

-- What is in a burst: when it is full, the next message opens another one. turn is the order of a conversation's bursts.
ALTER TABLE burst ADD COLUMN turn INTEGER NOT NULL DEFAULT 0;
ALTER TABLE burst ADD COLUMN events INTEGER NOT NULL DEFAULT 0;
ALTER TABLE burst ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;
