-- The times of the bonuses that count for the hourly and daily limits. One array for each kind.
alter table listener add column recent_bonuses jsonb not null default '{"started": [], "completed": []}';

alter table listening_session
  -- The audio at the start; null if its hash is not known. Then no other episode counts as the same audio.
  add column audio_sha256 bytea,
  -- Another episode with the same audio has earned the bonus.
  add column audio_start_paid boolean not null default false,
  add column audio_completion_paid boolean not null default false;

-- The bonuses that a listener has earned for an audio. The same audio earns each of them once.
create table audio_bonus (
  user_id uuid not null references listener,
  audio_sha256 bytea not null,
  kind text not null constraint audio_bonus_kind check (kind in ('started', 'completed')),
  session_id uuid not null,
  constraint audio_bonus_pays_once primary key (user_id, audio_sha256, kind)
);
