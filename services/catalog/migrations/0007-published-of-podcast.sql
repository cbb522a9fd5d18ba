-- Counts and lists the published episodes of a podcast without reading the others.
create index episode_published_of_podcast on episode (podcast_id, episode_number) where status = 'published';
