-- The audio file of an episode. The row remains when the file is deleted: the version must not restart, because
-- consumers ignore events with an older version.
create table episode_media (
  episode_id uuid primary key,
  media_file_id uuid references media_file (id) on delete set null,
  version integer not null default 1,
  linked_by uuid not null,
  linked_at timestamptz not null default clock_timestamp()
);

create index episode_media_of_file on episode_media (media_file_id) where media_file_id is not null;
