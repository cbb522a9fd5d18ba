-- When the bytes of a file were last compared with what its upload brought. Beside the file, because looking is no change
-- that anyone wants to hear of.
create table media_audit (
  media_file_id uuid primary key references media_file (id) on delete cascade,
  audited_at timestamptz not null default clock_timestamp()
);
