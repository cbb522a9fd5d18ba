-- Private links to an episode that is not published.
create table episode_preview (
  id uuid primary key default gen_random_uuid(),
  episode_id uuid not null references episode (id) on delete cascade,
  -- SHA-256. The link is shown once.
  token_hash bytea not null constraint episode_preview_token_once unique,
  creator_id uuid not null,
  creator_name text not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  expires_at timestamptz(3) not null,
  revoked_at timestamptz
);

create index episode_preview_episode_id on episode_preview (episode_id, created_at desc, id desc);
create index episode_preview_creator_id on episode_preview (creator_id);
create index episode_preview_expires_at on episode_preview (expires_at);
