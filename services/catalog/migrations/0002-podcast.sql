-- A trusted extension since PostgreSQL 13: a role with CREATE on the database can create it.
create extension if not exists pg_trgm;

create table podcast (
  id uuid primary key default gen_random_uuid(),
  host_id uuid not null,
  title text not null,
  description text not null,
  host_name text not null,
  category text not null
    constraint podcast_category check (category in ('business', 'technology', 'culture', 'education', 'entertainment', 'news')),
  -- Null: the cover is generated.
  cover_image text,
  rating numeric(2, 1) not null default 4.8,
  frequency text not null default 'Weekly',
  points_per_listen integer not null default 15,
  -- Title, host and description without case and accents, written by the service.
  search_text text not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  -- For the foreign key of an episode, which contains podcast and host.
  constraint podcast_with_host unique (id, host_id)
);

create index podcast_newest on podcast (created_at desc, id desc);
create index podcast_newest_of_category on podcast (category, created_at desc, id desc);
create index podcast_newest_of_host on podcast (host_id, created_at desc, id desc);
create index podcast_search on podcast using gin (search_text gin_trgm_ops);
