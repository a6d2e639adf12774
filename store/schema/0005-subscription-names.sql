-- What people call a subscription.
ALTER TABLE subscription ADD COLUMN name TEXT NOT NULL DEFAULT '';
