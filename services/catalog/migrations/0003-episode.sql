create table episode (
  id uuid primary key default gen_random_uuid(),
  podcast_id uuid not null,
  -- A copy for the list of a host's episodes. The foreign key keeps it equal to the podcast's.
  host_id uuid not null,
  title text not null,
  description text not null,
  episode_number integer not null constraint episode_number_range check (episode_number between 1 and 100000),
  -- Entered by the creator. The measured duration has precedence while the episode has audio.
  typed_seconds integer not null constraint episode_typed_seconds_range check (typed_seconds between 1 and 86400),
  measured_seconds integer constraint episode_measured_seconds_range check (measured_seconds between 0 and 86400),
  audio_file_id uuid,
  -- The version of the latest applied event from media. Older events have no effect.
  audio_version bigint not null default 0,
  search_text text not null,
  release_date timestamptz(3) not null default clock_timestamp(),
  constraint episode_of_hosted_podcast foreign key (podcast_id, host_id) references podcast (id, host_id),
  constraint episode_number_once unique (podcast_id, episode_number)
);

create index episode_newest on episode (release_date desc, id desc);
create index episode_newest_of_host on episode (host_id, release_date desc, id desc);
create index episode_search on episode using gin (search_text gin_trgm_ops);
