-- The store's clock when a pace was written (microseconds): if it is ahead of now, the clock has been set back since.
ALTER TABLE pace ADD COLUMN seen_at INTEGER NOT NULL DEFAULT 0;
-- How long the lease is, so that one that a wrong clock gave is told. Of leases given before: the longest that there are.
ALTER TABLE partition_cursor ADD COLUMN lease_ms INTEGER NOT NULL DEFAULT 3600000;
ALTER TABLE dead_letter ADD COLUMN lease_ms INTEGER NOT NULL DEFAULT 3600000;
-- The time that the event itself gives, if it is later than its receipt allows (at): it decides the order.
ALTER TABLE register ADD COLUMN dated_at INTEGER;
ALTER TABLE history ADD COLUMN dated_at INTEGER;
-- The lowest schema version that a process must know to write here. A migration that older versions can't write after
-- raises it; all others leave them be, so that two versions can share a store.
CREATE TABLE store_format (minimum_writer INTEGER NOT NULL);
INSERT INTO store_format (minimum_writer) VALUES (1);
-- Written to see whether the store can be written to.
INSERT INTO counter (name, value) VALUES ('health', 0);
