-- An upload may outlive its request and be continued: what is announced of its file is kept until the file is whole.
alter table upload
  add owner_name text not null default '',
  -- The most that it may become; counts towards its owner's quota while it is open.
  add reserved_bytes bigint not null default 0 check (reserved_bytes >= 0),
  -- Of an upload that can be continued, all of these; of one that lives as long as its request, none.
  add original_name text check (char_length(original_name) between 1 and 255),
  add mime_type text,
  add size_bytes bigint check (size_bytes > 0),
  add touched_at timestamptz(3),
  add check (num_nulls(original_name, mime_type, size_bytes, touched_at) in (0, 4));

create index upload_of_owner on upload (owner_id, started_at desc);
