-- Values of catalog for the MP3 of an episode; null until catalog has sent them.
alter table episode_visibility
  add tags jsonb,
  -- The episode was published and is deleted: its addresses return 410.
  add is_removed boolean not null default false;
