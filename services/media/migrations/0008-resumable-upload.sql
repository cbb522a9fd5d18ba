-- A resumable upload continues in a later request, so the declared values are stored until the file is complete.
alter table upload
  add owner_name text not null default '',
  -- The maximum size; counts toward the owner's quota while the upload is open.
  add reserved_bytes bigint not null default 0 check (reserved_bytes >= 0),
  -- Set for a resumable upload; null for an upload within one request.
  add original_name text check (char_length(original_name) between 1 and 255),
  add mime_type text,
  add size_bytes bigint check (size_bytes > 0),
  add touched_at timestamptz(3),
  add check (num_nulls(original_name, mime_type, size_bytes, touched_at) in (0, 4));

create index upload_of_owner on upload (owner_id, started_at desc);
