-- What a message was expected to cost when it was decided: JSON. Null if its account had no prices.
ALTER TABLE decision ADD COLUMN estimate TEXT;
