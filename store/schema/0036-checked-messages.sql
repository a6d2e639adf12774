-- How many messages a line of a bill had when it agreed. A line that has more since wasn't compared as a whole.
ALTER TABLE checked_line ADD COLUMN messages INTEGER;
