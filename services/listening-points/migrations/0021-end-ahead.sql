-- The end of the listener's latest session, if it was an hour in the future at the start: the clock was set back.
-- Then the session can count time that earlier sessions, which end no later than this, have counted.
alter table listening_session add column end_ahead timestamptz(3);
