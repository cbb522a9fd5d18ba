-- An episode is a draft, scheduled for a time, published when its audio is ready, or published.
alter table episode
  add status text not null default 'published'
    constraint episode_status check (status in ('draft', 'scheduled', 'when_ready', 'published')),
  add publish_at timestamptz(3),
  add first_published_at timestamptz(3),
  -- Incremented with each change of visibility; media ignores older versions.
  add visibility_version bigint not null default 0,
  add constraint episode_scheduled check ((status = 'scheduled') = (publish_at is not null));

update episode set first_published_at = release_date;

create index episode_newest_published on episode (release_date desc, id desc) where status = 'published';
drop index episode_newest;
create index episode_due on episode (publish_at) where status = 'scheduled';

-- The counts of a podcast are deleted with it.
alter table podcast_listener
  drop constraint podcast_listener_podcast_id_fkey,
  add constraint podcast_listener_podcast_id_fkey foreign key (podcast_id) references podcast (id) on delete cascade;
alter table podcast_popularity
  drop constraint podcast_popularity_podcast_id_fkey,
  add constraint podcast_popularity_podcast_id_fkey foreign key (podcast_id) references podcast (id) on delete cascade;

/*
 * An uploaded cover, in all its sizes. The row precedes the first byte and is deleted after the last object, so objects
 * that a killed process, another cover or a deleted podcast leaves can be removed.
 */
create table cover (
  id uuid primary key default gen_random_uuid(),
  podcast_id uuid not null,
  -- The time since which no podcast shows it; null while one does.
  unused_since timestamptz default clock_timestamp()
);

create index cover_unused on cover (unused_since) where unused_since is not null;

alter table podcast
  add cover_id uuid references cover (id),
  -- The version of the generated cover, which shows the title.
  add title_version integer not null default 0;
