-- The seconds of an open session that earn points by the rules, as of its last heartbeat; null before it, and if an earlier
-- release stored the heartbeat.
alter table listening_session add column proven_seconds integer;
