-- Trusted since PostgreSQL 13: whoever may create in this database may add it.
create extension if not exists pg_trgm;

create table podcast (
  id uuid primary key default gen_random_uuid(),
  host_id uuid not null,
  title text not null,
  description text not null,
  host_name text not null,
  category text not null
    constraint podcast_category check (category in ('business', 'technology', 'culture', 'education', 'entertainment', 'news')),
  -- Null: the cover is drawn.
  cover_image text,
  rating numeric(2, 1) not null default 4.8,
  frequency text not null default 'Weekly',
  points_per_listen integer not null default 15,
  -- Title, host and description without case and accents, as the service folds them.
  search_text text not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  -- Lets an episode refer to its podcast and that podcast's host at once.
  constraint podcast_with_host unique (id, host_id)
);

create index podcast_newest on podcast (created_at desc, id desc);
create index podcast_newest_of_category on podcast (category, created_at desc, id desc);
create index podcast_newest_of_host on podcast (host_id, created_at desc, id desc);
create index podcast_search on podcast using gin (search_text gin_trgm_ops);
