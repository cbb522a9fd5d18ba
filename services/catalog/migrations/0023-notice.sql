-- Messages of the product to users.
create table notice (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  title text not null,
  text text not null,
  -- Path of the page that the message is about.
  link text,
  created_at timestamptz(3) not null default clock_timestamp(),
  read_at timestamptz(3)
);

create index notice_newest_of_user on notice (user_id, created_at desc, id desc);
create index notice_unread_of_user on notice (user_id) where read_at is null;
