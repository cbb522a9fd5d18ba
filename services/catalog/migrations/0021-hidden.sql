-- Admins hide a podcast or an episode; the block of a user hides all podcasts of this host. Each is undone on its own.
alter table podcast
  add hidden_at timestamptz(3),
  add hidden_reason text,
  add hidden_by_block boolean not null default false,
  add featured_at timestamptz(3);
alter table episode
  add hidden_at timestamptz(3),
  add hidden_reason text,
  -- Whether the podcast is hidden: a copy, so that public lists read one row.
  add podcast_hidden boolean not null default false;

create index if not exists podcast_hidden on podcast (created_at desc, id desc)
  where hidden_at is not null or hidden_by_block;
create index if not exists podcast_featured on podcast (featured_at desc, id desc) where featured_at is not null;
