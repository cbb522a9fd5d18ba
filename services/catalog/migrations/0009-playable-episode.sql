-- Public lists contain only podcasts with at least one such episode.
create index episode_playable_of_podcast on episode (podcast_id)
  where status = 'published' and audio_file_id is not null and measured_seconds is not null;
