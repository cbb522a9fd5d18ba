-- The times of the bonuses that count for the limits of the hour and the day. An array for each kind.
alter table listener add column recent_bonuses jsonb not null default '{"started": [], "completed": []}';

alter table listening_session
  -- The audio when the session started; null if its hash is not known. Then the episode is an audio of its own.
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
