-- Whether an episode is published, from events of catalog. An episode without a row is published: it is older than the
-- feature of drafts.
create table episode_visibility (
  episode_id uuid primary key,
  is_published boolean not null,
  -- The version of the latest event; 0 if the value was requested when the file was linked.
  version bigint not null
);
