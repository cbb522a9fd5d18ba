-- The fields of feeds. Every default is a constant, so that no table is rewritten.
alter table podcast
  add language text not null default 'en',
  add explicit boolean not null default false,
  add author text,
  add website text,
  add copyright text,
  add license text,
  add license_url text,
  add is_complete boolean not null default false,
  add locked boolean not null default true,
  -- Null: proposed from the category.
  add apple_category text,
  add apple_subcategory text,
  add funding jsonb not null default '[]',
  add people jsonb not null default '[]',
  add txt jsonb not null default '[]',
  -- Null: the description is plain text.
  add description_html text,
  -- Null in rows of an earlier release, until the service fills them.
  add feed_guid uuid,
  add feed_changed_at timestamptz(3),
  add new_feed_url text,
  add imported_from text;

/*
 * The previous release reads `episode_number`, which is unique and never null there. It holds the number if no other episode
 * of the show has it, else a value of the sequence; `number` holds the number then, or null.
 */
create sequence episode_without_number as integer minvalue 1000000;

alter table episode
  drop constraint episode_number_range,
  add constraint episode_number_range check (episode_number >= 1) not valid,
  add number integer,
  add season integer,
  add kind text not null default 'full',
  -- Null: the id.
  add guid text,
  -- Null: as the show.
  add explicit boolean,
  add people jsonb,
  add notes_html text,
  -- Null: no chapters.
  add chapters jsonb,
  add mp3_bytes bigint,
  -- The creator gave a release date in the past, which the first publication keeps.
  add is_backdated boolean not null default false;

create unique index episode_guid_once on episode (podcast_id, guid) where guid is not null;

-- Podcasts and episodes that were published and then deleted. Their addresses return 410.
create table removed_address (
  id uuid primary key,
  removed_at timestamptz(3) not null default clock_timestamp()
);
