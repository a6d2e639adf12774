-- What a tap on a choice names: random, as the ID can be guessed. A question without one was asked by an older version of
-- the package, whose choices name the ID.
ALTER TABLE wait ADD COLUMN token TEXT;
-- A customer's waits, answered or not: those are moved when the customer gets another name.
CREATE INDEX wait_of_customer ON wait (channel, contact);
