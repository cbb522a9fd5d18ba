-- A permanent failure, such as no audio, too long or silent: a retry of the same file cannot succeed. Earlier failures
-- can be retried once, which sets the value.
alter table media_file add is_hopeless boolean not null default false;
alter table media_rendition add is_hopeless boolean not null default false;
