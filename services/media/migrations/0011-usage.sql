-- The seconds that ffmpeg and ffprobe ran for the files of an owner. Rows are deleted after an hour.
create table media_usage (
  id bigint generated always as identity primary key,
  owner_id uuid not null,
  seconds real not null check (seconds >= 0),
  used_at timestamptz not null default clock_timestamp()
);

create index media_usage_of_owner on media_usage (owner_id, used_at);
create index media_usage_used_at on media_usage (used_at);
