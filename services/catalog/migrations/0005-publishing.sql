-- An episode is not always for everyone: there are drafts, some have a time, some wait for their audio.
alter table episode
  add status text not null default 'published'
    constraint episode_status check (status in ('draft', 'scheduled', 'when_ready', 'published')),
  add publish_at timestamptz(3),
  add first_published_at timestamptz(3),
  -- Grows with every change of who may see it; media drops what is older than it has seen.
  add visibility_version bigint not null default 0,
  add constraint episode_scheduled check ((status = 'scheduled') = (publish_at is not null));

update episode set first_published_at = release_date;

create index episode_newest_published on episode (release_date desc, id desc) where status = 'published';
drop index episode_newest;
create index episode_due on episode (publish_at) where status = 'scheduled';

-- Counts of a podcast go with it.
alter table podcast_listener
  drop constraint podcast_listener_podcast_id_fkey,
  add constraint podcast_listener_podcast_id_fkey foreign key (podcast_id) references podcast (id) on delete cascade;
alter table podcast_popularity
  drop constraint podcast_popularity_podcast_id_fkey,
  add constraint podcast_popularity_podcast_id_fkey foreign key (podcast_id) references podcast (id) on delete cascade;

/*
 * An uploaded cover, in all its sizes. The row is there before the first byte and goes after the last, so whatever a
 * killed process, another cover or a deleted podcast has left in the store can be found and removed.
 */
create table cover (
  id uuid primary key default gen_random_uuid(),
  podcast_id uuid not null,
  -- Since when no podcast shows it: at first, until one does, and then again when none does any more.
  unused_since timestamptz default clock_timestamp()
);

create index cover_unused on cover (unused_since) where unused_since is not null;

alter table podcast
  add cover_id uuid references cover (id),
  -- Of the drawn cover, which shows the title.
  add title_version integer not null default 0;
