-- Who has listened to a podcast. Counted to the hour, so that a busy evening of one person is one change.
create table podcast_listener (
  podcast_id uuid not null references podcast (id),
  user_id uuid not null,
  last_listened_at timestamptz not null,
  -- The hour that this person stood for until the last change.
  listened_before_at timestamptz,
  primary key (podcast_id, user_id)
);

-- Beside the podcast, not in it: these numbers move all the time, and the podcast's row and its search index are wide.
create table podcast_popularity (
  podcast_id uuid primary key references podcast (id),
  listeners integer not null default 0,
  /*
   * Each listener counts by the time of their last listening and halves every week. Kept as the binary logarithm of
   *   sum over listeners of 2 ^ (weeks from 1970 to their last listening)
   * so that time passing changes no row: the order by this number is right at any moment. 0 when nobody has listened.
   */
  trending double precision not null default 0,
  created_at timestamptz(3) not null
);

create index podcast_most_popular on podcast_popularity (trending desc, created_at desc, podcast_id desc);
