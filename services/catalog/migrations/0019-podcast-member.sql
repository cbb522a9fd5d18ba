-- Further members of a podcast. Its host has no row, and always is an owner.
create table podcast_member (
  podcast_id uuid not null references podcast (id) on delete cascade,
  user_id uuid not null,
  role text not null constraint podcast_member_role check (role in ('owner', 'editor', 'analyst')),
  -- As known when the person joined.
  name text not null,
  email text not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  primary key (podcast_id, user_id)
);

create index podcast_member_user_id on podcast_member (user_id, podcast_id);
create index podcast_member_created_at on podcast_member (podcast_id, created_at, user_id);

create table podcast_invitation (
  id uuid primary key default gen_random_uuid(),
  podcast_id uuid not null references podcast (id) on delete cascade,
  role text not null constraint podcast_invitation_role check (role in ('owner', 'editor', 'analyst')),
  -- SHA-256. The link is shown once.
  token_hash bytea not null constraint podcast_invitation_token_once unique,
  -- Null: every person with the link can accept, or the invitation was used or revoked.
  email text,
  inviter_id uuid not null,
  inviter_name text not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  expires_at timestamptz(3) not null,
  used_at timestamptz,
  used_by uuid,
  revoked_at timestamptz
);

create index podcast_invitation_open on podcast_invitation (podcast_id, created_at desc, id desc)
  where used_at is null and revoked_at is null;
create index podcast_invitation_inviter_id on podcast_invitation (inviter_id);
create index podcast_invitation_used_by on podcast_invitation (used_by) where used_by is not null;
create index podcast_invitation_expires_at on podcast_invitation (expires_at);
