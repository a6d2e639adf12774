-- What the platform charges the message as, as its statuses say: JSON.
ALTER TABLE send ADD COLUMN pricing TEXT;
