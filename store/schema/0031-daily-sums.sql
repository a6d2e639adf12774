-- Messages that are charged are counted by day from their first status on, and not only when they are forgotten: one that
-- isn't delivered is pending on the day on which it was sent. What was kept before is counted in the same transaction
-- (store/migrated-rows.ts).
CREATE INDEX charge_total_of_day ON charge_total (day, channel);
CREATE INDEX charge_total_of_campaign ON charge_total (campaign, channel);
-- What went out, and whose delivery nobody has told of.
CREATE INDEX send_out ON send (channel, at) WHERE state IN ('sending', 'accepted');

-- Changes with every price that is set, so that a process knows when it has to read prices again.
ALTER TABLE counter ADD COLUMN prices TEXT;
UPDATE counter SET prices = 'first' WHERE name = 'inbox' AND EXISTS (SELECT 1 FROM price_table);

-- Whoever holds the number adds to the one row of a sum. Others add rows, which become part of it later.
ALTER TABLE spending ADD COLUMN summed INTEGER NOT NULL DEFAULT 0;
CREATE UNIQUE INDEX spending_sum ON spending (channel, day, category, campaign) WHERE summed = 1;
CREATE INDEX spending_added ON spending (channel, day) WHERE summed = 0;

-- Versions of the package from before don't count by day.
UPDATE store_format SET minimum_writer = 31;
