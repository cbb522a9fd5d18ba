-- Which file is an episode's audio. A row stays when its file is deleted: its version must never start again, because
-- others drop what carries an older version than they have seen.
create table episode_media (
  episode_id uuid primary key,
  media_file_id uuid references media_file (id) on delete set null,
  version integer not null default 1,
  linked_by uuid not null,
  linked_at timestamptz not null default clock_timestamp()
);

create index episode_media_of_file on episode_media (media_file_id) where media_file_id is not null;
