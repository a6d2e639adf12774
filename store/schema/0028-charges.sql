-- What statuses say of what each message costs, whoever sent it: in a group, of each recipient. No amount is kept, as
-- prices are set later, too. market is the narrowest one that has a name.
CREATE TABLE charge (
  channel      TEXT    NOT NULL,
  message_id   TEXT    NOT NULL,
  recipient    TEXT    NOT NULL,
  account      TEXT    NOT NULL,
  contact      TEXT    NOT NULL,
  market       TEXT    NOT NULL,
  campaign     TEXT,
  type         TEXT,
  category     TEXT,
  subtype      TEXT,
  sent_at      INTEGER NOT NULL,
  delivered_at INTEGER,
  failed_at    INTEGER,
  PRIMARY KEY (channel, message_id, recipient)
) WITHOUT ROWID;
CREATE INDEX charge_of_customer ON charge (channel, contact);
CREATE INDEX charge_of_campaign ON charge (campaign, channel) WHERE campaign IS NOT NULL;

-- What is left of them when they are forgotten: how many there were. An empty text stands for what isn't known.
CREATE TABLE charge_total (
  channel  TEXT    NOT NULL,
  account  TEXT    NOT NULL,
  day      TEXT    NOT NULL,
  campaign TEXT    NOT NULL,
  market   TEXT    NOT NULL,
  type     TEXT    NOT NULL,
  category TEXT    NOT NULL,
  subtype  TEXT    NOT NULL,
  state    TEXT    NOT NULL,
  messages INTEGER NOT NULL,
  PRIMARY KEY (channel, account, day, campaign, market, type, category, subtype, state)
) WITHOUT ROWID;
