-- How fast the number may send at full speed: messages in 1,000 seconds. NULL until somebody sets it.
ALTER TABLE pace ADD COLUMN rate INTEGER;
