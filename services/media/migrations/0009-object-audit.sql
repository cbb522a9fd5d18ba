-- The time of the latest comparison of the stored bytes with the hash of the upload. A separate table, because an audit
-- must not send a notification about the file.
create table media_audit (
  media_file_id uuid primary key references media_file (id) on delete cascade,
  audited_at timestamptz not null default clock_timestamp()
);
