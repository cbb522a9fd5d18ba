-- Whether everyone may hear what an episode plays, as catalog tells it. An episode that it never told about is published:
-- it is older than drafts are.
create table episode_visibility (
  episode_id uuid primary key,
  is_published boolean not null,
  -- Of the news that this row is from; 0 when it was asked for, at the making of a link.
  version bigint not null
);
