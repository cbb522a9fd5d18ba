-- The bytes of recordings that listeners were sent, or that nginx or the bucket may send them. Listening earns no more.
create table audio_sent (
  user_id uuid not null references user_account on delete cascade,
  media_id uuid not null,
  -- The original or a rendition. Each has a size of its own.
  object_key text not null,
  size_bytes bigint not null,
  sent_bytes int8multirange not null,
  updated_at timestamptz not null,
  -- For the deletion of old rows. An index on `updated_at` would change with every update.
  sent_on date not null,
  primary key (user_id, media_id, object_key)
);

create index audio_sent_by_day on audio_sent (sent_on);
