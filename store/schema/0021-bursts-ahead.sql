-- Bursts by the time up to which a clock may be set back: those that are later wait for a clock that was.
CREATE INDEX burst_ahead ON burst (reader, (due_at - 2 * wait_ms));
