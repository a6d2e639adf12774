-- The newest write to each register, by (at, rank, id).
CREATE TABLE register (
  scope   TEXT    NOT NULL,
  subject TEXT    NOT NULL,
  name    TEXT    NOT NULL,
  at      INTEGER NOT NULL,
  rank    INTEGER NOT NULL,
  id      TEXT    NOT NULL,
  value   TEXT    NOT NULL,
  PRIMARY KEY (scope, subject, name)
) WITHOUT ROWID;

-- All scopes that have a register of the scope itself, for example a clock.
CREATE INDEX register_of_scope ON register (name) WHERE subject = '';
-- The accounts that have a template of this name and language.
CREATE INDEX register_of_template ON register (subject) WHERE subject LIKE 'template:%';

-- The status events of a template, in order of time.
CREATE TABLE history (
  scope   TEXT    NOT NULL,
  subject TEXT    NOT NULL,
  at      INTEGER NOT NULL,
  rank    INTEGER NOT NULL,
  id      TEXT    NOT NULL,
  value   TEXT    NOT NULL,
  PRIMARY KEY (scope, subject, at, rank, id)
) WITHOUT ROWID;

CREATE INDEX history_of_template ON history (subject);

-- Other names of a customer on a channel. A contact is never an alias itself.
CREATE TABLE alias (
  scope   TEXT NOT NULL,
  alias   TEXT NOT NULL,
  contact TEXT NOT NULL,
  PRIMARY KEY (scope, alias)
) WITHOUT ROWID;

CREATE INDEX alias_of_contact ON alias (scope, contact);

-- The log of fresh events. The unique id is the mark that tells a redelivery.
CREATE TABLE inbox (
  seq         INTEGER PRIMARY KEY,
  id          TEXT    NOT NULL UNIQUE,
  received_at INTEGER NOT NULL,
  event       TEXT    NOT NULL
);

-- Executions that a trigger started for an event: noted, then confirmed.
CREATE TABLE start (
  "trigger" TEXT    NOT NULL,
  event_id  TEXT    NOT NULL,
  confirmed INTEGER NOT NULL,
  noted_at  INTEGER NOT NULL,
  PRIMARY KEY ("trigger", event_id)
) WITHOUT ROWID;

-- Sends of ours, from just before the call on.
CREATE TABLE send (
  key               TEXT    PRIMARY KEY,
  channel           TEXT    NOT NULL,
  contact           TEXT    NOT NULL,
  action            TEXT    NOT NULL,
  template_name     TEXT,
  template_language TEXT,
  state             TEXT    NOT NULL,
  at                INTEGER NOT NULL,
  message_id        TEXT,
  outcome           TEXT
) WITHOUT ROWID;

-- Webhook URLs seen or set on a channel.
CREATE TABLE webhook_url (
  channel    TEXT    NOT NULL,
  url        TEXT    NOT NULL,
  ours       INTEGER NOT NULL,
  active     INTEGER NOT NULL,
  owner_id   TEXT,
  owner_name TEXT,
  at         INTEGER NOT NULL,
  PRIMARY KEY (channel, url)
) WITHOUT ROWID;
