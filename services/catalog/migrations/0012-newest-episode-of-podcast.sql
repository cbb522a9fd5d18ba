create index episode_newest_playable on episode (podcast_id, release_date desc, id desc)
  where status = 'published' and audio_file_id is not null and measured_seconds is not null;
