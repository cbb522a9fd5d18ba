-- The MP3 of an episode for listeners outside Griot.
create table episode_mp3 (
  episode_id uuid primary key,
  media_file_id uuid not null references media_file (id) on delete cascade,
  -- A new id for each file that is made: object keys and the job id contain it.
  id uuid not null unique default gen_random_uuid(),
  -- The wanted file: the object with its audio, and the tags to write. No tags for an original, which stays as it is.
  source_key text not null,
  tags jsonb,
  -- The state of the wanted file.
  step text not null check (step in ('asked', 'started', 'interrupted', 'ready', 'failed', 'cancelled')),
  attempt smallint,
  progress smallint check (progress between 0 and 100),
  failure text,
  is_hopeless boolean not null default false,
  -- Time of the step; null for an original, which is no work.
  changed_at timestamptz(3),
  updated_at timestamptz(3) not null default clock_timestamp(),
  -- The file that is served, which may be an earlier one; null until the first one is ready.
  object_key text,
  size_bytes bigint check (size_bytes > 0),
  -- The object that its audio was made of.
  served_source_key text,
  served_since timestamptz(3),
  check ((step in ('failed', 'cancelled')) = (failure is not null)),
  check (step <> 'ready' or object_key is not null),
  check ((object_key is null) = (size_bytes is null)),
  check ((object_key is null) = (served_source_key is null)),
  check ((object_key is null) = (served_since is null))
);

create index episode_mp3_of_file on episode_mp3 (media_file_id);
create index episode_mp3_open on episode_mp3 (updated_at) where step in ('asked', 'started', 'interrupted');
create index episode_mp3_object on episode_mp3 (object_key);

create trigger episode_mp3_touched before update on episode_mp3
  for each row execute function touch_media_file();
