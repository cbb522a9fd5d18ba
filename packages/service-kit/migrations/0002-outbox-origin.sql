-- The id and trace of the request that inserted the row, for the log lines and the trace of the job.
alter table outbox add column origin jsonb;
