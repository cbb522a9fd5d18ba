-- The end of the listener's latest session, if it lay an hour ahead when this session started: the clock was set back.
-- Then the session may count time that earlier sessions, which end no later than this, have counted before.
alter table listening_session add column end_ahead timestamptz(3);
