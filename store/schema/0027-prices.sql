-- What messages cost by an account's contract, from a day on. Each version of each table stays.
CREATE TABLE price_table (
  account   TEXT    NOT NULL,
  first_day TEXT    NOT NULL,
  version   INTEGER NOT NULL,
  content   TEXT    NOT NULL,
  saved_at  INTEGER NOT NULL,
  PRIMARY KEY (account, first_day, version)
) WITHOUT ROWID;
