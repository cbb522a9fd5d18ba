-- An upload that has begun to write its object. The row is there before the first byte and goes with the commit of the
-- media file, so whatever a killed process leaves in the store can be found and removed.
create table upload (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null,
  object_key text not null unique,
  started_at timestamptz not null default clock_timestamp()
);

create index upload_started_at on upload (started_at);

create table media_file (
  -- The id of its upload.
  id uuid primary key,
  owner_id uuid not null,
  -- As the owner's machine called it: only ever shown, never a path.
  original_name text not null check (char_length(original_name) between 1 and 255),
  -- As declared by the uploader; what the file really is stands in format and codec.
  mime_type text not null,
  size_bytes bigint not null check (size_bytes > 0),
  sha256 bytea not null check (octet_length(sha256) = 32),
  object_key text not null unique,
  status text not null default 'processing' check (status in ('processing', 'ready', 'failed')),
  -- Grows with every new round of processing; a worker of an earlier round finds that its result is no longer wanted.
  revision integer not null default 1,
  progress smallint check (progress between 0 and 100),
  failure text,
  duration_seconds integer check (duration_seconds between 1 and 86400),
  format text,
  codec text,
  bitrate integer,
  sample_rate integer,
  channels integer,
  -- Three decimals, as cursors and the wire have them.
  created_at timestamptz(3) not null default clock_timestamp(),
  updated_at timestamptz(3) not null default clock_timestamp(),
  -- Set when the owner deletes it; the row goes when its object is gone from the store.
  deleted_at timestamptz(3),
  check ((status = 'failed') = (failure is not null)),
  check (status <> 'ready' or (duration_seconds is not null and format is not null and codec is not null))
);

create index media_file_of_owner on media_file (owner_id, created_at desc, id desc) where deleted_at is null;
create index media_file_processing on media_file (updated_at) where status = 'processing' and deleted_at is null;
