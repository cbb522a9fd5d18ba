-- Data of an upload in progress. The row precedes the first byte and is deleted when the media file is created, so
-- leftovers of a killed process can be removed.
create table upload (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null,
  object_key text not null unique,
  started_at timestamptz not null default clock_timestamp()
);

create index upload_started_at on upload (started_at);

create table media_file (
  -- Equal to the id of the upload.
  id uuid primary key,
  owner_id uuid not null,
  -- The file name on the owner's device: for display, never used as a path.
  original_name text not null check (char_length(original_name) between 1 and 255),
  -- Declared by the uploader. The columns format and codec have the measured values.
  mime_type text not null,
  size_bytes bigint not null check (size_bytes > 0),
  sha256 bytea not null check (octet_length(sha256) = 32),
  object_key text not null unique,
  status text not null default 'processing' check (status in ('processing', 'ready', 'failed')),
  -- Incremented when processing starts again. A worker discards the result of an earlier revision.
  revision integer not null default 1,
  progress smallint check (progress between 0 and 100),
  failure text,
  duration_seconds integer check (duration_seconds between 1 and 86400),
  format text,
  codec text,
  bitrate integer,
  sample_rate integer,
  channels integer,
  -- Milliseconds, as in cursors and responses.
  created_at timestamptz(3) not null default clock_timestamp(),
  updated_at timestamptz(3) not null default clock_timestamp(),
  -- Set when the owner deletes the file. The row is deleted after its object.
  deleted_at timestamptz(3),
  check ((status = 'failed') = (failure is not null)),
  check (status <> 'ready' or (duration_seconds is not null and format is not null and codec is not null))
);

create index media_file_of_owner on media_file (owner_id, created_at desc, id desc) where deleted_at is null;
create index media_file_processing on media_file (updated_at) where status = 'processing' and deleted_at is null;
