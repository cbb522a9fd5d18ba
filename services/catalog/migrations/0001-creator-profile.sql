-- The public profile of a creator; one for each user.
create table creator_profile (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  name text not null,
  bio text not null,
  profile_image text,
  twitter text,
  instagram text,
  website text,
  -- Milliseconds, as in responses: a cursor with this time must match its row.
  created_at timestamptz(3) not null default clock_timestamp(),
  constraint creator_profile_one_a_person unique (user_id)
);

create index creator_profile_newest on creator_profile (created_at desc, id desc);
