-- An episode that is not published needs no duration: 0 until its audio is measured.
alter table episode
  drop constraint episode_typed_seconds_range,
  add constraint episode_typed_seconds_range check (typed_seconds between 0 and 86400) not valid;
