-- The listeners of a podcast. Times are rounded to the hour, so that several sessions of one listener are one change.
create table podcast_listener (
  podcast_id uuid not null references podcast (id),
  user_id uuid not null,
  last_listened_at timestamptz not null,
  -- The value of last_listened_at before the latest change.
  listened_before_at timestamptz,
  primary key (podcast_id, user_id)
);

-- Not columns of podcast: these numbers change often, and the row of a podcast and its search index are wide.
create table podcast_popularity (
  podcast_id uuid primary key references podcast (id),
  listeners integer not null default 0,
  /*
   * The weight of a listener halves every week after their last listening. The column stores the binary logarithm of
   *   sum over listeners of 2 ^ (weeks from 1970 to their last listening)
   * so the order by this number is correct at any time without updates. 0 without listeners.
   */
  trending double precision not null default 0,
  created_at timestamptz(3) not null
);

create index podcast_most_popular on podcast_popularity (trending desc, created_at desc, podcast_id desc);
