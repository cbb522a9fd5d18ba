alter table listening_session
  -- The media file that the episode plays when the session starts; null if an earlier release started it.
  add column audio_file_id uuid,
  -- The most seconds of the episode, in all sessions, for which the gateway has sent the audio; null without a statement.
  add column audio_seconds integer;

-- The credited seconds for which the gateway had sent the audio.
alter table history_entry add column audio_credited_seconds integer not null default 0;
