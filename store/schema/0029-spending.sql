-- What messages cost that went out under prices, for caps: each row is a change of a sum, in millionths, and free_service
-- counts messages of the free part. Rows are added only, so that nobody waits for others; whoever holds the number makes
-- one of many. What a message adds is in its send until its statuses say what it costs (settled), then in its charge. The
-- columns …_for say what it's added to: JSON of day, category, campaign, and whether it is of the free part.
CREATE TABLE spending (
  channel      TEXT    NOT NULL,
  day          TEXT    NOT NULL,
  category     TEXT    NOT NULL,
  campaign     TEXT    NOT NULL,
  amount       INTEGER NOT NULL,
  free_service INTEGER NOT NULL
);
CREATE INDEX spending_of_number ON spending (channel, day);
CREATE INDEX spending_of_campaign ON spending (channel, campaign) WHERE campaign <> '';
ALTER TABLE send ADD COLUMN reserved INTEGER;
ALTER TABLE send ADD COLUMN reserved_for TEXT;
ALTER TABLE send ADD COLUMN settled INTEGER;
CREATE INDEX send_reserved ON send (at) WHERE reserved IS NOT NULL AND settled IS NULL;
ALTER TABLE charge ADD COLUMN counted INTEGER;
ALTER TABLE charge ADD COLUMN counted_for TEXT;

-- What a campaign may cost, in millionths; budget_told is the share in percent that was told last, and budget_reached says
-- that a message didn't fit.
ALTER TABLE campaign ADD COLUMN budget INTEGER;
ALTER TABLE campaign ADD COLUMN budget_currency TEXT;
ALTER TABLE campaign ADD COLUMN budget_reached INTEGER NOT NULL DEFAULT 0;
ALTER TABLE campaign ADD COLUMN budget_told INTEGER NOT NULL DEFAULT 0;

-- Lines of a bill that agreed with what was counted when they were compared last.
CREATE TABLE checked_line (
  account  TEXT NOT NULL,
  day      TEXT NOT NULL,
  market   TEXT NOT NULL,
  category TEXT NOT NULL,
  type     TEXT NOT NULL,
  PRIMARY KEY (account, day, market, category, type)
) WITHOUT ROWID;
