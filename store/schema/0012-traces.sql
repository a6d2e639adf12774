-- When a status of the message first came, and since when it isn't known what became of it. Store's clock, epoch ms.
-- no_trace says whether a look for signs that it was sent found none: 1 none, 0 there may be one, NULL nobody looked yet.
ALTER TABLE send ADD COLUMN heard_at INTEGER;
ALTER TABLE send ADD COLUMN lost_at INTEGER;
ALTER TABLE send ADD COLUMN no_trace INTEGER;
CREATE INDEX send_heard ON send (channel, at) WHERE heard_at IS NOT NULL;

-- The minutes in which statuses of a number came, by the store's clock.
CREATE TABLE heard (
  channel TEXT    NOT NULL,
  minute  INTEGER NOT NULL,
  PRIMARY KEY (channel, minute)
) WITHOUT ROWID;
