-- Renditions, replacements, values from tags, and the output of programs.

alter table media_file
  add delivers text not null default 'original' check (delivers in ('original', 'rendition')),
  add tag_title text,
  add tag_artist text,
  add tag_album text,
  -- The picture of the tags, decoded and encoded again.
  add artwork_key text,
  -- The file that this one replaces when it is ready.
  add replaces uuid references media_file (id) on delete set null;

create unique index media_file_replacing on media_file (replaces) where replaces is not null and deleted_at is null;

create table media_rendition (
  media_file_id uuid primary key references media_file (id) on delete cascade,
  -- A new id for each request: object keys and the job id contain it.
  id uuid not null unique default gen_random_uuid(),
  status text not null default 'processing' check (status in ('processing', 'ready', 'failed')),
  progress smallint check (progress between 0 and 100),
  failure text,
  loudness_lufs real,
  peak_db real,
  mp3_bytes bigint check (mp3_bytes > 0),
  aac_bytes bigint check (aac_bytes > 0),
  updated_at timestamptz(3) not null default clock_timestamp(),
  check ((status = 'failed') = (failure is not null)),
  check (status <> 'ready' or (mp3_bytes is not null and aac_bytes is not null))
);

create index media_rendition_processing on media_rendition (updated_at) where status = 'processing';

-- Objects without a reference. They are deleted later, because grants that were issued for them are still valid.
create table retired_object (
  object_key text primary key,
  retired_at timestamptz not null default clock_timestamp()
);

-- The output of the worker and its programs about a file, line by line, for admins. Only the last lines are kept.
create table media_log (
  id bigint generated always as identity primary key,
  media_file_id uuid not null references media_file (id) on delete cascade,
  attempt smallint,
  line text not null,
  at timestamptz(3) not null default clock_timestamp()
);

create index media_log_of_file on media_log (media_file_id, id);

alter table media_step drop constraint media_step_kind_check;
alter table media_step add constraint media_step_kind_check check (
  kind in (
    'received', 'queued', 'started', 'checked', 'measured', 'interrupted', 'ready', 'failed', 'cancelled',
    'rendition_asked', 'rendition_started', 'rendition_interrupted', 'rendition_ready', 'rendition_failed',
    'rendition_removed', 'replaced'
  )
);

create index media_step_outcome on media_step (at) where kind in ('ready', 'failed');

-- The owner lock: one file of an owner is processed at a time. Other jobs wait in media_waiter.
create table media_turn (
  owner_id uuid primary key,
  job_id text not null,
  taken_at timestamptz not null default clock_timestamp()
);

create table media_waiter (
  job_id text primary key,
  owner_id uuid not null,
  since timestamptz not null default clock_timestamp()
);

create index media_waiter_of_owner on media_waiter (owner_id, since);

-- A change of a rendition, or of the replacement of a file, counts as a change of the file.
create function media_rendition_changed() returns trigger
language plpgsql as $$
begin
  update media_file set progress = progress where id = coalesce(new.media_file_id, old.media_file_id);
  return null;
end
$$;

create trigger media_rendition_touched before update on media_rendition
  for each row execute function touch_media_file();
create trigger media_rendition_changed after insert or update or delete on media_rendition
  for each row execute function media_rendition_changed();

create or replace function media_file_changed() returns trigger
language plpgsql as $$
begin
  if new.replaces is not null then
    update media_file set progress = progress where id = new.replaces;
  end if;
  perform announce_media_file(new.id, new.owner_id, new.deleted_at is not null or new.replaces is not null);
  return null;
end
$$;
