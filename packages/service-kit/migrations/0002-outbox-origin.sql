-- The request that this came of, so that its lines are found in every log and its trace goes on in the worker.
alter table outbox add column origin jsonb;
